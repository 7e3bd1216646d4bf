/** Repeated work of a job: everything that waits, page by page, until nothing is left or the time is over. */
export interface Backlog<T> {
  /** The items after this one, in a stable order; empty at the end. */
  list(after: T | undefined): Promise<readonly T[]>
  /**
   * An item that fails each time must not block later ones: `handle` reports the failure itself. With helpers it skips
   * items that another worker handles.
   */
  handle(item: T): Promise<void>
  /** After this time no further page is started; the next run does the rest. */
  readonly budgetMs: number
  /** Called if more than a page waits: lets another worker, of any node, work through the same backlog. */
  callHelper?(): Promise<void>
  /** True for a helper. It handles each page from its end, so that the two meet in the middle. */
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
