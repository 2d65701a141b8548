import { Backoff } from "./backoff.js";

/** A camera that has nothing newer is asked half an interval later, at most once in so many questions. */
const questionsBetweenShifts = 20;

/** When one thing may be asked next. Times are milliseconds on a clock that is handed in with each call. */
export class Pace {
    /**
     * @param {number} interval from one question to the next
     * @param {() => number} [random]
     */
    constructor(interval, random) {
        this.interval = interval;
        this.backoff = new Backoff(random);
        this.due = 0;
        /** Not even hope is a reason to ask before this time: the hub has said so. */
        this.notBefore = 0;
        this.inFlight = 0;
        /** From question to answer, smoothed; 0 until it is known. */
        this.roundTrip = 0;
        this.wasNew = false;
        this.sinceShift = questionsBetweenShifts;
    }

    /** A second question may be on its way only where one at a time cannot keep the rate. */
    get most() {
        return this.roundTrip > this.interval ? 2 : 1;
    }

    isReady(now) {
        return this.due <= now && this.inFlight < this.most;
    }

    /** Counted from the time that was planned, so that late timers do not add up; a missed turn is not made up for. */
    started(now) {
        const step = Math.max(this.interval, this.roundTrip / 2);
        this.due += step;
        if (this.due <= now) this.due = now + step;
        this.inFlight += 1;
        this.sinceShift += 1;
    }

    /**
     * The answer is there.
     * @param {number} took milliseconds; 0 if it was held back for reasons of its own
     */
    arrived(took) {
        if (took > 0) this.roundTrip += (took - this.roundTrip) * (this.roundTrip > 0 ? 0.2 : 1);
    }

    /** Nothing keeps the next question back any more. */
    finished() {
        this.inFlight -= 1;
    }

    /** @param {boolean} isNew whether the answer had something new */
    succeeded(isNew) {
        this.backoff.reset();
        // Nothing new, right after something new: we ask just before it comes. From now on we ask in the middle.
        if (!isNew && this.wasNew && this.sinceShift >= questionsBetweenShifts) {
            this.due += this.interval / 2;
            this.sinceShift = 0;
        }
        this.wasNew = isNew;
    }

    /** @param {number} pause that the hub asks for, in milliseconds */
    failed(now, pause = 0) {
        this.notBefore = now + pause;
        this.due = Math.max(now + this.backoff.next(), this.notBefore);
        this.wasNew = false;
    }

    /** There is reason to hope: no pause after failures any more. */
    hope(now) {
        if (this.backoff.failures === 0 || now < this.notBefore) return;
        this.backoff.reset();
        this.due = now;
    }
}
