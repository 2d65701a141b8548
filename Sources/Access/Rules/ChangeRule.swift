internal import HTTP

/// What a request that changes something must have besides the right to do it: no other web site may have sent it.
enum ChangeRule {
    /// - Parameters:
    ///   - isForm: sent by a form of the hub's pages, without any script, which cannot send JSON.
    ///   - isEncrypted: whether the browser's own connection is.
    static func fault(_ request: AccessRequest, isForm: Bool, isEncrypted: Bool) -> RequestFault? {
        if !isForm, !isJSON(request.contentType) {
            return RequestFault(
                rule: .contentType, reason: "a change has to be sent as application/json",
                hint: "set Content-Type: application/json")
        }
        guard let origin = request.origin else { return nil }
        if isForm, origin == "null" {
            // A page that tells nobody where it is (no-referrer) sends its own forms like this. Of a stranger's form
            // browsers say so, at least over TLS, and they keep the cookies away from it in any case.
            guard let site = request.fetchSite, site != "same-origin" else { return nil }
        } else if isOwn(origin, request.authority, isEncrypted: isEncrypted) {
            return nil
        }
        return RequestFault(
            rule: .origin, reason: "a change was sent by a page of another origin, and only the hub's own may",
            hint:
                "use the hub's own pages; if a proxy is in front of it, add it to trustedProxies and let it pass Host "
                + "and X-Forwarded-Proto on")
    }

    private static func isJSON(_ field: String?) -> Bool {
        guard let type = field?.prefix(while: { $0 != ";" }) else { return false }
        return type.trimmed.isEqualIgnoringCase("application/json")
    }

    private static func isOwn(_ origin: String, _ authority: Authority?, isEncrypted: Bool) -> Bool {
        guard let authority else { return false }
        guard let own = Origin("\(isEncrypted ? "https" : "http")://\(authority)") else { return false }
        return Origin(origin) == own
    }
}
