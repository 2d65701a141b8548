/** How long to wait after failures: 1 s, doubling up to 30 s, each spread out so that clients do not march in step. */
export class Backoff {
    constructor() {
        this.failures = 0;
    }

    reset() {
        this.failures = 0;
    }

    /** @returns {number} milliseconds */
    next() {
        const delay = Math.min(1000 * Math.pow(2, this.failures), 30000);
        this.failures += 1;
        return delay * (0.75 + Math.random() / 2);
    }
}

/**
 * At most four requests in flight, first come, first served: browsers open six connections to a host.
 * A camera that has yet to start may hold its request for seconds, so these may have three at most.
 */
export class Gate {
    constructor() {
        this.inFlight = 0;
        this.slowInFlight = 0;
        /** @type {{isSlow: boolean, enter: () => void}[]} never more than there are cameras */
        this.waiting = [];
    }

    /**
     * @template T
     * @param {boolean} isSlow
     * @param {() => Promise<T>} request
     * @returns {Promise<T>}
     */
    async pass(isSlow, request) {
        await new Promise((enter) => {
            this.waiting.push({ isSlow, enter });
            this.admit();
        });
        try {
            return await request();
        } finally {
            this.inFlight -= 1;
            if (isSlow) this.slowInFlight -= 1;
            this.admit();
        }
    }

    admit() {
        const next = this.waiting.findIndex(({ isSlow }) => this.inFlight < 4 && (!isSlow || this.slowInFlight < 3));
        if (next < 0) return;
        const [{ isSlow, enter }] = this.waiting.splice(next, 1);
        this.inFlight += 1;
        if (isSlow) this.slowInFlight += 1;
        enter();
    }
}

/** A loop that runs while the page is seen; hidden pages cost the hub nothing. */
export class VisibleLoop {
    /**
     * @param {(stop: AbortSignal) => Promise<number>} turn does one round and returns when the next
     *   one is due, on the clock of performance.now()
     */
    constructor(turn) {
        this.turn = turn;
        this.isWanted = true;
        this.stop = null;
        this.last = Promise.resolve();
        this.wake = () => {};
        this.follow = () => this.update();
        document.addEventListener("visibilitychange", this.follow);
        this.update();
    }

    end() {
        this.isWanted = false;
        document.removeEventListener("visibilitychange", this.follow);
        this.update();
    }

    update() {
        const shouldRun = this.isWanted && !document.hidden;
        if (shouldRun && !this.stop) {
            this.stop = new AbortController();
            const { signal } = this.stop;
            // Behind the last run, which may still be ending: there is never more than one.
            this.last = this.last.then(() => this.run(signal));
        } else if (!shouldRun && this.stop) {
            this.stop.abort();
            this.stop = null;
            this.wake();
        }
    }

    /** @param {AbortSignal} stop */
    async run(stop) {
        while (!stop.aborted) {
            const due = await this.turn(stop);
            if (stop.aborted) return;
            await new Promise((wake) => {
                this.wake = wake;
                setTimeout(wake, due - performance.now());
            });
        }
    }
}
