"""Cameras as a page shows them."""

import re

# A few numbers that change when the drawn picture does: its colours on a coarse grid, read back from a canvas.
PIXELS = """
(picture) => {
    const canvas = document.createElement("canvas");
    canvas.width = 160;
    canvas.height = 90;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return Array.from(context.getImageData(0, 0, canvas.width, canvas.height).data).join();
}
"""


class Tile:
    """A camera in the grid, or the one of its own page; `drawn` is the canvas with its picture."""

    def __init__(self, page, camera):
        self.page = page
        self.locator = page.locator(f'[data-camera="{camera}"]')
        self.drawn = self.part("picture").locator("canvas")

    def part(self, name):
        return self.locator.locator(f'[data-part="{name}"]')

    @property
    def link(self):
        return self.part("open")

    @property
    def cover(self):
        """What lies over the picture: why there is none, or a lock."""
        return self.part("cover")

    @property
    def width(self):
        """Of the picture that is drawn, in its own pixels; 0 if none is to be seen."""
        return self.drawn.evaluate("(canvas) => canvas.hidden ? 0 : canvas.width")

    def pixels(self):
        return self.drawn.evaluate(PIXELS)

    def wait_for_picture(self, timeout=10000):
        self.drawn.wait_for(state="visible", timeout=timeout)

    def wait_for_other_pixels(self, before, timeout=5000):
        """Until what is drawn differs from `before`."""
        self.page.wait_for_function(
            f"([picture, before]) => ({PIXELS})(picture) !== before",
            arg=[self.drawn.element_handle(), before], timeout=timeout)

    def wait_for_trouble(self, timeout=5000):
        self.page.wait_for_function(
            "(tile) => tile.classList.contains('is-troubled')", arg=self.locator.element_handle(), timeout=timeout)
        self.cover.wait_for(state="visible")

    def wait_for_recovery(self, timeout=5000):
        self.page.wait_for_function(
            "(tile) => tile.classList.contains('is-live')", arg=self.locator.element_handle(), timeout=timeout)
        self.cover.wait_for(state="hidden")

    def wait_for_lock(self, timeout=5000):
        self.page.wait_for_function(
            "(tile) => tile.classList.contains('is-locked')", arg=self.locator.element_handle(), timeout=timeout)
        self.cover.wait_for(state="visible")

    @property
    def shown_rate(self):
        """The rate in the caption, or None."""
        match = re.match(r"([\d.]+) fps", self.part("rate").inner_text())
        return float(match.group(1)) if match else None
