import { onSignedIn } from '../data/session-events.ts'
import { Delivery } from './delivery.ts'
import { isBegunHere, isWanted } from './file-row.ts'
import { tellFirstDelivery } from './first-delivery.ts'
import { listTrays, readTray } from './tray/shared-tray.ts'

/** The deliveries that are open in this window, so that they continue while other pages are shown. */

const open = new Map<string, Delivery>()
let listed: readonly Delivery[] = []
const listeners = new Set<() => void>()

/** A page opens its delivery while it is drawn, and others must not be drawn anew by that. */
function tellChanged(): void {
  queueMicrotask(() => {
    listed = [...open.values()]
    if (listed.length > 0) tellFirstDelivery()
    for (const listener of listeners) listener()
  })
}

/** All that are open, of any account; the same list until one is opened or closed. */
export const listDeliveries = (): readonly Delivery[] => listed

export function onDeliveries(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** After a reload: those of an account with files that were not sent to the end. */
export function reopenDeliveries(accountId: string): void {
  for (const { releaseId, tray } of listTrays(accountId))
    if (tray.files.some((file) => isWanted(file) && isBegunHere(file) && !file.hasArrived))
      deliveryOf(accountId, releaseId)
}

/** The delivery in progress of an account, or the changes of one of its releases. */
export function deliveryOf(accountId: string, releaseId?: string): Delivery {
  // The draft in progress is one delivery, from any page that opens it.
  const isBeingMade = releaseId !== undefined && readTray(accountId, undefined)?.saved?.releaseId === releaseId
  const key = keyOf(accountId, isBeingMade ? undefined : releaseId)
  const known = open.get(key)
  if (known) return known
  const made = new Delivery(accountId, isBeingMade ? undefined : releaseId)
  open.set(key, made)
  tellChanged()
  return made
}

/** Ends only this one; the next visit starts a new one. A saved draft stays at the hub. */
export function closeDelivery(delivery: Delivery): void {
  delivery.close()
  for (const [key, one] of open) if (one === delivery) open.delete(key)
  tellChanged()
}

const keyOf = (accountId: string, releaseId = ''): string => `${accountId} ${releaseId}`

// What one person typed is not for the next one who signs in.
onSignedIn((isSamePerson) => {
  if (isSamePerson) return
  for (const delivery of open.values()) delivery.close()
  open.clear()
  tellChanged()
})
