/** What a job does again and again: everything that waits, a page at a time, until nothing is left or its time is over. */
export interface Backlog<T> {
  /** Those that come after this one, in an order that lasts; none once all were seen. */
  list(after: T | undefined): Promise<readonly T[]>
  /**
   * One that fails each time must not keep those behind it waiting: it says so itself. Where there are helpers it leaves
   * alone what another worker is at.
   */
  handle(item: T): Promise<void>
  /** After so long no further page is begun; the next run takes the rest. */
  readonly budgetMs: number
  /** Where more than a page waits: has another worker, of any node, work through the same backlog. */
  callHelper?(): Promise<void>
  /** True of one that was called. It takes each page from its end, so that the two meet in the middle. */
  readonly isHelper?: boolean | undefined
}

const atOnce = 4

export async function workThrough<T>({ list, handle, budgetMs, callHelper, isHelper }: Backlog<T>): Promise<void> {
  const endMs = performance.now() + budgetMs
  let page = await list(undefined)
  const behind = page.length > 0 && callHelper && isHelper !== true ? await list(page.at(-1)) : []
  if (behind.length > 0) await callHelper?.()
  while (page.length > 0) {
    const waiting = (isHelper === true ? page.toReversed() : page).values()
    const worker = async (): Promise<void> => {
      for (const item of waiting) await handle(item)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    if (performance.now() >= endMs) return
    page = await list(page.at(-1))
  }
}
