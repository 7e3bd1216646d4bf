import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { operatorOf } from '../../../server/test/harness/operator.ts'
import { setUpOperator } from '../../../server/test/harness/people.ts'
import { table } from '../../../server/test/harness/report-hub.ts'
import { inspect, waitUntilLoaded } from '../harness/axe.ts'
import { isEngineMissing, openPage, signIn, typeInto, usualEngines } from '../harness/browsers.ts'
import { hostileTitles } from '../harness/catalog.ts'
import { openReportReader, type ReportAccount } from '../harness/report-account.ts'

/** Imports of store reports in real browsers: read, refused, repaired, counted. */

let hub: TestHub
let folder: string
beforeAll(async () => {
  if (usualEngines.every(isEngineMissing)) return
  folder = await mkdtemp(join(tmpdir(), 'spindle-console-reports-'))
  atEnd(() => rm(folder, { recursive: true }))
  hub = await startTestHub({ environment: { SPINDLE_INTEGRATION_TOKENS: `site=${'a'.repeat(32)}` } })
  await hub.hub.console.prepare()
  await setUpOperator(hub)
}, 300_000)

const march = ({ isrcs: [intro] }: ReportAccount): string =>
  table(
    `${intro},,Intro,big,DE,2026-03,1100,,12.3456,EUR`,
    `ZZXXX2600001,,"${hostileTitles[0].replaceAll('"', '""')}",big,DE,2026-03,7,,0.07,USD`,
    `ZZXXX2600002,,${hostileTitles[1]},big,DE,2026-03,7,,0.07,USD`,
    `ZZXXX2600003,,${hostileTitles[2].slice(0, 190)},big,DE,2026-03,7,,0.07,USD`,
  )
const oneLine = ({ isrcs: [intro] }: ReportAccount, streams: number): string =>
  table(`${intro},,Intro,big,DE,2026-03,${streams},,,`)

describe.each(usualEngines)('importing reports in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let account: ReportAccount
    let browser: Browser
    let page: Page
    let faults: readonly string[]
    beforeAll(async () => {
      ;({ account, browser, page, faults } = await openReportReader(hub, {
        engine,
        serial: usualEngines.indexOf(engine),
        at: 'reports',
      }))
    })

    const choose = async (name: string, content: string): Promise<void> => {
      const path = join(folder, name)
      await writeFile(path, content)
      await page.locator('input[data-input="Choose files"]').setInputFiles([path])
      await page.locator('.file-line[data-state="ready"]', { hasText: name }).waitFor()
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const preview = async (): Promise<void> => {
      await button('Show preview').click()
      await page.getByRole('region', { name: 'Preview of the first lines' }).waitFor()
    }
    const reports = async () => {
      const key = await account.key()
      return (await hub.json('GET', '/api/v1/distributor/reports', { key })).body.data
    }

    it('says what is missing, at its field', async () => {
      await page.getByRole('main').getByRole('link', { name: 'Import a report' }).click()
      await page.getByRole('heading', { name: 'Import a report' }).waitFor()
      await typeInto(page.getByLabel('Source'), 'No Spaces')
      await button('Show preview').click()
      await page.getByText('Choose a file first.').waitFor()
      await page.getByText(/Use only lower-case letters, digits, - and _/).waitFor()
      await expect.poll(() => page.evaluate<string>('document.activeElement.getAttribute("list") ?? ""')).not.toBe('')
      expect(await inspect(page, 'an import without anything')).toEqual([])
    })

    it('shows how the lines are understood before anything counts', { timeout: 240_000 }, async () => {
      await page.getByLabel('Report format').selectOption('spindle')
      await typeInto(page.getByLabel('Source'), 'distro')
      await choose('تقرير مارس.csv', march(account))
      await preview()
      await page.getByText('All lines: 1 matched to releases of this label, 3 waiting for a release.').waitFor()
      await page
        .getByRole('row', { name: /^Intro/ })
        .getByText('1,100 streams · EUR 12.3456')
        .waitFor()
      await page.getByText(hostileTitles[0]).waitFor()
      expect(await inspect(page, 'a preview')).toEqual([])
      expect(await reports()).toEqual([])
    })

    it('refuses what cannot be read, by line and column, and keeps everything', { timeout: 240_000 }, async () => {
      await page.getByLabel('Report format').selectOption('mapping')
      expect(await button('Import report').count()).toBe(0)
      await button('Detect columns by name').click()
      expect(await page.getByLabel('Column for Revenue').inputValue()).toBe('revenue')
      await page.getByLabel('Column for Streams').selectOption('title')
      await page.getByText('Separators, dates and keywords').click()
      await page.getByLabel('Decimal sign').selectOption('.')
      await button('Show preview').click()
      const refusal = page.getByRole('alert').filter({ hasText: 'The report could not be read.' })
      await refusal.getByText(/line 2, column "title"/).waitFor()
      expect(await inspect(page, 'a report that is refused')).toEqual([])
      await page.getByRole('link', { name: 'All reports' }).click()
      await page.getByText('A report import has stopped and needs your input.').waitFor()
      expect(await inspect(page, 'an import that waits')).toEqual([])
      await page.getByRole('link', { name: 'Go to import' }).click()
      await refusal.waitFor()
      expect(await page.getByLabel('Column for Streams').inputValue()).toBe('title')
      expect(await page.locator('.file-line[data-state="ready"]').count()).toBe(1)
      await page.getByLabel('Column for Streams').selectOption('streams')
      await preview()
      expect(await reports()).toEqual([])
    })

    it('shows why an import failed, and continues from there', { timeout: 240_000 }, async () => {
      const path = '**/api/v1/distributor/reports'
      await page.route(path, (route) =>
        route.fulfill({ status: 409, json: { error: 'busy', message: 'The numbers are being moved.' } }),
      )
      await button('Import report').click()
      await page.getByText('The numbers are being moved.').waitFor()
      await page.getByText('Nothing was imported. Your files and settings are kept.').waitFor()
      await page.unroute(path)
      await button('Import report').click()
      await page.getByRole('heading', { name: 'distro · March 2026' }).waitFor()
      await page.getByText('EUR 12.3456').first().waitFor()
      expect(await reports()).toMatchObject([
        { source: 'distro', format: 'table', lines: 1, waitingLines: 3, filename: 'تقرير مارس.csv' },
      ])
    })

    it('counts the same bytes once, also after the page was loaded again', { timeout: 240_000 }, async () => {
      await page.goto(`${account.pages}/reports/new`)
      await waitUntilLoaded(page)
      // The settings of the last report are there for the next.
      expect(await page.getByLabel('Source').inputValue()).toBe('distro')
      expect(await page.getByLabel('Column for Streams').inputValue()).toBe('streams')
      await choose('march-again.csv', march(account))
      await preview()
      await button('Import report').click()
      await page.getByText('You already imported these files as this report. They are counted only once.').waitFor()
      expect(await reports()).toHaveLength(1)
    })

    it('asks what happens to a report of the same period', { timeout: 240_000 }, async () => {
      const bring = async (name: string, content: string): Promise<void> => {
        await page.goto(`${account.pages}/reports/new`)
        await waitUntilLoaded(page)
        await page.getByLabel('Report format').selectOption('spindle')
        await choose(name, content)
        await preview()
        await button('Import report').click()
      }
      const question = page.getByText('You already imported a report from this source for the same period.', {
        exact: false,
      })
      // Numbers of use are never added to a statement of money: the hub refuses that, and the choice stays.
      await bring('corrected.csv', oneLine(account, 900))
      await question.waitFor()
      await page.getByRole('link', { name: 'distro, March 2026' }).waitFor()
      await button('Import report').click()
      await page.getByText('Choose one option.').waitFor()
      expect(await inspect(page, 'an overlap')).toEqual([])
      await page.getByLabel(/^Keep both/).check()
      await button('Import report').click()
      await page.getByText(/the same streams would be counted twice/).waitFor()
      await page.getByLabel(/^Replace/).check()
      await button('Import report').click()
      await page.getByRole('heading', { name: 'distro · March 2026' }).waitFor()
      expect(await reports()).toMatchObject([{ totals: { streams: 900 } }])

      await bring('more.csv', oneLine(account, 20))
      await question.waitFor()
      await page.getByLabel(/^Keep both/).check()
      await button('Import report').click()
      await page.getByRole('heading', { name: 'distro · March 2026' }).waitFor()
      expect(await reports()).toMatchObject([{ totals: { streams: 20 } }, { totals: { streams: 900 } }])

      const path = join(folder, 'of-the-operator.csv')
      await writeFile(path, oneLine(account, 4))
      await operatorOf(hub)('reports', 'import', path, '--source', `operator-${engine}`)
      await page.goto(`${account.pages}/reports/new`)
      await waitUntilLoaded(page)
      await typeInto(page.getByLabel('Source'), `operator-${engine}`)
      await choose('ours.csv', oneLine(account, 5))
      await preview()
      await button('Import report').click()
      await page.getByText(/The hub operator imported that report/).waitFor()
      expect(await page.getByLabel(/^Replace/).count()).toBe(0)
      expect(await inspect(page, 'an overlap with the operator')).toEqual([])
      await page.getByLabel(/^Keep both/).check()
      await button('Import report').click()
      await page.getByRole('heading', { name: `operator-${engine} · March 2026` }).waitFor()
      expect(faults).toEqual([])
    })

    it('imports the readable lines on request, and lists the others', { timeout: 240_000 }, async () => {
      const [intro] = account.isrcs
      const lines = Array.from({ length: 22 }, () => `${intro},,Intro,big,DE,2026-05,many,,,`)
      await page.goto(`${account.pages}/reports/new`)
      await waitUntilLoaded(page)
      await page.getByLabel('Report format').selectOption('spindle')
      await typeInto(page.getByLabel('Source'), 'halves')
      await page.getByLabel(/^Set aside lines that cannot be read/).check()
      await choose('halves.csv', table(`${intro},,Intro,big,DE,2026-05,8,,,`, ...lines))
      await preview()
      await page.getByRole('heading', { name: '22 lines would be set aside' }).waitFor()
      expect(await inspect(page, 'a preview with lines set aside')).toEqual([])
      await button('Import report').click()
      const listed = page.getByRole('region', { name: 'Lines set aside' })
      await listed.getByText('"many" cannot be read.').first().waitFor()
      expect(await listed.getByRole('row').count()).toBe(21)
      await button('Show more lines').click()
      await expect.poll(() => listed.getByRole('row').count()).toBe(23)
      expect(await inspect(page, 'a report with lines set aside')).toEqual([])
      expect((await reports())[0]).toMatchObject({ source: 'halves', lines: 1, setAsideLines: 22 })
      await page.getByRole('link', { name: 'All reports' }).click()
      await page.getByText('22 lines set aside').waitFor()
      expect(faults).toEqual([])
    })

    it('is not for who only looks', async () => {
      const others = await openPage(browser, hub.url)
      await others.page.goto(`/console/sign-in?next=/a/${account.accountId}/reports/new`)
      await signIn(others.page, account.viewer)
      await others.page.getByText(/import reports/).waitFor()
      expect(await others.page.getByRole('button', { name: 'Choose files' }).count()).toBe(0)
      expect(others.faults).toEqual([])
    })
  })
})
