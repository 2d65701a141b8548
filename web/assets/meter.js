const span = 2000;

/** Counts what happens: how often a second, and how many bits. Times are milliseconds. */
export class Meter {
    constructor() {
        /** @type {{time: number, bytes: number}[]} of the last two seconds, and the last one before them */
        this.events = [];
    }

    reset() {
        this.events = [];
    }

    count(time, bytes = 0) {
        this.events.push({ time, bytes });
        while (this.events.length > 2 && this.events[1].time < time - span) this.events.shift();
    }

    /** @returns {number} a second; 0 as long as there is nothing to compare with */
    get rate() {
        return this.over(this.events.length - 1);
    }

    /** @returns {number} */
    get bitsPerSecond() {
        return this.over(this.events.slice(1).reduce((sum, { bytes }) => sum + bytes * 8, 0));
    }

    over(amount) {
        const { events } = this;
        if (events.length < 2) return 0;
        return (amount * 1000) / (events[events.length - 1].time - events[0].time);
    }
}
