import Testing
import Udev

@Suite struct UeventTests {
    private func message(_ words: [String]) -> [UInt8] { words.flatMap { Array($0.utf8) + [0] } }

    private static let path = "/devices/platform/vhci_hcd.0/usb1/1-1/1-1:1.0/video4linux/video0"

    @Test("The kernel's words are read: what has happened, and to which device of which subsystem")
    func reading() {
        let event = Uevent(
            message([
                "add@\(Self.path)", "ACTION=add", "DEVPATH=\(Self.path)", "SUBSYSTEM=video4linux", "MAJOR=81",
                "MINOR=0",
                "DEVNAME=video0", "SEQNUM=1234",
            ]))
        #expect(event?.action == "add" && event?.devicePath == Self.path && event?.subsystem == "video4linux")
        let other = Uevent(message(["remove@/a@b=c", "ACTION=remove", "DEVPATH=/a@b=c", "SUBSYSTEM=usb", "PRODUCT="]))
        #expect(other?.action == "remove" && other?.devicePath == "/a@b=c" && other?.subsystem == "usb")
    }

    @Test(
        "What is no word of the kernel is none, and nothing of any length or content does harm",
        arguments: [
            [], [""], ["libudev"], ["add@/x"], ["add@/x", "ACTION=add", "DEVPATH=/x"],
            ["add@/x", "ACTION=remove", "DEVPATH=/x", "SUBSYSTEM=usb"], ["ACTION=add", "DEVPATH=/x", "SUBSYSTEM=usb"],
            ["add@/x", "=", "ACTION", "SUBSYSTEM=usb"],
        ])
    func nonsense(words: [String]) {
        #expect(Uevent(message(words)) == nil)
    }

    @Test("Bytes that are no text, and a message that is cut off, are no reason to stop")
    func damage() {
        let whole = message(["add@\(Self.path)", "ACTION=add", "DEVPATH=\(Self.path)", "SUBSYSTEM=video4linux"])
        // The last word may lack its zero, and nothing else.
        for count in whole.indices {
            #expect((Uevent(Array(whole.prefix(count)))?.subsystem == "video4linux") == (count == whole.count - 1))
        }
        #expect(Uevent([0xFF, 0xFE, 0, 0x40, 0]) == nil)
        // udevd's own form: a name, and then numbers.
        #expect(Uevent(Array("libudev".utf8) + [0, 0xFE, 0xED, 0xCA, 0xFE, 40, 0, 0, 0]) == nil)
    }
}
