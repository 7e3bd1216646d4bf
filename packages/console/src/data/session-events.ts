import { isSignedOut } from './failure.ts'

/** A session can end and begin again while a page is open; code with something to send is notified of both. */

const ended = new Set<() => void>()
const renewed = new Set<(isSamePerson: boolean) => void>()

/** Called when the session has ended while a page was open. */
export function onSignedOut(listener: () => void): () => void {
  ended.add(listener)
  return () => ended.delete(listener)
}

/** Called when a person signed in again, and whether it is the same one. */
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
