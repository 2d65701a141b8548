/** Browsers open six connections to a host: four for pictures leave room for the list and for what people do. */
const most = 4;

/** A camera that has yet to start may hold its answer for seconds: one place is left for those that are live. */
const mostHeld = 3;

/**
 * @typedef {Object} Source Something that is asked again and again.
 * @property {import("./pace.js").Pace} pace
 * @property {boolean} isWanted whether anybody would see the answer
 * @property {boolean} isHeld whether the answer may take long for reasons that are not the way's
 * @property {() => Promise<Outcome>} ask asks once; never rejects
 *
 * @typedef {Object} Outcome
 * @property {"new"|"same"|"failed"|"stopped"} kind
 * @property {number} [pause] for how long the hub wants to be left alone, in milliseconds
 * @property {Promise<boolean>} [drawn] settles when the page is done with what has come; false if it was no good
 */

/** The time that it is, and calls at a later one. Tests bring their own. */
export const pageClock = {
    now: () => performance.now(),
    /** @returns {() => void} takes the call back */
    after: (milliseconds, call) => {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
    },
};

/** Asks each source at its own pace. Who has been due longest is first: no camera keeps another one waiting. */
export class Scheduler {
    constructor(clock = pageClock) {
        this.clock = clock;
        /** @type {Set<Source>} */
        this.sources = new Set();
        this.isRunning = true;
        this.inFlight = 0;
        this.held = 0;
        this.forgetTimer = () => {};
    }

    /** @param {Source} source */
    add(source) {
        this.sources.add(source);
        this.turn();
    }

    /** @param {Source} source */
    remove(source) {
        this.sources.delete(source);
    }

    /** Nothing is asked while it does not run. What is on its way still counts: there is never a second loop. */
    setRunning(isRunning) {
        this.isRunning = isRunning;
        this.turn();
    }

    /** There is reason to hope that this one, or all, will answer: pauses after failures end. */
    hope(source = null) {
        const now = this.clock.now();
        (source ? [source] : this.sources).forEach(({ pace }) => pace.hope(now));
        this.turn();
    }

    /** Asks all that may be asked now, and comes back when the next one is due. */
    turn() {
        this.forgetTimer();
        if (!this.isRunning) return;
        const now = this.clock.now();
        for (let source = this.next(now); source; source = this.next(now)) this.start(source, now);
        let due = Infinity;
        for (const { pace, isWanted } of this.sources) if (isWanted && pace.due > now) due = Math.min(due, pace.due);
        if (due < Infinity) this.forgetTimer = this.clock.after(due - now, () => this.turn());
    }

    /** @returns {?Source} who has been due longest of those that may be asked */
    next(now) {
        let first = null;
        if (this.inFlight >= most) return first;
        for (const source of this.sources) {
            if (!source.isWanted || !source.pace.isReady(now)) continue;
            if (source.isHeld && this.held >= mostHeld) continue;
            if (!first || source.pace.due < first.pace.due) first = source;
        }
        return first;
    }

    /** @param {Source} source */
    async start(source, now) {
        const { pace, isHeld } = source;
        pace.started(now);
        this.inFlight += 1;
        if (isHeld) this.held += 1;
        const { kind, pause, drawn } = await source.ask();
        this.inFlight -= 1;
        if (isHeld) this.held -= 1;
        pace.arrived(isHeld || kind === "failed" || kind === "stopped" ? 0 : this.clock.now() - now);
        if (drawn) this.turn();
        const isGood = drawn ? await drawn : true;
        pace.finished();
        if (kind === "failed" || !isGood) pace.failed(this.clock.now(), pause);
        else if (kind !== "stopped") pace.succeeded(kind === "new");
        this.turn();
    }
}
