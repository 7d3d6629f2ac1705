# SPDX-License-Identifier: GPL-2.0-or-later
"""The network of a machine that never was: what machine.py takes, told as rates of a second."""

SOCKETS = ("seconds", "iseg", "oseg", "retrans", "retrans_pct", "active", "passive", "overflow",
           "listen_drop", "cookies", "syn_drop", "udp_in", "udp_out", "udp_full", "tcp_inuse",
           "orphans", "time_wait", "tcp_mem", "established", "ports", "top_ports", "listen_queue",
           "listen_queue_most")
COUNTS = ("rxpck", "txpck", "rxbyte", "txbyte", "rxdrop", "txdrop", "rxerr", "txerr")


def queue(kind, number, irq, cpus=None, flows=None):
    """cpus "": RPS or XPS is off; None: unknown."""
    row = {"kind": kind, "number": number, "irq": irq, "flow_cnt": flows}
    return row if cpus is None else {**row, "cpus": cpus}


def interface(name, rates, driver=None, node=None, speed=None, queues=(), channels=None, most=None):
    """rates: those of COUNTS that are not 0."""
    row = {"name": name, "node": node, "queues": list(queues)}
    if driver:
        row["driver"] = driver
    row.update((key, round(rates.get(key, 0), 3)) for key in COUNTS)
    row.update(speed=speed, rxq=sum(one["kind"] == "r" for one in queues),
               txq=sum(one["kind"] == "t" for one in queues), channels=channels,
               channels_most=most)
    return row


def softnet(cpu, processed, squeezed=0, dropped=0, rps=0, backlog=0):
    return {"cpu": cpu, "processed": round(processed, 3), "dropped": round(dropped, 3),
            "squeezed": round(squeezed, 3), "rps": round(rps, 3), "flow_limit": 0,
            "backlog": backlog}


def rows(seconds, told):
    """The members of a record; where nothing is told nothing is known."""
    told = told or {}
    sockets = dict.fromkeys(SOCKETS)
    if "sockets" in told:
        sockets.update(told["sockets"], seconds=seconds)
        sockets["retrans_pct"] = round(100 * sockets["retrans"] / sockets["oseg"], 3)
    return {"softnets": [{**row, "seconds": seconds} for row in told.get("softnets", [])],
            "netdevs": [{**row, "seconds": seconds} for row in told.get("netdevs", [])],
            "sockets": sockets}


# Of the web server: every packet comes by the one queue of eth0, on CPU 1; those to itself are taken in
# where they were sent.


def web(load):
    inside = 96 * load
    outside = 26800 * load
    return {
        "softnets": [softnet(0, inside), softnet(1, outside, squeezed=34 * load),
                     softnet(2, 372 * load), softnet(3, 351 * load)],
        "netdevs": [
            interface("lo", dict(rxpck=inside + 372 * load, txpck=inside + 372 * load,
                                 rxbyte=81000 * load, txbyte=81000 * load),
                      queues=(queue("r", 0, None, "", 0), queue("t", 0, None))),
            interface("eth0", dict(rxpck=outside, txpck=24300 * load, rxbyte=outside * 412,
                                   txbyte=24300 * load * 1130),
                      "virtio_net", 0, None,
                      (queue("r", 0, 30, "", 0), queue("t", 0, 31)), 1, 1),
            interface("eth1", dict(rxpck=351 * load, txpck=12 * load, rxbyte=31000 * load,
                                   txbyte=1100 * load, rxdrop=0.5 * load),
                      "virtio_net", 0, None,
                      (queue("r", 0, 27, "", 0), queue("t", 0, 28)), 1, 1),
        ],
        "sockets": {
            "iseg": round(26500 * load, 3), "oseg": round(24200 * load, 3),
            "retrans": round(31 * load, 3), "active": round(40 * load, 3),
            "passive": round(1240 * load, 3), "overflow": 0, "listen_drop": 0, "cookies": 0,
            "syn_drop": 0, "udp_in": 12, "udp_out": 12, "udp_full": 0, "tcp_inuse": 842,
            "orphans": 3, "time_wait": round(4180 * load), "tcp_mem": 5120,
            "established": 611, "ports": 28232, "top_ports": round(1460 * load),
            "top": "10.1.0.7:5432", "listen_queue": 3, "listen_queue_most": 511,
            "listener": "0.0.0.0:80"},
    }
