import type { PlaysLedger } from './plays-ledger.ts'

/** The days of a ledger. */
export type LedgerDays = Pick<PlaysLedger, 'listDaysBefore' | 'countPlaysOf' | 'readDay' | 'dropDaysBefore'>

/** What was reported before a hub was switched to another ledger stays in the earlier one until its time is over. */
export const withEarlierDays = (days: LedgerDays, earlier: LedgerDays): LedgerDays => ({
  listDaysBefore: async (day) => together(await earlier.listDaysBefore(day), await days.listDaysBefore(day)),
  countPlaysOf: async (day) => (await earlier.countPlaysOf(day)) + (await days.countPlaysOf(day)),
  async *readDay(day) {
    yield* earlier.readDay(day)
    yield* days.readDay(day)
  },
  dropDaysBefore: async (day) => together(await earlier.dropDaysBefore(day), await days.dropDaysBefore(day)),
})

const together = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])].sort()
