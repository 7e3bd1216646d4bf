/** How long running work may take to end once the hub no longer serves. */
export const closeMs = 15_000

/** What a person reads who stops a hub that drains. */
export function announceDrain(drainSeconds: number, err: (line: string) => void): void {
  if (drainSeconds > 0) err(`Stopping: the hub keeps serving for ${drainSeconds} s. Stop it again to end immediately.`)
}
