package import Camera
package import Posix

/// A reactor whose jobs run on a real thread of its own, and whose waits go by a `ManualTime`.
package final class ManualReactor: Reactor {
    private let time: ManualTime
    private let lane: Lane

    package init(_ time: ManualTime, name: String = "manual") throws(Errno) {
        self.time = time
        lane = try Lane(name: name)
    }

    deinit {
        time.forget(ObjectIdentifier(self))
        lane.end()
    }

    package var now: MonotonicTime { time.now }
    package var preference: (any TaskExecutor)? { nil }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        time.jobBegins()
        lane.add { [time] in
            job.runSynchronously(on: self.asUnownedSerialExecutor())
            time.jobEnded()
        }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    package func checkIsolated() {
        precondition(lane.isCurrent, "called from outside the actor's own thread")
    }

    package func wait(for descriptor: CInt?, until deadline: MonotonicTime?) async -> Wake {
        await withCheckedContinuation { continuation in
            let watch = ManualTime.Watch(descriptor: descriptor, deadline: deadline, continuation: continuation)
            time.wait(ObjectIdentifier(self), watch)
        }
    }

    package func wake() { time.wake(ObjectIdentifier(self)) }
}

/// Where tasks run between one actor and the next: the preferred executor of what a test starts, so that `ManualTime`
/// sees these steps too.
package final class ManualExecutor: TaskExecutor {
    private let time: ManualTime
    private let lane: Lane

    package init(_ time: ManualTime) throws(Errno) {
        self.time = time
        lane = try Lane(name: "tasks")
    }

    deinit { lane.end() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        time.jobBegins()
        lane.add { [time] in
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            time.jobEnded()
        }
    }
}
