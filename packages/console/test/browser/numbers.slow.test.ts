import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { createLiveRelease } from '../../../server/test/harness/live-releases.ts'
import { goodPassword } from '../../../server/test/harness/people.ts'
import { findAccessProblems, findOverflow } from '../harness/axe.ts'
import {
  type Engine,
  isEngineMissing,
  launch,
  openPage,
  typeInto,
  usualEngines,
  type WatchedPage,
} from '../harness/browsers.ts'
import { type FilledAccount, fillAccount, hostileTitles } from '../harness/catalog.ts'

/** Home, catalog and analytics in real browsers, at one hub with a catalog of thirty releases and a past. */

const live = 26
let hub: TestHub
let account: FilledAccount
let own: string
/** A release with a past. */
let heard: string

beforeAll(async () => {
  if (usualEngines.every(isEngineMissing)) return
  hub = await startTestHub({
    environment: { SPINDLE_SANDBOX_OUTLET: 'on', SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` },
  })
  await hub.hub.console.prepare()
  account = await fillAccount(hub)
  own = `/console/a/${account.accountId}`
  const { accountId } = account
  const from = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  for (let number = 1; number <= live; number++) {
    const title = number === 1 ? hostileTitles[0] : `Song ${String(number).padStart(2, '0')}`
    const { releaseId } = await createLiveRelease(hub, { accountId, properties: ['site-a'], title })
    if (number === 2) heard = releaseId
    if (number <= 3) await hub.hub.plays.generateSandboxHistory({ accountId, releaseId, from, seed: number })
  }
  await hub.hub.plays.fold()
  const link = (await hub.hub.links.makeSetupLink(accountId)) ?? ''
  await setUp(link)
}, 300_000)

async function setUp(link: string): Promise<void> {
  const engine = usualEngines.find((one) => !isEngineMissing(one)) ?? 'chromium'
  const browser = await launch(engine)
  const { page, context } = await openPage(browser, hub.url)
  await page.goto(link)
  await typeInto(page.getByLabel('Your name'), 'Mia Blue')
  await typeInto(page.getByLabel('Email address'), 'mia@label.example')
  await typeInto(page.getByLabel('Choose a password', { exact: true }), goodPassword)
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
  await context.close()
  await browser.close()
}

describe.each(usualEngines)('home, catalog and analytics in %s', (engine: Engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let browser: Browser
    let watched: WatchedPage
    let page: Page
    beforeAll(async () => {
      browser = await launch(engine)
      atEnd(() => browser.close())
      watched = await openPage(browser, hub.url)
      page = watched.page
      await page.goto('/console/sign-in')
      await typeInto(page.getByLabel('Email address'), 'mia@label.example')
      await typeInto(page.getByLabel('Password', { exact: true }), goodPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
    })

    it('names what needs a person with the reason, and the streams beside those before', async () => {
      await page.goto(own)
      const needs = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Needs your attention (3)' }) })
      await needs
        .getByText(/issues? before you submit it/)
        .first()
        .waitFor()
      await needs.getByRole('link', { name: hostileTitles[1] }).waitFor()
      await page.getByText(/vs\. the previous 28 days$/).waitFor()
      await page.getByText('These are demo numbers, not real plays.').waitFor()
      await page.getByText(/^Data up to .* \(UTC\)$/).waitFor()
      await page.getByText('Ready to submit.').waitFor()
      expect(watched.faults).toEqual([])
    })

    it('shows on the page of a release how often it was played', async () => {
      await page.goto(`${own}/releases/${heard}`)
      const card = page.getByRole('region', { name: 'Streams, 28 days' })
      await card.getByText(/vs\. the previous 28 days$/).waitFor()
      const { body } = await hub.json('GET', `/api/v1/distributor/analytics?releaseId=${heard}`, { key: account.key })
      expect(body.totals.streams).toBeGreaterThan(0)
      await card.getByText(new Intl.NumberFormat('en-GB').format(body.totals.streams), { exact: true }).waitFor()
      await page.goto(`${own}/releases/${account.draftId}`)
      await page.getByRole('heading', { name: 'Night Drive', level: 1 }).waitFor()
      await expect.poll(() => card.count()).toBe(0)
      expect(watched.faults).toEqual([])
    })

    it('sorts and filters the catalog in its address, page after page', async () => {
      await page.goto(`${own}/catalog`)
      await page.getByText(`20 of ${live + 4} releases`).waitFor()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByText(`${live + 4} releases`, { exact: true }).waitFor()
      await page.getByLabel('Sort by').selectOption('title')
      await page.waitForFunction("location.search.includes('sort=title')")
      await page.getByText(`20 of ${live + 4} releases`).waitFor()
      await expect.poll(() => page.locator('tbody .release-title').first().textContent()).toBe(hostileTitles[0])
      await page.getByLabel('Status').selectOption('live')
      // Each engine takes two of them down.
      await page.getByText(/^20 of 2[46] releases$/).waitFor()
      expect(new URL(page.url()).searchParams.get('status')).toBe('live')
      expect(await page.title()).toBe('Catalog · Spindle')
      expect(watched.faults).toEqual([])
    })

    it('keeps the filters behind one button on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${own}/catalog?status=live&type=ep`)
      const button = page.getByRole('button', { name: 'Filters (2)' })
      await button.waitFor()
      await expect.poll(() => page.getByLabel('Status').isVisible()).toBe(false)
      await page.locator('tbody tr').first().waitFor()
      const first = await page.locator('tbody tr').first().boundingBox()
      expect(first?.y).toBeLessThan(844 / 2)
      await button.click()
      await page.getByLabel('Type').selectOption('single')
      await page.getByRole('heading', { name: 'No matches' }).waitFor()
      expect(await findOverflow(page)).toBe(0)
      await page.setViewportSize({ width: 1280, height: 860 })
    })

    it('takes down what was chosen, and hands it over as a spreadsheet', async () => {
      // Two that this engine has for itself.
      const [one, two] = engine === 'chromium' ? ['Song 25', 'Song 26'] : ['Song 23', 'Song 24']
      await page.goto(`${own}/catalog?sort=updatedAt`)
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByLabel(`Select ${one}`).click()
      await page.getByLabel(`Select ${two}`).click()
      const chosen = page.getByRole('region', { name: '2 releases selected' })
      const csv = await page.evaluate(
        async (address) => (await fetch(address)).text(),
        (await chosen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '',
      )
      expect(csv.trimEnd().split('\r\n')).toHaveLength(3)
      expect(csv).toContain(`"${one}"`)
      await chosen.getByRole('button', { name: 'Take down' }).click()
      const dialog = page.getByRole('dialog', { name: 'Take 2 releases down everywhere?' })
      await typeInto(dialog.getByLabel('Reason'), 'The licence has ended.')
      expect(await findAccessProblems(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Take down' }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect
        .poll(
          async () => {
            const { body } = await hub.json('GET', '/api/v1/distributor/catalog?limit=100', { key: account.key })
            return body.data
              .filter(({ title }: { title: string }) => title === one || title === two)
              .map(({ status }: { status: string }) => status)
          },
          { timeout: 120_000 },
        )
        .toEqual(['taken_down', 'taken_down'])
      expect(watched.faults).toEqual([])
    })

    it('reads the days of a year by keyboard and as a table, and what they consist of', async () => {
      await page.goto(own)
      await page.getByRole('link', { name: 'Analytics', exact: true }).first().click()
      await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
      const reader = page.getByRole('slider', { name: /^Streams by day/ })
      await reader.focus()
      const last = await reader.getAttribute('aria-valuetext')
      await reader.press('ArrowLeft')
      await expect.poll(() => reader.getAttribute('aria-valuetext')).not.toBe(last)
      await expect
        .poll(() => reader.getAttribute('aria-valuetext'))
        .toMatch(/^\d+ \w+ \d{4}: [\d,]+, previous period [\d,]+$/)
      await page.getByRole('button', { name: 'Show as table' }).click()
      await expect.poll(() => page.getByRole('region', { name: 'Numbers by day' }).locator('tbody tr').count()).toBe(28)
      await page.getByRole('link', { name: hostileTitles[0] }).waitFor()
      await page.getByRole('button', { name: 'Country' }).click()
      await page.getByText('Germany').waitFor()
      await page.getByRole('button', { name: '1 year' }).click()
      await page.waitForFunction("location.search.includes('days=365')")
      const csv = await page.evaluate(
        async (address) => (await fetch(address)).text(),
        (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '',
      )
      expect(csv.split('\r\n')[0]).toBe('date,territory,streams,playedMs')
      expect(watched.faults).toEqual([])
    })
  })
})
