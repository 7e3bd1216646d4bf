/**
 * A cookie of this very host, which no script reads and no other site makes the browser send. Its form follows from the
 * public address alone: over https, and on this machine, `__Host-Http-` keeps other hosts and scripts from setting it;
 * over plain http browsers would not keep such a cookie.
 */
export interface HostCookie {
  /** From the Cookie field. Undefined also when it was sent twice, because it is unclear which one counts. */
  read(cookies: string | undefined): string | undefined
  /** `Set-Cookie` that keeps it. */
  set(value: string, maxAgeSeconds: number): string
  /** `Set-Cookie` that takes it away. */
  clear(): string
}

export function hostCookie(publicUrl: string, plainName: string): HostCookie {
  const isSecure = keepsSecureCookies(publicUrl)
  const name = isSecure ? `__Host-Http-${plainName}` : plainName
  const attributes = `Path=/; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`
  return {
    read: (cookies) => readCookie(cookies, name),
    set: (value, maxAgeSeconds) => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

function readCookie(cookies: string | undefined, name: string): string | undefined {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([key]) => key === name)
  return values.length === 1 ? values[0]?.slice(1).join('=') : undefined
}

/** Browsers keep a Secure cookie from https and from the local machine, whose address no one else can take. */
export function keepsSecureCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
