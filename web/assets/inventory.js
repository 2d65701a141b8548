import { Resource } from "./hub.js";
import { Backoff, VisibleLoop } from "./pacing.js";

/**
 * Asks once a second which cameras there are.
 * @param {(cameras: import("./hub.js").Camera[]) => void} onChange only when something has changed
 * @param {(isReached: boolean, isNews: boolean) => void} onReach whether the hub answers, after each
 *   question, and whether that was otherwise before
 * @returns {{forget: () => void}} `forget` makes the next answer count as a change
 */
export function watchCameras(onChange, onReach) {
    const list = new Resource("cameras");
    const backoff = new Backoff();
    let wasReached = true;
    const reach = (isReached) => {
        onReach(isReached, isReached !== wasReached);
        wasReached = isReached;
    };
    new VisibleLoop(async (stop) => {
        const started = performance.now();
        let answer;
        try {
            answer = await list.ask((response) => response.json(), stop);
        } catch (_) {
            if (!stop.aborted) reach(false);
            return performance.now() + backoff.next();
        }
        backoff.reset();
        if (answer) onChange(answer.cameras);
        reach(true);
        return started + 1000;
    });
    return list;
}

/**
 * A line above everything, or none.
 * @param {string} text
 */
export function setNotice(text) {
    const notice = document.getElementById("notice");
    notice.hidden = !text;
    if (notice.textContent !== text) notice.textContent = text;
}
