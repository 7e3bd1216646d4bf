/** Which backups of a folder are kept. Days, weeks and months are in UTC; weeks begin on Monday. */

export interface KeepRules {
  /** The newest of each of the last so many days with a backup; the same for weeks and months. */
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
  /** Backups older than this are not kept, whatever the other rules say; undefined without an age limit. */
  readonly maxAgeDays: number | undefined
}

export interface DatedBackup {
  readonly id: string
  readonly at: Date
  /** Whether it has all bytes. */
  readonly isComplete: boolean
}

const dayMs = 24 * 60 * 60_000

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const monthOf = (at: Date): string => at.toISOString().slice(0, 7)
/** Its Monday. */
const weekOf = (at: Date): string => dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs))

/** The ids of those that are kept. These always include the newest complete one and all newer ones. */
export function chooseKept(backups: readonly DatedBackup[], rules: KeepRules, now: Date): ReadonlySet<string> {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  // A rule prefers a complete backup, if the period has one.
  const kept = new Set([
    ...newestOfEach(newestFirst, dayOf, rules.daily),
    ...newestOfEach(newestFirst, weekOf, rules.weekly),
    ...newestOfEach(newestFirst, monthOf, rules.monthly),
  ])
  const { maxAgeDays } = rules
  if (maxAgeDays !== undefined)
    for (const { id, at } of backups) if (now.getTime() - at.getTime() > maxAgeDays * dayMs) kept.delete(id)
  const newestComplete = newestFirst.findIndex(({ isComplete }) => isComplete)
  for (const { id } of newestFirst.slice(0, newestComplete < 0 ? newestFirst.length : newestComplete + 1)) kept.add(id)
  return kept
}

function newestOfEach(newestFirst: readonly DatedBackup[], periodOf: (at: Date) => string, count: number): string[] {
  const chosen = new Map<string, DatedBackup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup.at)
    const other = chosen.get(period)
    if (!other || (!other.isComplete && backup.isComplete)) chosen.set(period, backup)
  }
  return [...chosen.values()].slice(0, count).map(({ id }) => id)
}
