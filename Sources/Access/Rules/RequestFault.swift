/// Why a request is refused whoever sent it: it may come from a web page that means no good.
package struct RequestFault: Error, Hashable, Sendable {
    package enum Rule: Sendable {
        case host, origin, contentType
    }

    package let rule: Rule
    /// For people: what is wrong, and what to do if it should not be.
    package let reason: String
    package let hint: String
}
