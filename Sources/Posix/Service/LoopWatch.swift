import CLinux
import Glibc

/// A thread's loop that can be asked whether it still turns.
package protocol Loop: AnyObject, Sendable {
    /// Calls `body` on the loop's thread at its next turn; never, if the loop has ended. From any thread.
    func onNextTurn(_ body: @escaping @Sendable () -> Void)
}

/// Asks the loops of the hub whether they turn, and knows who has not answered. Thread-safe.
///
/// A thread that the kernel holds in an uninterruptible sleep, as a driver does whose device does not answer, does not
/// count as hung: the end of the process would have to wait for it as well, and the other cameras go on.
package final class LoopWatch: Sendable {
    private struct Entry {
        let name: String
        /// It ends with its owners, and is forgotten then.
        weak var loop: (any Loop)?
        var isAsked = false
        /// Known from its first answer on.
        var thread: Int32?
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var count = 0
    }

    private let state = Locked(State())
    private let isHeldByKernel: @Sendable (Int32) -> Bool

    package init(isHeldByKernel: @escaping @Sendable (Int32) -> Bool = LoopWatch.isInUninterruptibleSleep) {
        self.isHeldByKernel = isHeldByKernel
    }

    /// Asks it from now on, for the first time at once.
    package func add(_ loop: any Loop, name: String) {
        let number = state.withLock { state in
            state.count += 1
            state.entries[state.count] = Entry(name: name, loop: loop)
            return state.count
        }
        ask([number])
    }

    /// Asks everyone who does not owe an answer yet.
    package func ask() {
        ask(
            state.withLock { state in
                state.entries = state.entries.filter { $0.value.loop != nil }
                return Array(state.entries.keys)
            })
    }

    private func ask(_ numbers: [Int]) {
        for number in numbers {
            let loop: (any Loop)? = state.withLock { state in
                guard let entry = state.entries[number], !entry.isAsked, let loop = entry.loop else { return nil }
                state.entries[number]?.isAsked = true
                return loop
            }
            loop?.onNextTurn { [weak self] in self?.noteAnswer(of: number, on: gettid()) }
        }
    }

    private func noteAnswer(of number: Int, on thread: Int32) {
        state.withLock { state in
            state.entries[number]?.isAsked = false
            state.entries[number]?.thread = thread
        }
    }

    /// The names of the loops that were asked and do not answer.
    package var silent: [String] {
        let asked = state.withLock { state in state.entries.values.filter { $0.isAsked && $0.loop != nil } }
        return asked.filter { !($0.thread.map(isHeldByKernel) ?? false) }.map(\.name).sorted()
    }

    /// By what the kernel says of a thread of this process.
    package static let isInUninterruptibleSleep: @Sendable (Int32) -> Bool = { thread in
        guard let bytes = try? RegularFile.contents(of: "/proc/self/task/\(thread)/stat", limit: 4096) else {
            return false
        }
        // After the name, which may have anything in it, but ends with the last parenthesis.
        let text = String(decoding: bytes, as: UTF8.self)
        return text[(text.lastIndex(of: ")") ?? text.startIndex)...].hasPrefix(") D")
    }
}
