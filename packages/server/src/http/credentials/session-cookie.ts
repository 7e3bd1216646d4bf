import type { IncomingMessage } from 'node:http'
import { type HostCookie, hostCookie } from './host-cookie.ts'

/** The cookie of a person's session. */
export interface SessionCookie extends Pick<HostCookie, 'set' | 'clear'> {
  /** Undefined also when it was sent twice, because it is unclear which one counts. */
  read(request: Pick<IncomingMessage, 'headers'>): string | undefined
}

export function sessionCookie(publicUrl: string): SessionCookie {
  const { read, ...rest } = hostCookie(publicUrl, 'spindle')
  return { ...rest, read: ({ headers }) => read(headers.cookie) }
}
