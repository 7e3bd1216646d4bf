/** Whether this window has opened a delivery, for pages that do not load its code before that. */

let isOpen = false
const listeners = new Set<() => void>()

export const hasOpenDelivery = (): boolean => isOpen

export function tellFirstDelivery(): void {
  isOpen = true
  for (const listener of listeners) listener()
}

export function onFirstDelivery(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
