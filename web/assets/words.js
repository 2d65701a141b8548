/* All that the scripts of these pages say to people. A plain script in ES5: the oldest browsers read it too. */
var words = {
    retry: "Try again",
    unlock: "Unlock",
    cancel: "Cancel",
    keys: "Keys",
    clear: "Clear",
    remove: "Delete",
    pin: "PIN",
    password: "Password",
    adminTitle: "Admin",

    lockedHint: "Tap to enter the PIN",
    empty: "No camera yet: plug a camera in.",
    hubGone: "The hub does not answer. Trying again…",
    hubSilent: "the hub does not answer",
    noPicture: "the hub sent a picture that cannot be shown",
    noSuchCamera: "There is no camera with this address.",
    wrongPin: "That PIN is not right.",
    wrongPassword: "That password is not right.",

    /* The states of a camera, as the hub calls them, and three that only pages know. */
    states: {
        starting: "Starting…",
        streaming: "Live",
        idle: "Starting…",
        offline: "Offline",
        busy: "In use elsewhere",
        denied: "Not permitted",
        "no-bandwidth": "No room on the USB bus",
        stalled: "Silent",
        failed: "Does not work",
        unreachable: "Out of reach",
        wait: "Please wait",
        locked: "Locked"
    },

    state: function (state) {
        return words.states[state] || state;
    },

    answered: function (status) {
        return "the hub answered " + status;
    },

    pictureOf: function (name) {
        return "Live picture of " + name;
    },

    fps: function (fps) {
        return (fps < 9.95 ? fps.toFixed(1) : Math.round(fps)) + " fps";
    },

    cameras: function (count, silent) {
        var all = count === 1 ? "1 camera" : count + " cameras";
        return silent > 0 ? all + ", " + silent + " not live" : all;
    },

    /* "Offline since 14:32", with the date if it was not today. */
    since: function (state, milliseconds) {
        var time = new Date(milliseconds);
        var clock = time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        var isToday = time.toDateString() === new Date().toDateString();
        var day = isToday ? "" : time.toLocaleDateString([], { day: "numeric", month: "short" }) + ", ";
        return words.state(state).replace("…", "") + " since " + day + clock;
    },

    /* How long ago a picture was taken. */
    age: function (milliseconds) {
        var age = Math.max(milliseconds, 0);
        return (age < 1000 ? Math.round(age) + " ms" : words.duration(Math.round(age / 1000))) + " old";
    },

    bits: function (perSecond) {
        if (perSecond < 999500) return Math.round(perSecond / 1000) + " kbit/s";
        return (perSecond / 1000000).toFixed(1) + " Mbit/s";
    },

    /* For names of files: 2026-11-30-14-05-09. */
    stamp: function (milliseconds) {
        var time = new Date(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60000);
        return time.toISOString().slice(0, 19).replace(/[T:]/g, "-");
    },

    /* What an admin can set. */
    name: "Name",
    rate: "Pictures a second",
    quality: "Quality",
    qualityHint: "1 to 100, or auto. Pictures that the camera makes itself stay as they are.",
    rotation: "Rotation",
    flip: "Mirror",
    flips: { none: "Not mirrored", horizontal: "Left and right", vertical: "Top and bottom" },
    turn: function (angle) {
        return angle === 0 ? "Upright" : angle + "°";
    },
    newPin: "New PIN",
    newPinHint: "4 to 12 digits. Whoever watches with the old one has to enter the new one.",
    pinChanged: "The PIN is changed.",
    openForAll: "Open without a PIN",
    reallyOpen: "Whoever reaches the hub sees this camera then, without any PIN. Open it?",
    isOpen: "It takes no PIN.",
    device: "Device",
    reset: "Default",
    adminOnly: "The admin can change name, rate, PIN, rotation and what the device offers.",
    logInAsAdmin: "Log in as admin",
    notSet: function (reason, hint) {
        return "Not changed: " + reason + (hint ? " (" + hint + ")" : "");
    },

    screenMaySleep: "The screen may go dark: browsers keep it on over HTTPS only.",

    tooManyTries: function (seconds) {
        return "Too many wrong tries. Try again in " + words.duration(seconds) + ".";
    },

    tryNow: "You can try again.",

    duration: function (seconds) {
        if (seconds >= 120) return Math.ceil(seconds / 60) + " minutes";
        return seconds === 1 ? "1 second" : seconds + " seconds";
    },

    isNow: function (name, state) {
        return name + ": " + state;
    }
};
