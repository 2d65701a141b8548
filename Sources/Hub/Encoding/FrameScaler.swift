package import Camera

/// Makes smaller pictures of one camera's frames. Used by one thread at a time.
package protocol FrameScaler: AnyObject, Sendable {
    /// Nil if the picture cannot be decoded, or there is no memory for that.
    func shrink(_ picture: FrameBytes, to scale: PictureScale) -> (bytes: FrameBytes, size: Size)?
}
