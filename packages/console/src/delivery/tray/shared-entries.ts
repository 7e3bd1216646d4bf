import { isSame } from '../document/members.ts'

/**
 * Values that several windows write to and read from one place, each by its name and with the moment when it was
 * written: of two versions of a value the later one counts. The result of merging does not depend on the order in which
 * windows receive changes, so all windows end with the same values.
 */

export interface Entry {
  readonly at: number
  /** The window that wrote it: decides between two of one moment. */
  readonly by: string
  /** Absent once it was taken away. */
  readonly value?: unknown
}

export type Entries = Readonly<Record<string, Entry>>
export type Values = Readonly<Record<string, unknown>>

export interface Writer {
  readonly by: string
  readonly now: number
}

/** Changed values are written with a later moment than any seen so far; the same object when nothing changed. */
export function writeChanges(entries: Entries, values: Values, { by, now }: Writer): Entries {
  const names = [...new Set([...Object.keys(entries), ...Object.keys(values)])]
  const changed = names.filter((name) => !isSame(entries[name]?.value, values[name]))
  if (changed.length === 0) return entries
  const at = Math.max(now, 1 + Object.values(entries).reduce((latest, entry) => Math.max(latest, entry.at), 0))
  const written = changed.map((name): [string, Entry] => {
    const value = values[name]
    return [name, value === undefined ? { at, by } : { at, by, value }]
  })
  return { ...entries, ...Object.fromEntries(written) }
}

/** Of each value the later version. `mine` itself if none of its values is older. */
export function mergeEntries(mine: Entries, theirs: Entries): Entries {
  const later = Object.entries(theirs).filter(([name, entry]) => isLater(entry, mine[name]))
  return later.length === 0 ? mine : { ...mine, ...Object.fromEntries(later) }
}

const isLater = (one: Entry, other: Entry | undefined): boolean =>
  other === undefined || one.at > other.at || (one.at === other.at && one.by > other.by)

/** Whether both hold the same versions. */
export const isSameEntries = (one: Entries, other: Entries): boolean =>
  mergeEntries(one, other) === one && mergeEntries(other, one) === other

export const valuesOf = (entries: Entries): Values =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
  )
