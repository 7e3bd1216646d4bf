/**
 * Where the answer for a native client may go: to a program on the computer of the browser (RFC 8252 section 7.3), with
 * any port and path. `localhost` is allowed although the RFC prefers the addresses, because mcp-remote, Claude Code and
 * the MCP Inspector use it. The text itself is matched, so that no parser can read another host from it: no user
 * information, no backslash, no other spelling of the address, and no fragment (RFC 6749 section 3.1.2).
 */
const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?:[/?][!-"$-[\]-~]*)?$/

const maxLength = 2_000

export const isLoopbackRedirect = (uri: unknown): boolean =>
  typeof uri === 'string' && uri.length <= maxLength && loopback.test(uri) && URL.canParse(uri)
