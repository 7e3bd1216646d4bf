import type { IncomingMessage } from 'node:http'

/**
 * The cookie of a person's session. Its form follows from the public address alone: over https, and on this machine,
 * `__Host-Http-` keeps other hosts and scripts from setting it; over plain http browsers would not keep such a cookie.
 */
export interface SessionCookie {
  /** Undefined also where it was sent twice: nobody could say which one counts. */
  read(request: Pick<IncomingMessage, 'headers'>): string | undefined
  /** `Set-Cookie` of a session that has begun. */
  set(token: string, maxAgeSeconds: number): string
  /** `Set-Cookie` of a session that has ended. */
  clear(): string
}

export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = keepsSecureCookies(publicUrl)
  const name = isSecure ? '__Host-Http-spindle' : 'spindle'
  const attributes = `Path=/; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`
  return {
    read: ({ headers }) => readCookie(headers.cookie, name),
    set: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

/** Undefined also where it was sent twice: nobody could say which one counts. */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([key]) => key === name)
  return values.length === 1 ? values[0]?.slice(1).join('=') : undefined
}

/** Browsers keep a Secure cookie of https and of this very machine, whose address nobody else can take. */
export function keepsSecureCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
