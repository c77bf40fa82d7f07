"""page_in_browser.py REPORT HOSTILE EXPLAINED: opens two reports in a browser, and uses them as a reader does.

REPORT is of tests/tuner/profile.yaml; HOSTILE of the same with markup in its texts. EXPLAINED has what
`colltune explain` prints of the cell MEASURED.
"""
import sys

from browser import Browser

SHOWN = """[...document.querySelectorAll('.evidence')].filter(
             (e) => getComputedStyle(e).display !== 'none').map((e) => e.innerText)"""
FOCUS = "document.activeElement.id"
MEASURED = "bcast-1-1"  # 4 ranks, 4 per node, 4096 bytes: below the row for 2 per node, right of 0 bytes
with open(sys.argv[3], encoding="utf-8") as file:
    EXPLAINED = file.read()

failures = []


def check(what, holds, seen=""):
    if not holds:
        failures.append(f"{what}: {seen}")


def complaints(browser):
    """What the console has of errors and warnings, and the addresses that were asked for."""
    bad = []
    for event in browser.events:
        method, parameters = event["method"], event["params"]
        if method in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled",
                      "Page.javascriptDialogOpening"):
            bad.append(parameters)
        elif method == "Network.requestWillBeSent":
            if not parameters["request"]["url"].startswith("file://") or parameters["type"] != "Document":
                bad.append(parameters["request"]["url"])
    return bad


def shows_evidence(browser, what):
    shown = browser.ask(SHOWN)
    check(what, len(shown) == 1 and EXPLAINED in shown[0], shown)


def use(browser, path):
    browser.open(path)
    check("no evidence at first", browser.ask(SHOWN) == [], browser.ask(SHOWN))

    browser.click("#" + MEASURED)
    shows_evidence(browser, "a click shows the evidence")
    check("the focus stays on the cell", browser.ask(FOCUS) == MEASURED, browser.ask(FOCUS))

    browser.press("ArrowLeft")
    shown = browser.ask(SHOWN)
    check("the evidence follows the keys", len(shown) == 1 and
          "bcast of 0 bytes on 4 ranks: library for 0 to 1023 bytes" in shown[0], shown)
    browser.press("ArrowUp")
    shown = browser.ask(SHOWN)
    check("up is the other row", browser.ask(FOCUS) == "bcast-0-0" and len(shown) == 1 and
          "chain for 0 to 65536 bytes\nthe profile has no evidence for it" in shown[0], shown)
    for key in ("ArrowUp", "ArrowLeft"):
        browser.press(key)
        check("nothing is beyond the first", browser.ask(FOCUS) == "bcast-0-0", browser.ask(FOCUS))
    browser.press("Escape")
    check("Escape closes", browser.ask(SHOWN) == [], browser.ask(SHOWN))

    browser.open(path)
    for _ in range(60):  # links and lists are before the map
        if browser.ask(FOCUS).startswith("bcast-"):
            break
        browser.press("Tab")
    check("Tab reaches the map", browser.ask(FOCUS) == "bcast-0-0", browser.ask(FOCUS))
    for key in ("ArrowDown", "ArrowRight"):
        browser.press(key)
    check("keys alone open nothing", browser.ask(SHOWN) == [], browser.ask(SHOWN))
    browser.press("Enter")
    shows_evidence(browser, "Enter shows the evidence")
    browser.press("Tab")
    check("Tab leaves the map", not browser.ask(FOCUS).startswith("bcast-"), browser.ask(FOCUS))

    browser.open(path + "#e-" + MEASURED)
    shows_evidence(browser, "an address shows the evidence")
    browser.click(".evidence.open .close")
    check("close closes", browser.ask(SHOWN) == [] and browser.ask(FOCUS) == MEASURED, browser.ask(SHOWN))

    check("nothing is loaded", browser.ask("performance.getEntriesByType('resource').length") == 0)
    ids = browser.ask("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    check("each name is there once", len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1))
    wide = browser.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check("the page is not wider than the window", wide == 0, wide)
    check("no complaints", complaints(browser) == [], complaints(browser))


def without_scripts(browser, path):
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(path)
    browser.click("#" + MEASURED)
    shows_evidence(browser, "a click shows the evidence without scripts")
    browser.send("Emulation.setScriptExecutionDisabled", value=False)


def resist(browser, path):
    browser.open(path)
    check("markup in texts is text", "<img src=x onerror=" in browser.ask("document.body.innerText"))
    check("no element is made of it", browser.ask("document.querySelectorAll('img, b, iframe').length") == 0)
    check("no script of it runs", browser.ask("typeof window.owned") == "undefined")
    check("no complaints about it", complaints(browser) == [], complaints(browser))


def main():
    with Browser() as browser:
        use(browser, sys.argv[1])
        without_scripts(browser, sys.argv[1])
        resist(browser, sys.argv[2])
    print("\n".join(failures))
    print("0 passed, 1 failed" if failures else "1 passed, 0 failed")
    return 1 if failures else 0


sys.exit(main())
