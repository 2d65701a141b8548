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
    const at = (height) => flow(kept, height, room.width, gap);
    const fitting = highestThat((height) => at(height).height <= room.height, highest);
    const isWide = room.width > room.height;
    const isLean = room.width < hand.width && at(fitting).width < room.width * hand.used;
    const isScrolled = (isLean && fitting < highest) || fitting < Math.min(lowest, highest);
    if (isScrolled) return place(at(scrolled(at, kept, room, gap, highest)), room);
    return place(at(isWide ? calmer(at, fitting) : fitting), room);
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
function calmer(at, height) {
    const { rows } = at(height);
    const other = highestThat((height) => at(height).rows < rows, height);
    return other >= height * tolerance ? other : height;
}

/** The height at which as few as possible stand in a row, and fill it. */
function scrolled(at, ratios, room, gap, highest) {
    const middle = ratios.slice().sort((one, two) => one - two)[Math.floor(ratios.length / 2)];
    const heightOf = (count) => Math.min((room.width - (count - 1) * gap) / count / middle, highest);
    let count = 1;
    while (heightOf(count + 1) >= lowest && at(heightOf(count)).height > room.height * windows) count += 1;
    return heightOf(count);
}

/** Places from the corner on, how many rows they are, and how wide and high it all is. */
function flow(ratios, height, width, gap) {
    const places = [];
    const step = Math.floor(height) + gap;
    let rows = 0;
    let x = Infinity;
    let widest = 0;
    for (const ratio of ratios) {
        const own = Math.floor(ratio * height);
        if (x + own > width) {
            x = 0;
            rows += 1;
        }
        places.push({ x, y: (rows - 1) * step, width: own, height: step - gap });
        x += own + gap;
        widest = Math.max(widest, x - gap);
    }
    return { places, rows, width: widest, height: rows * step - gap };
}

/** The whole stands in the middle of the room, its rows begin at the same edge. */
function place({ places, width, height }, room) {
    const left = Math.floor((room.width - width) / 2);
    const top = Math.max(0, Math.floor((room.height - height) / 2));
    return { places: places.map((own) => Object.assign(own, { x: own.x + left, y: own.y + top })), height };
}
