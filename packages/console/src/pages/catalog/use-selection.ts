import { useState } from 'react'

/** Which releases of the list are chosen. What is no longer visible stays chosen until it is unselected. */
export interface Selection {
  readonly ids: readonly string[]
  has(id: string): boolean
  toggle(id: string): void
  /** Selects all of them; unselects them if all are selected. */
  toggleAll(ids: readonly string[]): void
  clear(): void
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids: [...ids],
    has: (id) => ids.has(id),
    toggle: (id) => setIds(ids.has(id) ? without(ids, [id]) : new Set([...ids, id])),
    toggleAll: (all) => setIds(all.every((id) => ids.has(id)) ? without(ids, all) : new Set([...ids, ...all])),
    clear: () => setIds(new Set()),
  }
}

const without = (ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !gone.includes(id)))
