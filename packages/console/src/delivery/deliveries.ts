import { onSignedIn } from '../data/session-events.ts'
import { Delivery } from './delivery.ts'
import { readTray } from './tray/shared-tray.ts'

/** The deliveries that are open in this window, so that they continue while other pages are shown. */

const open = new Map<string, Delivery>()

/** The delivery in progress of an account, or the changes of one of its releases. */
export function deliveryOf(accountId: string, releaseId?: string): Delivery {
  // The draft in progress is one delivery, from any page that opens it.
  const isBeingMade = releaseId !== undefined && readTray(accountId, undefined)?.saved?.releaseId === releaseId
  const key = keyOf(accountId, isBeingMade ? undefined : releaseId)
  const known = open.get(key)
  if (known) return known
  const made = new Delivery(accountId, isBeingMade ? undefined : releaseId)
  open.set(key, made)
  return made
}

/** Ends only this one; the next visit starts a new one. A saved draft stays at the hub. */
export function closeDelivery(delivery: Delivery): void {
  delivery.close()
  for (const [key, one] of open) if (one === delivery) open.delete(key)
}

const keyOf = (accountId: string, releaseId = ''): string => `${accountId} ${releaseId}`

// What one person typed is not for the next one who signs in.
onSignedIn((isSamePerson) => {
  if (isSamePerson) return
  for (const delivery of open.values()) delivery.close()
  open.clear()
})
