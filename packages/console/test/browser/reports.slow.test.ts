import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { setUpOperator } from '../../../server/test/harness/people.ts'
import { table } from '../../../server/test/harness/report-hub.ts'
import { inspect, waitUntilLoaded } from '../harness/axe.ts'
import { isEngineMissing, openPage, signIn, usualEngines } from '../harness/browsers.ts'
import { hostileTitles } from '../harness/catalog.ts'
import { openReportReader, type ReportAccount } from '../harness/report-account.ts'

/** Reports of stores in real browsers: listed, read, and taken back. */

let hub: TestHub
beforeAll(async () => {
  if (usualEngines.every(isEngineMissing)) return
  hub = await startTestHub({ environment: { SPINDLE_INTEGRATION_TOKENS: `site=${'a'.repeat(32)}` } })
  await hub.hub.console.prepare()
  await setUpOperator(hub)
}, 300_000)

const longName = `statement ${'without-a-break'.repeat(12)}.csv`
const month = (number: number): string => `2025-${String(number).padStart(2, '0')}`
/** Lines of unknown recordings, with titles as people and attackers write them. */
const strangers = Array.from(
  { length: 23 },
  (_, index) =>
    `ZZXXX26${String(index).padStart(5, '0')},,"${(hostileTitles[index] ?? `Song ${index}`).replaceAll('"', '""')}",big,DE,2026-03,7,,0.07,USD`,
)
const statement = ({ isrcs: [intro, outro] }: ReportAccount): string =>
  table(`${intro},,Intro,big,DE,2026-03,1100,,12.3456,EUR`, `${outro},,Outro,big,DE,2026-03,,3,2.10,EUR`, ...strangers)

describe.each(usualEngines)('reports in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let account: ReportAccount
    let browser: Browser
    let page: Page
    let faults: readonly string[]
    beforeAll(async () => {
      ;({ account, browser, page, faults } = await openReportReader(hub, {
        engine,
        serial: usualEngines.indexOf(engine),
        at: 'analytics',
      }))
    })
    const row = (name: RegExp) => page.getByRole('row', { name })

    it('are none at first, and say what to do', async () => {
      await page.getByRole('link', { name: 'Reports' }).first().click()
      await page.getByRole('heading', { name: 'No reports yet' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Import a report' }).waitFor()
      expect(await inspect(page, 'without reports')).toEqual([])
    })

    it('are listed page by page, newest first', { timeout: 240_000 }, async () => {
      for (let number = 1; number <= 20; number++)
        await account.bring(
          table(`${account.isrcs[0]},,Intro,big,DE,${month(1 + (number % 12))},${number},,,`),
          `shop-${number}`,
          number === 20 ? longName : 'تقرير المبيعات.csv',
        )
      await account.bring(statement(account), 'distro')
      await page.reload()
      await waitUntilLoaded(page)
      const newest = row(/^distro/)
      await newest.getByText('March 2026').waitFor()
      await newest.getByText('1,100 streams · 3 downloads · EUR 14.4456').waitFor()
      await newest.getByText('2 lines counted').waitFor()
      await newest.getByText('23 lines waiting').waitFor()
      await page.getByText(longName).waitFor()
      expect(await row(/^shop-1,/).count()).toBe(0)
      expect(await inspect(page, 'reports')).toEqual([])
      await page.getByRole('button', { name: 'Show older' }).click()
      await row(/^shop-1,/).waitFor()
      expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0)
    })

    it('say what of them waits for a release, page by page', { timeout: 240_000 }, async () => {
      await page.getByRole('link', { name: /^distro/ }).click()
      await page.getByRole('heading', { name: 'distro · March 2026' }).waitFor()
      await page.getByRole('region', { name: 'Numbers' }).getByText('EUR 14.4456').waitFor()
      await page.getByText(/When you submit a release with a matching ISRC or UPC/).waitFor()
      for (const title of hostileTitles) await page.getByText(title.slice(0, 200).trim()).waitFor()
      await waitUntilLoaded(page)
      expect(await inspect(page, 'a report')).toEqual([])
      expect(await row(/ZZXXX2600022/).count()).toBe(0)
      await page.getByRole('button', { name: 'Show more' }).click()
      await row(/ZZXXX2600022/).waitFor()
    })

    it('are undone after a notice of what is lost, and are gone from the numbers', { timeout: 240_000 }, async () => {
      await page.getByRole('button', { name: 'Undo report' }).click()
      const dialog = page.getByRole('dialog', { name: 'Undo report?' })
      await dialog
        .getByText(
          /removes 1,100 streams · 3 downloads · EUR\s14\.4456 for March 2026 from your report totals\. It also removes 23 waiting lines\./,
        )
        .waitFor()
      expect(await inspect(page, 'undoing a report')).toEqual([])
      await dialog.getByRole('button', { name: 'Undo report' }).click()
      await page.getByText('This report was undone and no longer counts.', { exact: false }).waitFor()
      expect(await page.getByRole('button', { name: 'Undo report' }).count()).toBe(0)
      const key = await account.key()
      const { body } = await hub.json('GET', '/api/v1/distributor/reports?limit=1', { key })
      expect(body.data).toMatchObject([{ source: 'shop-20' }])
      // What was read before the undo must not be shown while the list is loading either.
      let listedMeanwhile: number | undefined
      await page.route('**/api/v1/distributor/reports?*', async (route) => {
        listedMeanwhile = await row(/^distro/).count()
        await route.continue()
      })
      await page.getByRole('link', { name: 'All reports' }).click()
      await row(/^shop-20/).waitFor()
      expect(listedMeanwhile).toBe(0)
      expect(await row(/^distro/).count()).toBe(0)
      await page.unroute('**/api/v1/distributor/reports?*')
    })

    it('show a failure in the words of the hub, and are requested again', async () => {
      await page.route('**/api/v1/distributor/reports*', (route) =>
        route.fulfill({ status: 409, json: { error: 'busy', message: 'The numbers are being moved.' } }),
      )
      await page.reload()
      await page.getByText('The numbers are being moved.').waitFor()
      expect(await inspect(page, 'reports that cannot be read')).toEqual([])
      await page.unroute('**/api/v1/distributor/reports*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await row(/^shop-20/).waitFor()
      await page.goto(`${account.pages}/reports/rpt_01JD3MZ6V8Q4W9X2K7N5T0RHYB`)
      await page.getByRole('alert').waitFor()
      expect(await inspect(page, 'a report that is not there')).toEqual([])
      expect(faults).toEqual([])
    })

    it('can be read but not changed by viewers', async () => {
      const others = await openPage(browser, hub.url)
      await others.page.goto(`/console/sign-in?next=/a/${account.accountId}/reports`)
      await signIn(others.page, account.viewer)
      await others.page.getByText(/import or undo reports/).waitFor()
      await others.page.getByRole('link', { name: /^shop-20/ }).click()
      await others.page.getByRole('heading', { name: /^shop-20/ }).waitFor()
      expect(await others.page.getByRole('button', { name: 'Undo report' }).count()).toBe(0)
      expect(others.faults).toEqual([])
    })
  })
})
