"""The pages of `allfold report --format html` in headless Chromium: report_test.py DIRECTORY, where report.sh has made
them, each beside the same report as JSON and as text."""

import base64
import json
import math
import os
import re
import shutil
import sys
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

directory = sys.argv.pop()
time, saved = "time (of the run)", "saved (from – to)"
pages = ["compared", "left-out", "alone", "bench", "rules"]


def browser():
    options = Options()
    options.binary_location = shutil.which("chromium")
    # The browser has no network: nothing can be fetched, and attempts to do so are detected.
    arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--proxy-server=127.0.0.1:9"]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    for argument in [*arguments, f"--user-data-dir={directory}/browser"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


def content_of(name):
    with open(os.path.join(directory, name), encoding="utf-8") as file:
        return file.read()


def plain(text):
    return text.replace("\u00a0", " ")


def figures(seconds):
    """Three, of a time between 0.1 and 1 s."""
    return f"{seconds:.3f}"


def luminance(colour):
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    lighter, darker = sorted([luminance(one), luminance(other)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


class Page(unittest.TestCase):
    """Opens pages in one browser."""

    @classmethod
    def setUpClass(cls):
        cls.driver = browser()
        cls.driver.set_script_timeout(60)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def run_in_page(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, name, width=1000, media="screen", scheme="light"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.get(f"file://{directory}/{name}.html")
        return json.loads(content_of(f"{name}.json"))

    def cells(self, table):
        """Of the rows of a table: by the title of the column, what it says and what it sorts by."""
        return self.run_in_page(
            """
            const table = document.getElementById(arguments[0]);
            const titles = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
            return [...table.tBodies[0].rows].map((row) => Object.fromEntries([...row.cells].map(
                (cell, i) => [titles[i], {text: cell.firstChild.textContent, note: cell.querySelector('small')?.textContent,
                    value: cell.dataset.value ?? null}])));
            """,
            table,
        )

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()


class EveryPage(Page):
    def test_says_nothing_on_the_console_and_fetches_nothing(self):
        for name in pages:
            with self.subTest(name):
                self.open(name)
                self.assertEqual(self.driver.get_log("browser"), [])
                self.assertEqual(
                    self.run_in_page("return performance.getEntriesByType('resource').map((each) => each.name)"), []
                )

    def test_carries_the_report_as_json(self):
        for name in pages:
            with self.subTest(name):
                report = self.open(name)
                carried = self.run_in_page("return document.getElementById('data').textContent")
                self.assertEqual(json.loads(carried), report)

    def test_has_charts_that_are_described_and_whole(self):
        for name, least in {"compared": 7, "alone": 2, "bench": 5, "rules": 5}.items():
            with self.subTest(name):
                self.open(name)
                charts = self.run_in_page(
                    "return [...document.querySelectorAll('figure svg[role=img]')].map((svg) => ({label: "
                    "svg.getAttribute('aria-label'), marks: svg.querySelectorAll(arguments[0]).length, "
                    "height: svg.getBoundingClientRect().height, markup: svg.outerHTML}))",
                    "[aria-label=bar] rect, [aria-label=cell] rect, [aria-label=dot] path",
                )
                self.assertGreaterEqual(len(charts), least)
                for chart in charts:
                    self.assertRegex(chart["label"], "^(Bars|Map|Curves): .*the table below has the values")
                    self.assertGreater(chart["marks"], 0)
                    self.assertGreater(chart["height"], 50)
                    self.assertNotRegex(chart["markup"], "NaN|undefined|Infinity")

    def test_has_headings_in_order(self):
        for name in pages:
            with self.subTest(name):
                self.open(name)
                levels = [
                    int(heading.tag_name[1]) for heading in self.driver.find_elements(By.CSS_SELECTOR, "h1,h2,h3,h4")
                ]
                self.assertEqual(levels[0], 1)
                self.assertEqual(levels.count(1), 1)
                for before, after in zip(levels, levels[1:]):
                    self.assertLessEqual(after, before + 1)

    def test_needs_no_horizontal_scrolling(self):
        for name in pages:
            for width in [900, 1400]:
                with self.subTest(f"{name} {width}"):
                    self.open(name, width=width)
                    root = "document.documentElement"
                    self.assertTrue(self.run_in_page(f"return {root}.scrollWidth <= {root}.clientWidth"))
                    self.run_in_page("for (const each of document.querySelectorAll('details')) each.open = true")
                    wide = self.run_in_page(
                        "return [...document.querySelectorAll('.scroll')].filter((each) => each.scrollWidth > "
                        "each.clientWidth).map((each) => each.ariaLabel)"
                    )
                    self.assertEqual(wide, [])

    def test_says_nothing_that_is_not_defined(self):
        for name in pages:
            with self.subTest(name):
                self.open(name)
                text = self.run_in_page("return document.getElementById('report').textContent")
                self.assertNotRegex(text, r"NaN|undefined|Infinity|\[object|null")

    def test_has_times_of_few_figures(self):
        for name in pages:
            with self.subTest(name):
                self.open(name)
                text = plain(self.run_in_page("return document.getElementById('report').textContent"))
                times = re.findall(r"(?<![\w.])(\d+(?:\.\d+)?) (?:µs|ms|s)(?!\w)", text)
                self.assertTrue(times)
                for time in times:
                    self.assertLessEqual(len(time.replace(".", "").lstrip("0")), 3, time)

    def test_can_be_read_in_light_and_dark(self):
        backgrounds = {}
        for scheme in ["light", "dark"]:
            self.open("bench", scheme=scheme)
            style = self.run_in_page(
                "const style = getComputedStyle(document.body); return [style.color, style.backgroundColor]"
            )
            backgrounds[scheme] = luminance(style[1])
            self.assertGreater(contrast(*style), 7)
            note = self.run_in_page("return getComputedStyle(document.querySelector('figcaption')).color")
            self.assertGreater(contrast(note, style[1]), 4.5)
            fills = self.run_in_page(
                "return [...document.querySelectorAll('.maps rect')].map((rect) => getComputedStyle(rect).fill)"
            )
            self.assertGreaterEqual(len(set(fills)), 3)
            for fill in fills:
                self.assertGreater(contrast(style[0], fill), 4.5)
        self.assertGreater(backgrounds["light"], 0.9)
        self.assertLess(backgrounds["dark"], 0.05)

    def test_is_printed_on_white_without_what_is_closed(self):
        self.open("compared", media="print", scheme="dark")
        background = self.run_in_page("return getComputedStyle(document.body).backgroundColor")
        self.assertGreater(luminance(background), 0.9)
        closed = self.run_in_page(
            "return [...document.querySelectorAll('details:not([open])')].map((each) => getComputedStyle(each).display)"
        )
        self.assertTrue(closed)
        self.assertEqual(set(closed), {"none"})

    def test_is_printed_on_pages(self):
        for name in pages:
            with self.subTest(name):
                self.open(name)
                printed = self.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
                pdf = base64.b64decode(printed["data"])
                self.assertTrue(pdf.startswith(b"%PDF-"))
                counted = re.search(rb"/Type /Pages\s+/Count (\d+)", pdf)
                self.assertTrue(counted)
                self.assertLess(int(counted.group(1)), 8)


class ReportOfRuns(Page):
    def test_begins_with_the_finding(self):
        self.open("alone")
        finding = plain(self.run_in_page("return document.getElementById('finding').textContent"))
        self.assertEqual(
            finding,
            "solver spends 11.5 % of its run time in reductions: 2.8 % is waiting for late ranks, which no algorithm "
            "saves, and what Allfold would save is not known yet.",
        )
        self.open("compared")
        finding = plain(self.run_in_page("return document.getElementById('finding').textContent"))
        self.assertEqual(
            finding,
            "solver, in the native run, spends 11.5 % of its run time in reductions: 2.8 % is waiting for late ranks, "
            "which no algorithm saves, and Allfold would save 3.8 % (3.4 % to 4.1 %) and saved 3.5 %.",
        )

    def assert_rows_equal(self, table, rows, run):
        shown = self.cells(table)
        # The report as text has no size classes, and no sizes by ranks.
        text = None if table in ["classes", "by-size-and-ranks"] else content_of("compared.text")
        self.assertEqual(len(shown), len(rows))
        for cells, row in zip(shown, rows):
            is_split = row["not_split"] < row["seconds"]
            expected = {"calls": row["calls"], time: row["seconds"], "waiting": row["waiting"] if is_split else None,
                        "the rest": row["rest"] if is_split else None, saved: row["saved"] and row["saved"]["value"]}
            for title, value in expected.items():
                if value is None:
                    self.assertEqual((cells[title]["text"], cells[title]["value"]), ("–", None))
                else:
                    self.assertAlmostEqual(float(cells[title]["value"]), value, delta=1e-12)
                    self.assertTrue(title == "calls" or text is None or plain(cells[title]["text"]) in text, cells[title])
            self.assertEqual(plain(cells[time]["note"]), f"{100 * row['seconds'] / run:.1f} %")
            if row["saved"] is not None:
                for end in re.findall(r"[\d.]+", cells[saved]["note"]):
                    if text is not None:
                        self.assertRegex(text, rf"{re.escape(end)} (s|ms|µs)")

    def test_has_tables_of_the_values_in_the_json(self):
        report = self.open("compared")
        run = report["run_seconds"]
        for table in ["by-size", "by-size-and-ranks", "by-communicator", "by-algorithm", "by-site", "classes"]:
            with self.subTest(table):
                self.assert_rows_equal(table, report[table.replace("-", "_")], run)
        total = {"name": "all", **report["total"]}
        self.assert_rows_equal("by-collective", [*report["by_collective"], total], run)

    def test_sums_up_in_a_table(self):
        report = self.open("compared")
        run, total = report["run_seconds"], report["total"]
        expected = {
            "run": run,
            "reductions": total["seconds"],
            "– waiting for late ranks": total["waiting"],
            "– the rest": total["rest"],
            "– not split": total["not_split"],
            "Allfold would save": total["saved"]["value"],
        }
        text = content_of("compared.text")
        shown = self.cells("summary")
        self.assertEqual([cells["part"]["text"] for cells in shown], list(expected))
        for cells, value in zip(shown, expected.values()):
            self.assertAlmostEqual(float(cells["time"]["value"]), value, delta=1e-12)
            self.assertIn(plain(cells["time"]["text"]), text)
            self.assertAlmostEqual(float(cells["of the run"]["value"]), value / run, delta=1e-12)
            self.assertEqual(plain(cells["of the run"]["text"]), f"{100 * value / run:.1f} %")
        ends = re.findall(r"[\d.]+", plain(shown[-1]["from – to"]["text"]))
        self.assertEqual(ends, [figures(total["saved"][end]) for end in ["low", "high"]])

    def test_sets_native_runs_and_others_side_by_side(self):
        comparison = self.open("compared")["comparison"]
        rows = [*comparison["rows"], comparison["total"]]
        shown = self.cells("comparison")
        self.assertEqual(len(shown), len(rows))
        for cells, row in zip(shown, rows):
            predicted = row["predicted"]
            self.assertEqual(cells["calls"]["text"], row["name"])
            self.assertEqual(float(cells["native"]["value"]), row["native"])
            self.assertEqual(float(cells["with Allfold"]["value"]), row["had"])
            self.assertEqual(cells["served by"]["text"], ", ".join(row["served_by"]))
            if predicted is None:
                self.assertEqual((cells["predicted"]["text"], cells["from – to"]["text"]), ("–", "–"))
            else:
                self.assertEqual(float(cells["predicted"]["value"]), predicted["value"])
                ends = re.findall(r"[\d.]+", plain(cells["from – to"]["text"]))
                self.assertEqual(ends, [figures(predicted[end]) for end in ["low", "high"]])

    def test_says_what_is_not_compared(self):
        report = self.open("left-out")
        left = report["comparison"]["left_out"]
        self.assertEqual((left["not_split"]["kinds"], left["on_one_side"]["kinds"]), (1, 1))
        note = plain(self.run_in_page("return document.getElementById('left-out').textContent"))
        self.assertRegex(
            note,
            r"^Not compared: 1 kind of calls \([\d.]+ m?s of a rank in a native run\): more than 5 % of their time is not "
            r"split\. Not compared: 1 kind of calls \([\d.]+ m?s of a rank in a run\): made only in native runs, or only in "
            r"runs with Allfold\.$",
        )

    def bars_in(self, beginning, named_by):
        """Of a chart of bars: where they end, by what the pattern finds in their titles, and the lines from one end of an
        interval to the other, both in pixels from the zero of the axis."""
        return self.run_in_page(
            """
            const svg = document.querySelector(`figure svg[aria-label^="${arguments[0]}"]`);
            const rects = [...svg.querySelectorAll('g[aria-label=bar] rect')];
            const zero = Math.min(...rects.map((rect) => rect.x.baseVal.value));
            const ends = {};
            for (const rect of rects) {
                const [of] = rect.querySelector('title').textContent.match(new RegExp(arguments[1]));
                ends[of] = Math.max(ends[of] ?? 0, rect.x.baseVal.value + rect.width.baseVal.value - zero);
            }
            const lines = [...svg.querySelectorAll('g[aria-label=rule] line')].map((line) =>
                [line.x1.baseVal.value - zero, line.x2.baseVal.value - zero]).filter(([from, to]) => to > from + 1e-6);
            return {ends, lines};
            """,
            beginning,
            named_by,
        )

    def assert_to_scale(self, bars, ends, intervals):
        """All lengths are the seconds at one scale."""
        self.assertEqual(set(bars["ends"]), set(ends))
        scale = max(bars["ends"].values()) / max(ends.values())
        for name, end in ends.items():
            self.assertAlmostEqual(bars["ends"][name], scale * end, delta=0.6, msg=name)
        self.assertEqual(len(bars["lines"]), len(intervals))
        for line, interval in zip(sorted(bars["lines"]), sorted(intervals)):
            self.assertAlmostEqual(line[0], scale * interval[0], delta=0.6)
            self.assertAlmostEqual(line[1], scale * interval[1], delta=0.6)

    def test_draws_what_would_be_saved(self):
        report = self.open("compared")
        ends, intervals = {}, []
        for row in [*report["by_collective"], {"name": "all", **report["total"]}]:
            ends[f"{row['name']}, now"] = row["seconds"]
            if row["saved"] is not None:
                ends[f"{row['name']}, with Allfold"] = row["seconds"] - row["saved"]["value"]
                intervals.append([row["seconds"] - row["saved"][end] for end in ["high", "low"]])
        self.assertTrue(intervals)
        self.assert_to_scale(self.bars_in("Bars: time of a rank in each collective", "^.*"), ends, intervals)

    def test_draws_what_was_predicted_and_had(self):
        comparison = self.open("compared")["comparison"]
        ends, intervals = {}, []
        for row in [comparison["total"], *comparison["rows"]]:
            ends[f"{row['name']}\nnative"] = row["native"]
            ends[f"{row['name']}\nmeasured with Allfold"] = row["had"]
            if row["predicted"] is not None:
                ends[f"{row['name']}\npredicted with Allfold"] = row["predicted"]["value"]
                intervals.append([row["predicted"][end] for end in ["low", "high"]])
        self.assertTrue(intervals)
        self.assert_to_scale(self.bars_in("Bars: the time of calls natively", "^.*\\n[^:]*"), ends, intervals)

    def test_has_bars_as_long_as_the_times(self):
        report = self.open("compared")
        bars = self.run_in_page(
            "return [...document.querySelector('figure svg[aria-label*=\"from 8 B\"], figure svg[role=img]')"
            ".querySelectorAll('g[aria-label=bar] rect')].map((rect) => ({width: rect.width.baseVal.value, "
            "title: rect.querySelector('title').textContent}))"
        )
        widths = {}
        for bar in bars:
            length = plain(bar["title"]).split("\n")[0]
            widths[length] = widths.get(length, 0) + bar["width"]
        seconds = {row["name"]: row["seconds"] for row in report["by_size"]}
        self.assertEqual(set(widths), set(seconds))
        scales = [widths[name] / seconds[name] for name in seconds]
        self.assertAlmostEqual(min(scales) / max(scales), 1, places=2)

    def test_takes_no_markup_from_names(self):
        report = self.open("compared")
        name = next(each["name"] for each in report["by_communicator"] if "script" in each["name"])
        self.assertEqual(self.driver.title, "Reductions of solver")
        self.assertIn(name, [cells["communicator"]["text"] for cells in self.cells("by-communicator")])
        self.assertEqual(self.run_in_page("return document.scripts.length"), 3)
        self.assertEqual(self.run_in_page("return document.images.length"), 0)


class Keyboard(Page):
    def focused(self, script):
        return self.run_in_page(f"const focused = document.activeElement; return {script}")

    def tab_to(self, selector):
        for _ in range(300):
            self.press(Keys.TAB)
            if self.focused(f"focused.matches({json.dumps(selector)})"):
                return
        self.fail(f"{selector} is not reached by the tabulator")

    def times(self):
        return [float(cells[time]["value"]) for cells in self.cells("classes")]

    def test_sorts_tables(self):
        self.open("compared")
        header = "#classes th:nth-child(6)"
        self.assertEqual(self.run_in_page(f"return document.querySelector('{header}').textContent"), time)
        self.tab_to(f"{header} button")
        self.assertEqual(self.focused("getComputedStyle(focused).outlineStyle"), "solid")
        times = self.times()
        sort = f"return document.querySelector('{header}').getAttribute('aria-sort')"
        self.assertEqual(self.run_in_page(sort), "none")
        self.press(Keys.ENTER)
        self.assertEqual(self.run_in_page(sort), "descending")
        self.assertEqual(self.times(), sorted(times, reverse=True))
        self.press(Keys.SPACE)
        self.assertEqual(self.run_in_page(sort), "ascending")
        self.assertEqual(self.times(), sorted(times))
        self.press(Keys.TAB, Keys.TAB, Keys.ENTER)
        self.assertEqual(self.run_in_page(sort), "none")
        waiting = [cells["waiting"]["value"] for cells in self.cells("classes")]
        known = [float(value) for value in waiting if value is not None]
        self.assertEqual(known, sorted(known, reverse=True))
        self.assertEqual(waiting[len(known):], [None] * (len(waiting) - len(known)))

    def test_opens_the_values_behind_a_chart(self):
        self.open("alone")
        self.tab_to("summary")
        self.assertFalse(self.focused("focused.parentElement.open"))
        self.press(Keys.ENTER)
        self.assertTrue(self.focused("focused.parentElement.open"))

    def test_reaches_all_that_can_be_used(self):
        self.open("bench")
        expected = self.run_in_page(
            "return [...document.querySelectorAll('button, summary')].filter((each) => each.offsetParent).length"
        )
        reached = 0
        for _ in range(expected + 40):
            self.press(Keys.TAB)
            reached += self.focused("focused.matches('button, summary')")
            if self.focused("focused === document.body"):
                break
        self.assertEqual(reached, expected)


class ReportOfMeasurements(Page):
    def test_has_a_table_of_the_points_in_the_json(self):
        for name in ["bench", "rules"]:
            report = self.open(name)
            points = report["measurements"]["points"]
            shown = self.cells("points")
            self.assertEqual(len(shown), len(points))
            for cells, point in zip(shown, points):
                self.assertEqual(float(cells["native"]["value"]), point["native"]["value"])
                self.assertEqual(float(cells["Allfold"]["value"]), point["allfold"]["value"])
                low, high = (f"{point['ratio'][end]:.2f}" for end in ["low", "high"])
                self.assertEqual(cells["native over Allfold"]["note"], f"{low}–{high}")
                self.assertEqual(float(cells["native over Allfold"]["value"]), point["ratio"]["value"])
                self.assertEqual(cells["served by"]["text"], point["served_by"])
                self.assertIn(plain(cells["native"]["text"]), content_of(f"{name}.text"))
                if name == "rules":
                    self.assertEqual(cells["because"]["text"], point["reason"])

    def test_maps_the_ratios(self):
        report = self.open("bench")
        texts = self.run_in_page(
            "return [...document.querySelectorAll('.maps g[aria-label=text] text')].map((text) => text.textContent)"
        )
        expected = []
        for point in report["measurements"]["points"]:
            ratio = point["ratio"]
            unsure = "~" if ratio["low"] <= 1 <= ratio["high"] else ""
            expected.append(f"{ratio['value']:.2f}{unsure}")
        self.assertEqual(sorted(texts), sorted(expected))

    def test_draws_a_point_for_each_time(self):
        report = self.open("bench")
        titles = self.run_in_page(
            "return [...document.querySelectorAll('.panels g[aria-label=dot] title')].map((each) => each.textContent)"
        )
        self.assertEqual(len(titles), 2 * len(report["measurements"]["points"]))
        self.assertIn("native, 8 B\n2.00 µs (1.80 µs to 2.20 µs)", map(plain, titles))

    def test_draws_points_where_their_times_are(self):
        self.open("bench")
        dots = self.run_in_page(
            "return [...document.querySelector('.panels').querySelectorAll('g[aria-label=dot] path')].map((path) => "
            "({y: path.transform.baseVal[0].matrix.f, title: path.querySelector('title').textContent}))"
        )
        points = []
        for dot in dots:
            value, unit = re.search(r"\n([\d.]+) (µs|ms)", plain(dot["title"])).groups()
            points.append((math.log(float(value) * {"µs": 1, "ms": 1000}[unit]), dot["y"]))
        (least, lowest), (most, highest) = min(points), max(points)
        self.assertLess(highest, lowest)
        for logarithm, y in points:
            expected = lowest + (logarithm - least) / (most - least) * (highest - lowest)
            self.assertAlmostEqual(y, expected, delta=0.5)

    def test_draws_intervals_where_they_are(self):
        report = self.open("bench")
        lines = self.run_in_page(
            "return [...document.querySelectorAll('.panels .panel')].map((panel) => [...panel.querySelectorAll("
            "'g[aria-label=rule] line')].map((line) => Math.abs(line.y1.baseVal.value - line.y2.baseVal.value)))"
        )
        dots = self.run_in_page(
            "return [...document.querySelectorAll('.panels .panel')].map((panel) => [...panel.querySelectorAll("
            "'g[aria-label=dot] path')].map((path) => path.querySelector('title').textContent))"
        )
        self.assertEqual(sum(map(len, lines)), 2 * len(report["measurements"]["points"]))
        # Each panel has one scale: pixels per factor.
        for own, titles in zip(lines, dots):
            factors = []
            for title in titles:
                low, high = re.search(r"\(([\d.]+) [µm]?s to ([\d.]+) [µm]?s\)", plain(title)).groups()
                factors.append(math.log(float(high) / float(low)))
            scales = [length / factor for length, factor in zip(own, factors)]
            for scale in scales:
                self.assertAlmostEqual(scale / scales[0], 1, delta=0.02)

    def test_says_what_was_found(self):
        self.open("bench")
        finding = plain(self.run_in_page("return document.getElementById('finding').textContent"))
        self.assertEqual(
            finding,
            "Against Open MPI v4.1.4, Allfold is 1.73 times as fast in Allreduce, 2.00 times as fast in Allreduce, ring "
            "and 1.05 times as fast in Reduce (geometric means). It is slower, with a 95 % interval below 1, at 1 of 6 points.",
        )
        self.open("rules")
        finding = plain(self.run_in_page("return document.getElementById('finding').textContent"))
        self.assertEqual(
            finding,
            "Against Open MPI 4.1.4, Allfold, with these rules, is 1.68 times as fast in Allreduce and 1.41 times as fast "
            "in Reduce (geometric means). It is slower, with a 95 % interval below 1, at none of 6 points.",
        )


unittest.main(verbosity=2)
