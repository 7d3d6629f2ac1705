# SPDX-License-Identifier: GPL-2.0-or-later
"""A machine that never was, interval by interval, as the lines of a recording (doc/format.md).

What happened is told as rates of a second; counts, sums, shares, lifetimes and the like follow from
them here, so that a recording agrees with itself as one of a true machine does.
"""

import datetime
import json

import network

TICKS_PER_S = 100
SHARES = ("us", "ni", "sy", "id", "wa", "hi", "si", "st", "unseen", "gu", "gn")


def listed(numbers):
    """0, 1, 2, 8 as the kernel lists them: 0-2,8."""
    ranges = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)


def spread(rate, cpus):
    """So many to each of these CPUs."""
    return {cpu: rate for cpu in cpus}


def irq(label, name, chip="", to=None, whole=None, asked=None, effective=None, node=None,
        device=None, queue=None):
    """A row of /proc/interrupts: so many a second `to` CPUs; `whole`: not counted per CPU.

    queue: "r0" of the device receives.
    """
    return dict(label=label, name=name, chip=chip, to=to or {}, whole=whole, asked=asked,
                effective=effective, node=node, device=device, queue=queue)


def thread(tid, name=None, state="S", cpu=0, usr=0.0, sys=0.0, wait=0.0, cs=0, nvcs=0):
    return dict(tid=tid, name=name, state=state, cpu=cpu, usr=usr, sys=sys, wait=wait, cs=cs,
                nvcs=nvcs)


def process(pid, name, ppid=1, uid=0, age=None, habit=0.5, threads=None, n_threads=None,
            kernel=False, nice=0, policy=0, priority=0, command=None, **leader):
    """A process whose first thread is `leader`.

    age: how old at the first interval, in seconds; None: as old as the machine; below 0: it starts
    later.
    habit: since its start it did so much of what it does now, on the average.
    n_threads: of which only `threads` are worth a record.
    """
    threads = [thread(pid, **leader)] if threads is None else threads
    return dict(pid=pid, name=name, ppid=ppid, uid=uid, age=age, habit=habit, threads=threads,
                n_threads=n_threads or len(threads), kernel=kernel, nice=nice, policy=policy,
                priority=priority, command=command)


def by_cpu(counts):
    return {str(cpu): count for cpu, count in counts.items()}


def hottest(per_cpu):
    """The CPU that most came to, and its share in percent."""
    total = sum(per_cpu.values())
    if not total:
        return None, None
    cpu = min(per_cpu, key=lambda cpu: (-per_cpu[cpu], cpu))
    return cpu, round(100 * per_cpu[cpu] / total, 3)


def sum_of_cpus(rows):
    """All of them as one; unknown if of one of them it is."""
    def combine(key, divisor):
        values = [row[key] for row in rows]
        return None if None in values else round(sum(values) / divisor, 3)

    sums = {"cpu": None}
    for key in rows[0]:
        if key != "cpu":
            sums[key] = combine(key, 1 if key in ("in", "sirq", "capacity") else len(rows))
    return sums


def finding(rule, subject, grade, text, since, cleared=None):
    """It began at this uptime, and cleared so many seconds ago.

    Of a rule that no version has it is shown as it is told.
    """
    return dict(rule=rule, subject=subject, grade=grade, text=text, since=since, cleared=cleared)


class Machine:
    def __init__(self, host, cpus, booted, topology=None, users=None, hides_irq_time=False):
        self.host = host
        self.cpus = cpus
        self.booted = datetime.datetime.fromisoformat(booted)
        self.topology = topology
        self.users = users or {}
        self.hides_irq_time = hides_irq_time
        self.uptime = 0
        self.first_uptime = None
        self.irqs_since_boot = {}
        self.lives = {}
        self.pids = set()
        self.lines = []

    @staticmethod
    def cpu_row(number, seconds, shares, irqs, softirqs):
        def per_s(rows):
            counts = (row.get("per_cpu", {}).get(str(number), 0) for row in rows)
            return round(sum(counts) / seconds, 3)

        row = {"cpu": number, **{key: shares.get(key, 0) for key in SHARES}}
        is_known = None not in shares.values()
        row["id"] = round(100 - sum(shares.values()), 3) if is_known else None
        # These machines let nobody open perf events.
        row["cs"] = None
        row["in"] = per_s(irqs)
        row["sirq"] = per_s(softirqs)
        row["busy"] = round(100 - row["id"] - row["wa"], 3) if is_known else None
        row["capacity"] = seconds
        return row

    @staticmethod
    def counts(seconds, rates):
        """Whole ones, of those CPUs that have any."""
        counts = {cpu: round(rate * seconds) for cpu, rate in rates.items()}
        return {cpu: count for cpu, count in counts.items() if count}

    def softirq_row(self, name, seconds, to):
        counts = self.counts(seconds, to)
        cpu, share = hottest(counts)
        total = sum(counts.values())
        return {"name": name, "hottest_cpu": cpu, "per_cpu": by_cpu(counts), "total": total,
                "per_s": round(total / seconds, 3), "hottest_pct": share}

    def irq_row(self, seconds, told):
        counts = self.counts(seconds, told["to"])
        cpu, share = hottest(counts)
        total = sum(counts.values()) if told["whole"] is None else round(told["whole"] * seconds)
        since_boot = self.irqs_since_boot.get(told["label"], 0) + total
        self.irqs_since_boot[told["label"]] = since_boot
        row = {"label": told["label"],
               "irq": int(told["label"]) if told["label"].isdigit() else None,
               "chip": told["chip"], "name": told["name"], "hottest_cpu": cpu}
        if told["whole"] is None:
            row["per_cpu"] = by_cpu(counts)
        row["on"] = listed(counts)
        for key in ("asked", "effective"):
            if told[key] is not None:
                row[key] = told[key]
        if told["device"]:
            row["device"] = told["device"]
        if told["queue"]:
            row["queue_kind"] = told["queue"][0]
        queue = int(told["queue"][1:]) if told["queue"] else None
        return {**row, "node": told["node"], "queue": queue, "total": total,
                "per_s": round(total / seconds, 3), "since_boot": since_boot,
                "hottest_pct": share, "unhandled": None}

    def live(self, key, told, seconds, habit):
        """What it has done since it started, with this interval."""
        life = self.lives.setdefault(key, {"cs": 0, "nvcs": 0, "cpu": 0})
        life["cs"] += round(told["cs"] * habit * seconds)
        life["nvcs"] += round(told["nvcs"] * habit * seconds)
        life["cpu"] += (told["usr"] + told["sys"]) * habit * seconds / 100
        return life

    def task_row(self, told, is_process, seconds, habit, life):
        """seconds None: it is new, nothing can be said of its rates."""
        def rate(value):
            return None if seconds is None else round(value * habit, 3)

        ran = seconds is None or bool(told["usr"] + told["sys"] + told["cs"] + told["nvcs"])
        row = {} if is_process else {"tid": told["tid"]}
        row.update(pid=told["pid"], ppid=told["ppid"], name=told["name"], state=told["state"],
                   ran=ran, is_kernel=told["kernel"], cpu_last=told["cpu"], uid=told["uid"],
                   nice=told["nice"], policy=told["policy"], rt_priority=told["priority"],
                   start_ticks=told["start"], n_threads=told["n_threads"])
        if told["command"] is not None:
            row["command_line"] = told["command"]
        row.update(seconds=seconds, usr=rate(told["usr"]), sys=rate(told["sys"]),
                   wait=rate(told["wait"]), cpu=rate(told["usr"] + told["sys"]),
                   cswch=rate(told["cs"]), nvcswch=rate(told["nvcs"]),
                   switches=rate(told["cs"] + told["nvcs"]), cswch_life=life["cs"],
                   nvcswch_life=life["nvcs"], chld=rate(0) if is_process else None,
                   total=rate(told["usr"] + told["sys"]), time=round(life["cpu"], 3))
        return row

    def started(self, told):
        """The uptime then."""
        return 0 if told["age"] is None else self.first_uptime - told["age"]

    def process_rows(self, told, seconds, is_since_boot):
        """The process, and its threads."""
        age = self.uptime - self.started(told)
        start = round(self.started(told) * TICKS_PER_S)
        is_new = told["pid"] not in self.pids
        self.pids.add(told["pid"])
        of = age if is_since_boot else None if is_new else seconds
        habit = told["habit"] if is_since_boot else 1
        lasted = age if is_new else seconds
        rows = []
        whole = {"cs": 0, "nvcs": 0, "cpu": 0}
        for one in told["threads"]:
            life = self.live((told["pid"], one["tid"]), one, lasted, habit)
            whole = {key: whole[key] + life[key] for key in whole}
            one = {**told, **one, "name": one["name"] or told["name"], "start": start,
                   "command": None}
            rows.append(self.task_row(one, False, of, habit, life))
        leader = told["threads"][0]
        sums = {key: sum(one[key] for one in told["threads"])
                for key in ("usr", "sys", "wait", "cs", "nvcs")}
        process_told = {**told, **sums, "state": leader["state"], "cpu": leader["cpu"],
                        "start": start}
        return self.task_row(process_told, True, of, habit, whole), rows

    def totals(self, seconds, told, irqs, softirqs):
        keys = ("r", "b", "cs", "in", "fork", "sirq", "load1", "load5", "load15", "uptime",
                "mem_total", "mem_used", "mem_available", "swap_total", "swpd", "free", "buff",
                "cache", "paging_seconds", "si", "so", "bi", "bo", "fault", "major", "processes",
                "threads", "all_threads", "unowned", "exit", "exits_lost", "exit_seconds")
        sums = {"in": round(sum(row["per_s"] for row in irqs), 3),
                "sirq": round(sum(row["per_s"] for row in softirqs), 3),
                "uptime": self.uptime, "paging_seconds": seconds}
        if "mem_total" in told:
            sums["mem_available"] = told["mem_total"] - told["mem_used"]
        return {"seconds": seconds, **{key: told.get(key, sums.get(key)) for key in keys}}

    @staticmethod
    def pressure(told):
        """Percent by resource; a resource that is not told of is unknown."""
        def line(value):
            if value is None:
                return {"avg10": None, "avg60": None, "avg300": None, "total_us": None}
            return {"avg10": value, "avg60": round(value / 2, 2), "avg300": round(value / 4, 2),
                    "total_us": round(value * 1e6)}

        def resource(name):
            some = told.get(name)
            full = told.get(name) if name == "irq" else told.get(name + "_full", some and 0)
            return {"some": line(None if name == "irq" else some), "full": line(full)}

        return {name: resource(name) for name in ("cpu", "io", "memory", "irq")}

    def finding_row(self, told):
        since = self.booted + datetime.timedelta(seconds=told["since"])
        return {"rule": told["rule"], "grade": told["grade"], "subject": told["subject"],
                "text": told["text"], "since": since.strftime("%Y-%m-%dT%H:%M:%S.%f000Z"),
                "cleared_s": told["cleared"]}

    def add(self, seconds, cpus, softirqs, irqs, processes, totals, pressure=None, findings=None,
            net=None):
        """An interval that ends `seconds` after the one before; the first is since boot.

        findings None: nobody has judged it.
        """
        is_since_boot = not self.lines
        self.uptime = round(self.uptime + seconds, 3)
        if is_since_boot:
            self.first_uptime = self.uptime
        ended = self.booted + datetime.timedelta(seconds=self.uptime)
        softirq_rows = [self.softirq_row(name, seconds, to) for name, to in softirqs.items()]
        irq_rows = [self.irq_row(seconds, told) for told in irqs]
        rows = [self.cpu_row(cpu, seconds, cpus.get(cpu, {}), irq_rows, softirq_rows)
                for cpu in self.cpus]
        there = [told for told in processes if self.started(told) <= self.uptime]
        task_rows = [self.process_rows(told, seconds, is_since_boot)
                     for told in sorted(there, key=lambda told: told["pid"])]
        line = {"overtop": 1, "time": ended.strftime("%Y-%m-%dT%H:%M:%S.%f000Z"), "host": self.host,
                "since_boot": is_since_boot, "live": True, "ticks_per_s": TICKS_PER_S,
                "seconds": seconds, "has_tasks": True, "has_wait": True,
                "has_unseen": any(row["unseen"] for row in rows),
                "hides_irq_time": self.hides_irq_time}
        if is_since_boot and self.topology:
            line["topology"] = self.topology
        line.update(cpu_numbers=self.cpus,
                    totals=self.totals(seconds, totals, irq_rows, softirq_rows),
                    pressure=self.pressure(pressure or {}), all=sum_of_cpus(rows), cpus=rows,
                    softirqs=softirq_rows, irqs=irq_rows, processes=[row for row, _ in task_rows],
                    threads=[row for _, rows in task_rows for row in rows], exited=[],
                    **network.rows(seconds, net), cgroups=[], settings=[],
                    has_findings=findings is not None,
                    findings=[self.finding_row(told) for told in findings or []],
                    users=[{"uid": uid, "name": self.users[uid]} for uid in sorted(self.users)])
        self.lines.append(line)

    def text(self):
        lines = [json.dumps(line, separators=(",", ":")) + "\n" for line in self.lines]
        return "".join(lines).encode("ascii")
