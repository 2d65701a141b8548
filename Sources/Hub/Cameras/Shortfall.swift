package import Camera

/// A device gives less than was wanted, since its USB bus has no bandwidth for more.
package struct Shortfall: Equatable, Sendable {
    package let wanted: ModeChoice
    package let given: ModeChoice

    package init(wanted: ModeChoice, given: ModeChoice) {
        self.wanted = wanted
        self.given = given
    }

    package var reason: String {
        "the USB bus has no bandwidth left for \(wanted.summary): it gives \(given.summary) instead"
    }

    package var hint: String {
        "it gets more when another camera on this bus stops; to change that, lower the others' size or fps, or plug one of "
            + "them into another controller's port"
    }
}
