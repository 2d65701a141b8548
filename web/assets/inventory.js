import { Stop, getCameras } from "./hub.js";
import { Pace } from "./pace.js";
import { Scheduler } from "./scheduler.js";

/** Asks once a second which cameras there are; what has not changed costs no body. */
export class Inventory {
    /**
     * @param {(cameras: import("./hub.js").Camera[]) => void} onChange only when something has changed
     * @param {(isReached: boolean) => void} onReach whether the hub answers, when that changes
     */
    constructor(onChange, onReach) {
        this.onChange = onChange;
        this.onReach = onReach;
        this.pace = new Pace(1000);
        this.isWanted = true;
        this.isHeld = false;
        this.isReached = true;
        this.tag = "";
        this.stop = new Stop();
        // A lane of its own: the list never waits for pictures.
        this.lane = new Scheduler();
        this.lane.add(this);
    }

    /** @param {boolean} isRunning */
    setRunning(isRunning) {
        this.stop = this.stop.next(isRunning);
        this.lane.setRunning(isRunning);
    }

    /** The next answer comes now, and counts as a change. */
    refresh() {
        this.tag = "";
        this.pace.due = 0;
        this.lane.turn();
    }

    /** @returns {Promise<import("./scheduler.js").Outcome>} */
    async ask() {
        const { stop, tag } = this;
        let answer;
        try {
            answer = await getCameras(tag, stop);
        } catch (error) {
            if (stop.isDone) return { kind: "stopped" };
            this.reach(false);
            return { kind: "failed", pause: error.pause };
        }
        // In the meantime somebody may have wanted all of it anew.
        if (answer && tag === this.tag) this.tag = answer.tag;
        if (answer) this.onChange(answer.cameras);
        this.reach(true);
        // A list that has not changed was not asked for at the wrong moment.
        return { kind: "new" };
    }

    reach(isReached) {
        if (isReached === this.isReached) return;
        this.isReached = isReached;
        this.onReach(isReached);
    }
}
