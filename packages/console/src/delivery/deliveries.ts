import { onSignedIn } from '../data/session-events.ts'
import { Delivery } from './delivery.ts'
import { readTray } from './tray/shared-tray.ts'

/** The deliveries that are open in this window, so that they go on while other pages are looked at. */

const open = new Map<string, Delivery>()

/** The delivery that is being made in an account, or the changes of one of its releases. */
export function deliveryOf(accountId: string, releaseId?: string): Delivery {
  // The draft that is being made is one delivery, from wherever it is opened.
  const isBeingMade = releaseId !== undefined && readTray(accountId, undefined)?.saved?.releaseId === releaseId
  const key = keyOf(accountId, isBeingMade ? undefined : releaseId)
  const known = open.get(key)
  if (known) return known
  const made = new Delivery(accountId, isBeingMade ? undefined : releaseId)
  open.set(key, made)
  return made
}

/** Ends it and no other; the next look begins anew. A draft that was saved stays at the hub. */
export function closeDelivery(delivery: Delivery): void {
  delivery.close()
  for (const [key, one] of open) if (one === delivery) open.delete(key)
}

const keyOf = (accountId: string, releaseId = ''): string => `${accountId} ${releaseId}`

// What somebody else typed is not for whoever signs in now.
onSignedIn((isSamePerson) => {
  if (isSamePerson) return
  for (const delivery of open.values()) delivery.close()
  open.clear()
})
