"""Cameras as a page shows them."""

import re

# A few numbers that change when the drawn picture does: its colours on a coarse grid, read back from a canvas.
PIXELS = """
(image) => {
    const canvas = document.createElement("canvas");
    canvas.width = 160;
    canvas.height = 90;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return Array.from(context.getImageData(0, 0, canvas.width, canvas.height).data).join();
}
"""


class Tile:
    def __init__(self, page, camera):
        self.page = page
        self.locator = page.locator(f'[data-camera="{camera}"]')

    def part(self, name):
        return self.locator.locator(f'[data-part="{name}"]')

    @property
    def width(self):
        """Of the decoded picture in pixels; 0 if there is none or it is broken."""
        return self.part("picture").evaluate("(image) => image.complete ? image.naturalWidth : 0")

    def pixels(self):
        return self.part("picture").evaluate(PIXELS)

    def wait_for_picture(self):
        self.part("picture").wait_for(state="visible", timeout=10000)

    def wait_for_other_pixels(self, before, timeout=5000):
        """Until what is drawn differs from `before`."""
        self.page.wait_for_function(
            f"([image, before]) => ({PIXELS})(image) !== before",
            arg=[self.part("picture").element_handle(), before], timeout=timeout)

    def wait_for_trouble(self, timeout=5000):
        self.part("trouble").wait_for(state="visible", timeout=timeout)
        assert "is-troubled" in self.locator.get_attribute("class")

    def wait_for_recovery(self, timeout=5000):
        self.part("trouble").wait_for(state="hidden", timeout=timeout)

    @property
    def shown_rate(self):
        """The rate in the caption, or None."""
        match = re.fullmatch(r"([\d.]+) fps", self.part("rate").inner_text())
        return float(match.group(1)) if match else None
