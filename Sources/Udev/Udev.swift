// Udev
