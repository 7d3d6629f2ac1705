#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The report is one page that is whole in itself: XML, nothing fetched, nothing run.
. "$(dirname "$0")/lib.sh"
need timeout python3
"$overtop" --help | grep -q -- --report || skip 'overtop has no --report'

# One that has to be seen, whatever its name is.
need_helper named
begin named "$helpers/named" '<script>"&\x1b\xff'

timeout "$patience" "$overtop" --report "$scratch/page.html" -n 3 -d 0.5 \
  >"$scratch/text" 2>"$scratch/errors"
same 'overtop --report ends well' 0 $?
same 'overtop --report has no complaints' '' "$(<"$scratch/errors")"

none 'the page is well-formed, and its links and pictures are its own' "$(
  python3 - "$scratch/page.html" <<'END'
import sys
import xml.etree.ElementTree as tree

text = open(sys.argv[1], encoding='utf-8').read()
page = tree.fromstring(text)
for element in page.iter():
    if element.tag in ('script', 'img', 'iframe', 'object', 'a', 'form'):
        print('there is a', element.tag)
    for name, value in element.items():
        if name.startswith('on') or '//' in value or 'url(' in value:
            print(element.tag, name, value)
if '://' in text or '@import' in text or 'url(' in text:
    print('something is fetched')
for wanted in ('h1', 'table', 'svg', 'footer'):
    if page.find('.//' + wanted) is None:
        print('there is no', wanted)
if not any(row.text == '<script>"&??' for row in page.iter('th')):
    print('the name is not there')
headings = [heading.text for heading in page.iter('h2')]
if 'At a glance' not in headings or 'Threads' not in headings:
    print('headings:', headings)
if not any(cell.text and cell.text.startswith('3 intervals') for cell in page.iter('p')):
    print('it is not of 3 intervals')
END
)"
same 'a page has no control characters but newlines' 0 \
  "$(tr -d '\n' <"$scratch/page.html" | LC_ALL=C grep -c '[[:cntrl:]]')"

# What was in the file stays until there is a page to take its place.
echo "<!DOCTYPE html>precious" >"$scratch/old.html"
echo garbage >"$scratch/garbage"
timeout "$patience" "$overtop" --replay "$scratch/garbage" --report "$scratch/old.html" \
  2>"$scratch/errors"
same 'a recording that is none makes no page' 1 $?
same 'and leaves the page before' '<!DOCTYPE html>precious' "$(<"$scratch/old.html")"
yes "<!DOCTYPE html>precious" | head -n 100000 >"$scratch/old.html"
timeout "$patience" "$overtop" --report "$scratch/old.html" -n 0 >"$scratch/text" 2>&1
same 'a longer page before is gone' '' "$(grep precious "$scratch/old.html")"

# A file that is named twice would be lost.
echo precious >"$scratch/file"
ln -s file "$scratch/other"
refuses 2 --replay "$scratch/file" --report "$scratch/other"
refuses 2 -b --replay "$scratch/file" --record "$scratch/file"
refuses 2 --record "$scratch/file" --openmetrics="$scratch/file"
refuses 2 --record "$scratch/none" --report "$scratch/none"
same 'and keeps what is in it' precious "$(<"$scratch/file")"
check 'and is not made' [ ! -e "$scratch/none" ]
end
