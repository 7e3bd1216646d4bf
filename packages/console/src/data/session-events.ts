import { isSignedOut } from './failure.ts'

/** The session ends and begins again while a page is open; whoever has something to send hears of both. */

const ended = new Set<() => void>()
const renewed = new Set<(isSamePerson: boolean) => void>()

/** Hears that the session has ended while a page was open. */
export function onSignedOut(listener: () => void): () => void {
  ended.add(listener)
  return () => ended.delete(listener)
}

/** Hears that somebody signed in again, and whether it is who it was before. */
export function onSignedIn(listener: (isSamePerson: boolean) => void): () => void {
  renewed.add(listener)
  return () => renewed.delete(listener)
}

export function tellIfSignedOut(error: unknown): void {
  if (isSignedOut(error)) for (const listener of ended) listener()
}

export function tellSignedIn(isSamePerson: boolean): void {
  for (const listener of renewed) listener(isSamePerson)
}
