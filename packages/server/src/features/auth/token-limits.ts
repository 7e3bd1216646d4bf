/** Pinned figures of access tokens (RFC 8725, RFC 9068), the same for our own and for an outside issuer's. */
export const maxTokenLifeSeconds = 3_600
export const clockToleranceSeconds = 60
export const maxTokenBytes = 8 * 1024
