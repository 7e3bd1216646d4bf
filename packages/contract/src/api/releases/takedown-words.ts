import type { OutletTakedown } from './takedowns.ts'

/** What a takedown means, in words: the same for the operator, on the command line and in the console. */

type Notice = NonNullable<OutletTakedown['notice']>

/** How an outlet is notified. */
export const takedownWays: Readonly<Record<Notice['way'], string>> = {
  no_deal: 'message without deals',
  end_date: 'message with deals that ended two days ago',
  purge: 'message that purges the release',
  removal: 'removed from the feed of the outlet',
}

/** What ends, and where: `in AT, DE: download by paid`. */
function describeTakedownEnd({ territories, models, uses }: Notice['ends'][number]): string {
  const { mode, codes = [] } = territories
  const where =
    mode === 'worldwide' ? 'everywhere' : `${mode === 'include' ? 'in' : 'everywhere except'} ${codes.join(', ')}`
  return models.length === 0 ? where : `${where}: ${uses.join(', ')} by ${models.join(', ')}`
}

/** One outlet, line by line. */
export function describeOutletTakedown({ outlet, status, revision, effect, notice }: OutletTakedown): string[] {
  const head = `${outlet.id}  ${outlet.name}: `
  if (effect === 'down') return [`${head}${status}, nothing changes`]
  if (effect === 'withdrawn') return [`${head}${status}, never sent there, so no message is needed`]
  return [
    `${head}${status}, revision ${revision}`,
    ...(notice
      ? [`  method: ${takedownWays[notice.way]}`, ...notice.ends.map((end) => `  ends: ${describeTakedownEnd(end)}`)]
      : []),
  ]
}

/** `Planned for 2026-12-31 by the operator, at all outlets: The licence ends` */
export const describePlannedTakedown = ({ on, by, outlets, reason }: PlanInWords): string =>
  `Planned for ${on} by ${by}, ${outlets === null ? 'at all outlets' : `at ${outlets.join(', ')}`}: ${reason}`

interface PlanInWords {
  readonly on: string
  readonly by: string
  readonly outlets: readonly string[] | null
  readonly reason: string
}
