import { Spindle } from '@spindle/client'
import { sessionSurface } from '../addresses.ts'

const clients = new Map<string, Spindle>()

/** The SDK on the session surface of an account. One for each, because it remembers unfinished uploads. */
export function hubOf(accountId: string): Spindle {
  const known = clients.get(accountId)
  if (known) return known
  // Every failure is shown with a button to try again, so no one waits for attempts that are not shown.
  const made = new Spindle({ baseUrl: sessionSurface(accountId), session: true, maxRetries: 1 })
  clients.set(accountId, made)
  return made
}
