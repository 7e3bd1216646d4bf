import { randomUUID } from 'node:crypto'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Feature } from '../feature.ts'
import type { NodeCounts, SharedRateLimiter } from './rate-limit.ts'

/**
 * Nodes share what they have counted, once a second and by notifications: nothing is written to the database. A
 * report has the whole count of a key, so the next one makes up for one that is lost. A node without reports limits by
 * what it counts itself.
 */
export interface ShareCountsOptions {
  readonly rateLimiter: SharedRateLimiter
  readonly notifications: Notifications
  /** Whether another node answers requests: otherwise nothing is sent. */
  readonly hasOthers: () => boolean
}

const channel = 'rate_counts'
const tellMs = 1_000
/** A notification takes 8,000 bytes. */
const maxBytes = 7_500

export function shareCounts({ rateLimiter, notifications, hasOthers }: ShareCountsOptions): Feature {
  const node = randomUUID()
  notifications.on(channel, (payload) => {
    const report = JSON.parse(payload) as Report
    if (report.node !== node) rateLimiter.learn(report.node, report)
  })
  const tell = async (): Promise<void> => {
    if (!hasOthers()) return
    for (const report of splitReport({ node, ...rateLimiter.takeCounts() })) await notifications.tell(channel, report)
  }
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()
  const tellLater = (): void => {
    timer = setTimeout(() => {
      // An unreachable database is reported by code that depends on it.
      telling = tell()
        .catch(() => {})
        .finally(() => timer && tellLater())
    }, tellMs)
    timer.unref()
  }
  return {
    start: tellLater,
    async close() {
      clearTimeout(timer)
      timer = undefined
      await telling
    },
  }
}

interface Report extends NodeCounts {
  readonly node: string
}

/** As many texts as it takes for each to fit into a notification. */
export function splitReport(report: Report): string[] {
  if (report.counts.length === 0) return []
  const text = JSON.stringify(report)
  if (Buffer.byteLength(text) <= maxBytes) return [text]
  // One that is too long for a notification: only its own node counts it.
  if (report.counts.length === 1) return []
  const middle = Math.ceil(report.counts.length / 2)
  const half = (counts: NodeCounts['counts']): string[] => splitReport({ ...report, counts })
  return [...half(report.counts.slice(0, middle)), ...half(report.counts.slice(middle))]
}
