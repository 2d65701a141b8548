import { loginURL } from "./hub.js";
import { setNotice, watchCameras } from "./inventory.js";
import { Gate } from "./pacing.js";
import { View } from "./view.js";

const id = decodeURIComponent(location.pathname.split("/").pop());
const view = new View(document.getElementById("view"), id, new Gate(), (isLocked) => {
    if (isLocked) location.replace(loginURL(id));
});
let isKnown = true;

watchCameras(
    (cameras) => {
        const camera = cameras.find((camera) => camera.id === id);
        isKnown = camera !== undefined;
        if (!camera) return;
        document.title = camera.name;
        view.update(camera);
    },
    (isReached, isNews) => {
        if (isReached && isNews) view.retry();
        if (!isReached) setNotice("The hub does not answer. Trying again…");
        else setNotice(isKnown ? "" : `There is no camera ${id}.`);
    },
);

document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.getElementById("back").click();
});
