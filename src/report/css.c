/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Quiet by intent: one colour of ink, one of what steps back, and colour only for what is told by it.  Areas
 * and shades differ in how dark they are, lines in how they are dashed, so that all is read without colour.
 *
 * There is no '<' and no '&' in it, for the page is XML.
 */
#include "config.h"

#include "report/css.h"

/* clang-format off */

/* On paper the page is light whatever the screen is. */
#define COLOURS \
	":root{color-scheme:light dark;--ink:#1c1f23;--soft:#666c73;--line:#d5d8dc;--paper:#fff;" \
	"--us:#c6d6e5;--gu:#8fa9c2;--sy:#3c6c9c;--irq:#e6a23c;--st:#7d1d2d;--un:#dedede;" \
	"--h0:#f1f1ee;--h1:#f9ecd3;--h2:#f9cc87;--h3:#f2a957;" \
	"--h4:#e48139;--h5:#c95722;--h6:#9c3013;--h7:#5e0f08}\n" \
	"@media screen and (prefers-color-scheme:dark){:root{" \
	"--ink:#e3e5e8;--soft:#979da5;--line:#373b41;--paper:#15171a;" \
	"--us:#3d5873;--gu:#5d7d9d;--sy:#8dbbe6;--irq:#e0962f;--st:#f0929c;--un:#4a4d52;" \
	"--h0:#22252a;--h1:#3b2a20;--h2:#5c3521;--h3:#85461f;" \
	"--h4:#b25c1e;--h5:#da7f2b;--h6:#f3b055;--h7:#fff0bf}}\n"

#define TEXT \
	"*{box-sizing:border-box}\n" \
	"body{margin:0;background:var(--paper);color:var(--ink);font:.9375rem/1.5 system-ui," \
	"-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;" \
	"font-variant-numeric:tabular-nums}\n" \
	"main{max-width:64rem;margin:0 auto;padding:1.5rem 1.25rem 2.5rem}\n" \
	"h1{font-size:1.625rem;line-height:1.2;font-weight:600;margin:0;overflow-wrap:anywhere}\n" \
	"h2{font-size:1.0625rem;font-weight:600;margin:2.75rem 0 .25rem;padding-top:.75rem;" \
	"border-top:1px solid var(--line);break-after:avoid}\n" \
	"h3{font-size:.875rem;font-weight:600;margin:1.5rem 0 .5rem;break-after:avoid}\n" \
	"p{margin:.25rem 0;max-width:46rem}\n" \
	"ul{margin:.75rem 0 0;padding:0 0 0 1.1rem;font-size:.875rem}\n" \
	".soft,footer{color:var(--soft);font-size:.8125rem}\n" \
	"footer{margin-top:3rem;padding-top:.75rem;border-top:1px solid var(--line)}\n"

/* A table keeps its width and scrolls in a box of its own; the names of its rows stay. */
#define TABLES \
	".table{overflow-x:auto;margin:.5rem 0 0}.table+.table{margin-top:1.5rem}\n" \
	"table{border-collapse:collapse;font-size:.8125rem;line-height:1.35}\n" \
	"th,td{padding:.2rem 1.1rem .2rem 0;text-align:right;white-space:nowrap;" \
	"vertical-align:baseline;font-weight:400}\n" \
	"thead th{color:var(--soft);border-bottom:1px solid var(--line)}\n" \
	"th:first-child{text-align:left;position:sticky;left:0;background:var(--paper)}\n" \
	"tbody tr:hover,tbody tr:hover th{background:var(--h0)}\n" \
	".t{text-align:left}\n" \
	"th.chosen,td.chosen{font-weight:600;color:var(--ink)}\n" \
	"tr{break-inside:avoid}\n"

/* Pictures are stretched to the page; the words at their sides are not. */
#define PICTURES \
	"figure{margin:1.75rem 0 0;break-inside:avoid}\n" \
	"figcaption{font-size:.875rem;margin-bottom:1.1rem}\n" \
	"figcaption b{font-weight:600}\n" \
	".plot{position:relative;margin:0 6.5rem 2rem 3rem}\n" \
	".key{position:relative;height:.6rem;width:14rem;margin:0 0 1.75rem 3rem}\n" \
	".plot svg,.key svg{position:absolute;left:0;top:0;width:100%;height:100%;" \
	"overflow:visible}\n" \
	".plot span,.key span{position:absolute;font-size:.75rem;line-height:1;" \
	"white-space:nowrap;color:var(--soft)}\n" \
	".y{right:100%;margin-right:.45rem;transform:translateY(-50%)}\n" \
	".x{top:100%;margin-top:.4rem;transform:translateX(-50%)}\n" \
	".plot .e{left:100%;margin-left:.45rem;transform:translateY(-50%);color:var(--ink)}\n" \
	".plot .p{color:var(--ink);padding-bottom:.3rem;transform:translate(-50%,-100%)}\n" \
	".dot{border:.15rem solid var(--ink);border-radius:50%;margin:-.15rem}\n" \
	".break{top:100%;margin-top:.4rem;display:flex;justify-content:center}\n" \
	".break b{font-weight:400}\n" \
	".break::before{content:'';position:absolute;bottom:100%;left:0;right:0;height:.8rem;" \
	"border:solid var(--soft);border-width:0 1px}\n"

#define CURVES \
	"path{fill:none;stroke:var(--ink);stroke-width:1.25;vector-effect:non-scaling-stroke}\n" \
	".grid{stroke:var(--line);stroke-width:1}\n" \
	".zero{stroke:var(--soft);stroke-width:1}\n" \
	".dash{stroke-dasharray:4 3}\n" \
	".spread{stroke:none;fill:var(--soft);fill-opacity:.35}\n" \
	".area{fill:currentColor;stroke:var(--paper);stroke-width:.5}\n" \
	".us{color:var(--us)}.gu{color:var(--gu)}.sy{color:var(--sy)}" \
	".irq{color:var(--irq)}.st{color:var(--st)}.un{color:var(--un)}\n"

/* Samples of curves are borders, for backgrounds are not printed. */
#define SAMPLES \
	".e i{display:inline-block;margin-right:.3rem;vertical-align:middle;width:.8rem;" \
	"border-top:.1rem solid var(--ink)}\n" \
	".e i.dash{border-top-style:dashed}\n" \
	".e i.area{width:.6rem;border-top:.6rem solid}\n"

/* A line is as wide as its row, which is 10 high; a little less where rows are to be told apart. */
#define HEAT \
	".heat path{vector-effect:none;shape-rendering:crispEdges;stroke-width:10}\n" \
	".heat.apart path{stroke-width:9}\n" \
	".h0{stroke:var(--h0)}.h1{stroke:var(--h1)}.h2{stroke:var(--h2)}.h3{stroke:var(--h3)}" \
	".h4{stroke:var(--h4)}.h5{stroke:var(--h5)}.h6{stroke:var(--h6)}.h7{stroke:var(--h7)}\n"

#define TELEPHONE \
	"@media (max-width:40rem){main{padding:1rem .75rem 2rem}.minor{display:none}" \
	".plot{margin-left:2.4rem;margin-right:4.25rem}.key{margin-left:2.4rem}" \
	".plot .w{white-space:normal}" \
	"tbody th:first-child{white-space:normal;overflow-wrap:break-word;min-width:4.5rem}}\n"

#define PAPER \
	"@page{margin:14mm}\n" \
	"@media print{main{max-width:none;padding:0}body{font-size:.8125rem}" \
	"h2{margin-top:1.75rem}.table{overflow:visible}" \
	"th,td{font-size:.6875rem;padding-right:.7rem}th:first-child{position:static}" \
	"tbody th:first-child,td.t:last-child{white-space:normal}}\n"

/* clang-format on */

const char css[] = COLOURS TEXT TABLES PICTURES CURVES SAMPLES HEAT TELEPHONE PAPER;
