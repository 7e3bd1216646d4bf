import { randomUUID } from 'node:crypto'
import type { Analytics, PlayEvent, Release, Spindle } from '@spindle/client'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Hub } from '../../start-hub.ts'
import { pollUntil, type StepPrinter, waitMs } from './step-printer.ts'

/** What follows the delivery: a property plays the tracks, and the account sees the plays. */

const playCount = 250

/** Days of sandbox plays up to yesterday: as many as analytics shows by default. */
const pastDays = 28

/** A release that went live a minute ago has no history. The sandbox makes one up, and every answer says so. */
export async function makeUpPastPlays(
  report: StepPrinter,
  hub: Pick<Hub, 'plays'>,
  release: { readonly accountId: AccountId; readonly releaseId: string },
): Promise<void> {
  await report.step(
    'Made up plays of the past four weeks, marked as sandbox',
    () => hub.plays.generateSandboxPlays({ ...release, days: pastDays, seed: 1 }),
    (count) => `${count} plays`,
  )
}

export async function playTracks(report: StepPrinter, property: Spindle, { tracks }: Release): Promise<void> {
  await report.step(
    'Fetched the feed and listened to the first second of a track',
    async () => {
      await property.integration.feed().page()
      const answer = await property.integration.audio(tracks[0]?.id ?? '', { range: { start: 0, end: 264_643 } })
      await answer.arrayBuffer()
      if (answer.status !== 206) throw new Error(`Expected 206, got ${answer.status}`)
      return answer.headers.get('content-range') ?? ''
    },
    (range) => range,
  )
  const events = Array.from(
    { length: playCount },
    (_, index): PlayEvent => ({
      id: randomUUID(),
      trackId: tracks[index % tracks.length]?.id ?? 'trk_',
      at: new Date().toISOString(),
      territory: ['DE', 'SE', 'US', 'JP'][index % 4] ?? 'DE',
      playedMs: 30_000 + (index % 5) * 1_000,
    }),
  )
  await report.step(
    'Reported plays, then the same ones again',
    async () => {
      const first = await property.integration.plays(events)
      const again = await property.integration.plays(events)
      if (first.accepted !== playCount || again.accepted !== 0)
        throw new Error(`Expected ${playCount} accepted once: ${JSON.stringify({ first, again }).slice(0, 1_000)}`)
      return again
    },
    ({ duplicates }) => `${playCount} accepted, ${duplicates} recognised as duplicates`,
  )
}

export async function readCatalogAndAnalytics(
  report: StepPrinter,
  client: Spindle,
  { releaseId, property }: { readonly releaseId: string; readonly property: string },
): Promise<void> {
  await report.step(
    'Found the release in the catalog',
    () => client.catalog.get(releaseId),
    ({ title, status }) => `${title}, ${status}`,
  )
  await report.step(
    'Read the analytics',
    () => readAnalytics(client, property),
    ({ data }) =>
      `${playCount} streams, ${data.map(({ group, metrics }) => `${Object.values(group).join('')} ${metrics.streams}`).join(', ')}`,
  )
  await report.step(
    `Read the analytics of the last ${pastDays} days`,
    () =>
      pollUntil(
        () => client.analytics.get(),
        ({ totals }) => (totals.streams ?? 0) > 0,
        waitMs,
      ),
    ({ totals, meta }) => `${totals.streams} streams, sandbox: ${meta.sandbox}; today is in from ${meta.nextDayAt}`,
  )
}

/** Plays of the last hours: up to today, which the default range (complete days) leaves out. */
function readAnalytics(client: Spindle, property: string): Promise<Analytics> {
  const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  // The roll-ups include new plays within about a second.
  return pollUntil(
    () =>
      client.analytics.get({
        property,
        from: day(1),
        to: day(0),
        granularity: 'total',
        groupBy: 'territory',
        metrics: 'streams',
      }),
    ({ totals }) => totals.streams === playCount,
    waitMs,
  )
}
