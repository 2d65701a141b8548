/**
 * Where everything stands: rows of one height, filled like lines of text, so that each picture keeps its shape and a
 * further one at the end moves none of the others as long as the height stays.
 *
 * @typedef {Object} Place
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/** Lower than this nothing is recognised any more: then the page scrolls. */
const lowest = 100;

/** A panorama, or a tower, must not make all others small. */
const shapes = { narrowest: 0.5, widest: 2.5 };

/** In a wide window pictures side by side look calmer than a pile, even if they are a little smaller. */
const tolerance = 0.9;

/** What is held in a hand is scrolled rather than left empty beside a narrow pile. */
const hand = { width: 600, used: 0.7 };

/** Pictures of a page that is scrolled are as large as they can be in so many windows. */
const windows = 2.5;

/**
 * @param {number[]} ratios width by height of each picture
 * @param {{width: number, height: number}} room that is seen at once
 * @param {number} gap between two
 * @returns {{places: Place[], height: number}} and how high it all is: more than the room if it has to be scrolled
 */
export function arrange(ratios, room, gap) {
    if (ratios.length === 0) return { places: [], height: 0 };
    const kept = ratios.map((ratio) => Math.min(Math.max(ratio, shapes.narrowest), shapes.widest));
    const highest = Math.min(room.height, room.width / Math.max(...kept));
    const fitting = highestThat((height) => flow(kept, height, room.width, gap).height <= room.height, highest);
    const isWide = room.width > room.height;
    const isLean = room.width < hand.width && widest(kept, fitting, room, gap) < room.width * hand.used;
    const isScrolled = (isLean && fitting < highest) || fitting < Math.min(lowest, highest);
    const height = isWide && !isScrolled ? calmer(kept, fitting, room, gap) : fitting;
    return place(kept, isScrolled ? scrolled(kept, room, gap, highest) : height, room, gap);
}

/** @returns {number} the width of the widest row */
function widest(ratios, height, room, gap) {
    const { rows } = flow(ratios, height, room.width, gap);
    const width = (row) => row.reduce((sum, index) => sum + Math.floor(ratios[index] * height) + gap, -gap);
    return Math.max(...rows.map(width));
}

/** @returns {number} the largest height up to `highest` that is good; smaller ones are as good as larger ones */
function highestThat(isGood, highest) {
    if (isGood(highest)) return highest;
    let good = 0;
    let bad = highest;
    while (bad - good > 0.5) {
        const middle = (good + bad) / 2;
        if (isGood(middle)) good = middle;
        else bad = middle;
    }
    return good;
}

/** One row less, if that costs little height. */
function calmer(ratios, height, room, gap) {
    const { rows } = flow(ratios, height, room.width, gap);
    const other = highestThat((height) => flow(ratios, height, room.width, gap).rows.length < rows.length, height);
    return other >= height * tolerance ? other : height;
}

/** The height at which as few as possible stand in a row, and fill it. */
function scrolled(ratios, room, gap, highest) {
    const middle = ratios.slice().sort((one, two) => one - two)[Math.floor(ratios.length / 2)];
    const heightOf = (count) => Math.min((room.width - (count - 1) * gap) / count / middle, highest);
    let count = 1;
    while (
        heightOf(count + 1) >= lowest &&
        flow(ratios, heightOf(count), room.width, gap).height > room.height * windows
    ) count += 1;
    return heightOf(count);
}

/** @returns {{rows: number[][], height: number}} which stand in each row */
function flow(ratios, height, width, gap) {
    const rows = [];
    let used = Infinity;
    ratios.forEach((ratio, index) => {
        const own = Math.floor(ratio * height);
        if (used + gap + own > width) {
            rows.push([]);
            used = -gap;
        }
        rows[rows.length - 1].push(index);
        used += gap + own;
    });
    return { rows, height: rows.length * (Math.floor(height) + gap) - gap };
}

/** The whole stands in the middle of the room, its rows begin at the same edge. */
function place(ratios, height, room, gap) {
    const { rows, height: total } = flow(ratios, height, room.width, gap);
    const own = ratios.map((ratio) => Math.floor(ratio * height));
    const left = Math.floor((room.width - widest(ratios, height, room, gap)) / 2);
    let y = Math.max(0, Math.floor((room.height - total) / 2));
    const places = [];
    for (const row of rows) {
        let x = left;
        for (const index of row) {
            places[index] = { x, y, width: own[index], height: Math.floor(height) };
            x += own[index] + gap;
        }
        y += Math.floor(height) + gap;
    }
    return { places, height: total };
}
