/** The browser asks before it leaves a page in which something is being sent: files would have to be chosen again. */

const senders = new Set<object>()
const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Only while it is needed: people ignore a page that always asks. */
export function guardUnload(sender: object, isNeeded: boolean): void {
  if (isNeeded) senders.add(sender)
  else senders.delete(sender)
  if (senders.size > 0) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
}
