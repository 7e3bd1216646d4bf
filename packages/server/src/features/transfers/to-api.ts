import type { Transfer, TransferProgress, TransferRelease } from '@spindle/contract'
import type { Outlet } from '../outlets/index.ts'
import type { ComparedRelease } from './comparison-queries.ts'
import { describeFinding } from './describe-findings.ts'
import type { TransferRow } from './transfer-queries.ts'

/** Transfers in answers. */

export interface Shown {
  readonly outlets: readonly Outlet[]
  readonly nowMs: number
}

const dayMs = 86_400_000

/** Whole days of the calendar in UTC. */
const countDays = (deadline: string, nowMs: number): number =>
  Math.round((Date.parse(`${deadline}T00:00:00Z`) - Math.floor(nowMs / dayMs) * dayMs) / dayMs)

/** A store that the hub does not have any more is shown with its id as its name. */
const nameOutlet = ({ outlets }: Shown, id: string) => ({ id, name: outlets.find((one) => one.id === id)?.name ?? id })

export const toTransfer = (row: TransferRow, shown: Shown): Transfer => ({
  id: row.id as Transfer['id'],
  name: row.name,
  distributor: row.distributor,
  deadline: row.deadline,
  daysLeft: countDays(row.deadline, shown.nowMs),
  status: row.status,
  filename: row.filename,
  outlets: row.outletIds.map((id) => nameOutlet(shown, id)),
  releases: row.releases,
  tracks: row.tracks,
  suggestedMapping: row.suggested,
  ignoredColumns: [...row.ignored],
  problems: [...row.problems],
  createdAt: row.createdAt.toISOString(),
})

export function toProgress(row: TransferRow, counts: ReadonlyMap<string, number>, shown: Shown): TransferProgress {
  const countOf = (what: string, value: string): number => counts.get(`${what} ${value}`) ?? 0
  return {
    ...toTransfer(row, shown),
    comparison: {
      errors: countOf('severity', 'error'),
      warnings: countOf('severity', 'warning'),
      equal: countOf('severity', 'none'),
    },
    progress: row.outletIds.map((id) => ({
      outlet: nameOutlet(shown, id),
      notSent: countOf(id, 'not_sent'),
      sent: countOf(id, 'sent'),
      live: countOf(id, 'live'),
      oldDown: countOf(id, 'old_down'),
    })),
  }
}

/** PostgreSQL writes instants in JSON with the zone of the session. */
const instantOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())

export const toTransferRelease = (row: ComparedRelease, shown: Shown): TransferRelease => ({
  position: row.position,
  line: row.line,
  upc: row.upc,
  title: row.title,
  artist: row.artist,
  isrcs: [...row.isrcs],
  releaseId: row.releaseId as TransferRelease['releaseId'],
  errors: row.errors,
  warnings: row.warnings,
  findings: row.findings.map(describeFinding),
  stores: row.stores.map(({ outletId, state, liveAt, markedAt, markedBy, reason }) => ({
    outlet: nameOutlet(shown, outletId),
    state,
    liveAt: instantOf(liveAt),
    markedAt: instantOf(markedAt),
    markedBy: markedBy && (markedBy.name ?? markedBy.id),
    reason,
  })),
})
