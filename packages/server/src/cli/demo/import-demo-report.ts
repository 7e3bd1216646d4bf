import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Release, Spindle } from '@spindle/client'
import { presets } from '../../features/reports/index.ts'
import { dayOf } from '../../platform/values/calendar.ts'
import type { Hub } from '../../start-hub.ts'
import { demoStore } from './demo-store.ts'
import type { StepPrinter } from './step-printer.ts'

/** Last month's sales of the demo's store, as the operator imports them. */

const territories = ['DE', 'SE', 'US'] as const

export async function importDemoReport(
  report: StepPrinter,
  client: Spindle,
  {
    hub,
    release,
    dataDir,
  }: { readonly hub: Pick<Hub, 'http' | 'reports'>; readonly release: Release; readonly dataDir: string },
): Promise<void> {
  const path = resolve(dataDir, 'demo-report.csv')
  await report.step(
    'Imported a report of Demo Store',
    async () => {
      await writeFile(path, salesOf(release, lastMonth(Date.now())))
      // A demo that runs again has another release to report on.
      const { report: imported } = await hub.reports.import({
        paths: [path],
        source: demoStore,
        how: { format: 'spindle', mapping: presets.spindle },
        overlap: 'add',
      })
      const { totals } = await client.analytics.get({ kind: 'report' })
      return { id: imported.id, totals }
    },
    ({ id, totals }) =>
      `${totals.streams} streams, ${totals.revenue?.map(({ amount, currency }) => `${amount} ${currency}`).join(', ')}: ${path} (${hub.http.config.hubCommand} reports show ${id})`,
  )
}

/** A table as the preset `spindle` has it: each track in each country. */
const salesOf = ({ tracks }: Release, month: string): string =>
  [
    'isrc,title,territory,period,streams,revenue,currency',
    ...tracks.flatMap(({ isrc, title }, track) =>
      territories.map(
        (territory, place) =>
          `${isrc},"${title}",${territory},${month},${(track + 1) * (place + 2) * 100},${track + 1}.${place}25,EUR`,
      ),
    ),
    '',
  ].join('\n')

/** `YYYY-MM` of the last whole month. */
function lastMonth(nowMs: number): string {
  const now = new Date(nowMs)
  return dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).slice(0, 7)
}
