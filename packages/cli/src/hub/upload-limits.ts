/**
 * Files up to this size are sent with their creation, in one request. So few bytes are sent again quickly
 * again, while each request counts against the limits of a key.
 */
export const mostBytesOfOneRequest = 1024 ** 2
