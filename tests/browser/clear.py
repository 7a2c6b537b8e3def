"""Measures accessibility of a drawn page: text contrast and size, touch targets and their names."""

from tests.browser.conftest import PHONE, WIDE

LEAST_TEXT_PX = 16
LEAST_CONTRAST = 4.5
LEAST_TARGET_PX = 44
AWAY = "about:blank"  # a page whose game is no longer on the table would go elsewhere by itself

# Text drawn by each visible element, its size, and its contrast with the ground behind it (WCAG 2).
TEXTS = """() => {
    const part = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = ([red, green, blue]) => 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
        .getContext('2d', { willReadFrequently: true });
    const mixed = new Map();
    const colour = (css, under) => {
        const name = `${css} on ${under}`;
        if (!mixed.has(name)) {
            pen.clearRect(0, 0, 1, 1);
            if (under) { pen.fillStyle = `rgb(${under})`; pen.fillRect(0, 0, 1, 1); }
            pen.fillStyle = css;
            pen.fillRect(0, 0, 1, 1);
            mixed.set(name, [...pen.getImageData(0, 0, 1, 1).data]);
        }
        return mixed.get(name);
    };
    const grounds = (element) => {
        const layers = [];
        for (let here = element; here; here = here.parentElement) {
            const style = getComputedStyle(here);
            const gradient = style.backgroundImage.match(/rgba?\\([^)]*\\)|color\\([^)]*\\)/g);
            if (style.backgroundImage.includes('gradient') && gradient) {
                const over = (under, css) => colour(css, under.slice(0, 3));
                return gradient.map((css) => layers.reduceRight(over, colour(css)));
            }
            layers.push(style.backgroundColor);
            if (colour(style.backgroundColor)[3] === 255) break;
        }
        return [layers.reduceRight((under, over) => colour(over, under?.slice(0, 3)), null)];
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const words = walker.currentNode.textContent.trim();
        if (!words || element.closest('.spoken, svg, script, noscript, dialog:not([open])')) continue;
        const box = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        if (!box.width || style.clipPath !== 'none' || !element.checkVisibility({ visibilityProperty: true })) continue;
        const ratios = grounds(element).map((ground) => {
            const [high, low] = [light(colour(style.color, ground.slice(0, 3))), light(ground)].sort((a, b) => b - a);
            return (high + 0.05) / (low + 0.05);
        });
        found.push({ words, size: parseFloat(style.fontSize), contrast: Math.min(...ratios) });
    }
    return found;
}"""

# Buttons, links and fields that are in sight: their boxes and accessible names.
TARGETS = """() => [...document.querySelectorAll('a, button, summary, input:not([type=hidden]), select')]
    .filter((element) => element.checkVisibility() && !element.closest('dialog:not([open])'))
    .map((element) => {
        const target = element.type === 'checkbox' ? element.closest('label') : element; // its words can be pressed too
        const box = target.getBoundingClientRect();
        const label = element.labels?.[0]?.textContent ?? '';
        const name = (element.getAttribute('aria-label') ?? '') + element.textContent + label;
        const { className: kind, outerHTML: html } = element;
        return { name: name.trim(), width: box.width, height: box.height, kind, html };
    })"""


def assert_texts_are_clear(page):
    """All text on ``page`` is large, and stands out from its ground."""
    texts = page.evaluate(TEXTS)
    assert texts
    assert [text for text in texts if text["size"] < LEAST_TEXT_PX] == []
    assert [text for text in texts if text["contrast"] < LEAST_CONTRAST] == []


def assert_targets_are_large(page, may_be_narrow, may_be_low):
    """What can be pressed on ``page`` has a name and is large enough for a finger, except what is declared small."""
    for target in page.evaluate(TARGETS):
        assert target["name"], target["html"]
        assert target["width"] >= LEAST_TARGET_PX or may_be_narrow(target), target["html"]
        assert target["height"] >= LEAST_TARGET_PX or may_be_low(target), target["html"]


def assert_clear_everywhere(page):
    """``page`` is clear wide and narrow, by night and by day, and never wider than its window."""
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert_texts_are_clear(page)
        assert_targets_are_large(page, may_be_narrow=_is_end, may_be_low=_is_end)


def _is_end(target):
    return target["kind"].startswith("end")  # the keypad does the same
