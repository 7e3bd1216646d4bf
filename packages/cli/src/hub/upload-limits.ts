/**
 * Files up to this size are sent with their creation, in one request. So few bytes that nobody waits for them to be sent
 * again, while each request counts against the limits of a key.
 */
export const mostBytesOfOneRequest = 1024 ** 2
