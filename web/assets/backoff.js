const first = 1000;
const longest = 30000;

/** How long to wait after failures: 1 s, doubling up to 30 s, spread out so that viewers do not march in step. */
export class Backoff {
    /** @param {() => number} random from 0 to 1 */
    constructor(random = Math.random) {
        this.random = random;
        this.failures = 0;
    }

    reset() {
        this.failures = 0;
    }

    /** @returns {number} milliseconds, one more failure having been counted */
    next() {
        const delay = Math.min(first * 2 ** this.failures, longest);
        this.failures += 1;
        return delay * (0.75 + this.random() / 2);
    }
}
