# beside_vd.py ROWS.csv - what rows.c does with a long list, by VisiData in this process and without
# drawing: a line "WORD MILLISECONDS" for each, and "memory KIB" at the end.
import sys
import time

from visidata import FreqTableSheet, Path, vd


def took(word, work):
    began = time.perf_counter()
    result = work()
    vd.sync()
    print(word, "%.1f" % ((time.perf_counter() - began) * 1000), flush=True)
    return result


def load():
    sheet = vd.openSource(Path(sys.argv[1]))
    sheet.ensureLoaded()
    vd.sync()
    return sheet


def order(sheet, name):
    sheet.orderBy(None, sheet.column(name))


def count(sheet, *names):
    groups = FreqTableSheet(sheet, *(sheet.column(name) for name in names))
    groups.ensureLoaded()
    vd.sync()
    return groups


def search(sheet, text):
    sheet.selectByIdx(vd.searchRegex(sheet, regex=text, columns="visibleCols"))


def memory():
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return line.split()[1]


rows = took("read", load)
took("filter", lambda: search(rows, "tanaka"))
for column in ("person", "items", "person", "items"):
    took("sort", lambda: order(rows, column))
for columns in (("channel",), ("items",), ("start-page",), ("channel", "start-page")):
    took("group", lambda: count(rows, *columns))
took("fold", lambda: count(rows, "email"))
print("memory", memory())
