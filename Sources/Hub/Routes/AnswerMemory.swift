import HTTP
import Posix

/// The answers that were given last, by their tag, for those who have them already. Thread-safe.
final class AnswerMemory: Sendable {
    /// As many callers as see different things, for the most part: nobody, a few PINs, the admin.
    private static let limit = 8
    /// The newest last.
    private let answers = Locked<[(tag: EntityTag, response: Response)]>([])

    subscript(tag: EntityTag) -> Response? {
        get { answers.withLock { $0.last { $0.tag == tag }?.response } }
        set {
            answers.withLock { answers in
                answers.removeAll { $0.tag == tag }
                guard let newValue else { return }
                answers.append((tag, newValue))
                if answers.count > AnswerMemory.limit { answers.removeFirst() }
            }
        }
    }
}
