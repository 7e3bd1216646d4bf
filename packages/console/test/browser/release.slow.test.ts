import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword, inviteMember, setUpOperator } from '../../../server/test/harness/people.ts'
import { findAccessProblems, findOverflow, waitUntilLoaded } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, typeInto, usualEngines, type WatchedPage } from '../harness/browsers.ts'
import { type FilledAccount, fillAccount } from '../harness/catalog.ts'

/**
 * What the pages of a label show of a release on its way: what happened, what the review requests, what a revision
 * changes.
 */

const releases = '/api/v1/music-distributor/releases'
const grace = { id: null, name: 'Grace' }
const timeout = 240_000

describe.each(usualEngines)('a release on its way in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let hub: TestHub
    let label: FilledAccount
    let releaseId: string
    let browser: Browser
    let watched: WatchedPage
    let page: Page
    let own: string
    beforeAll(async () => {
      hub = await startTestHub({ environment: { SPINDLE_SANDBOX_OUTLET: 'on', SPINDLE_REVIEW: 'manual' } })
      await hub.hub.console.prepare()
      await setUpOperator(hub)
      label = await fillAccount(hub)
      own = `/console/a/${label.accountId}`
      await inviteMember(hub, { ...label, role: 'manager', email: 'mia@label.example' })
      releaseId = label.draftId
      browser = await launch(engine)
      atEnd(() => browser.close())
      watched = await openPage(browser, hub.url)
      page = watched.page
      // Without events, a page polls every half a minute.
      page.setDefaultTimeout(90_000)
      await page.goto(`/console/sign-in?next=/a/${label.accountId}/releases/${releaseId}`)
      await typeInto(page.getByLabel('Email address'), 'mia@label.example')
      await typeInto(page.getByLabel('Password', { exact: true }), goodPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Night Drive', level: 1 }).waitFor()
    }, 300_000)

    const hasFocus = (place: string): Promise<void> =>
      expect.poll(() => page.evaluate('document.activeElement?.dataset.place'), { timeout: 90_000 }).toBe(place)
    const asLabel = (method: string, path: string, body?: object) => hub.json(method, path, { key: label.key, body })
    const patch = async (body: object): Promise<void> =>
      expect((await asLabel('PATCH', `${releases}/${releaseId}`, body)).status).toBe(200)
    const submit = async (): Promise<void> =>
      expect((await asLabel('POST', `${releases}/${releaseId}/submit`)).status).toBe(200)
    const until = (status: string) =>
      eventually(async () => (await asLabel('GET', `${releases}/${releaseId}`)).body.status === status || undefined, {
        what: `the release to be ${status}`,
      })

    it('shows automatically what happens to it', { timeout }, async () => {
      const activity = page.getByRole('region', { name: 'Activity' })
      await activity.getByText('Draft created').waitFor()
      await page.evaluate('window.isSamePage = true')
      await submit()
      await activity.getByText('Submitted', { exact: false }).first().waitFor()
      expect(await page.evaluate('window.isSamePage')).toBe(true)
      expect(watched.faults).toEqual([])
    })

    it('shows each note of the review at its place, and leads to the field', { timeout }, async () => {
      await hub.hub.releases.reviews.requestChanges(releaseId, grace, [
        { pointer: '/label', code: 'review', note: 'Name the label as on the cover.' },
        { pointer: '/tracks/0/title', code: 'review', note: 'أغنية الليل: the title is another one.' },
      ])
      const track = page.getByRole('region', { name: 'Tracks' }).getByRole('listitem').filter({ hasText: 'Song 1' })
      await track.getByText('أغنية الليل: the title is another one.').waitFor()
      await page.getByText('Changes requested in review.').waitFor()
      await page.getByText('See 1 note on the tracks below.').waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      await page.getByRole('link', { name: 'Edit Label' }).click()
      await page.getByText('Name the label as on the cover.').waitFor()
      await hasFocus('release/label')
      await page.goto(`${own}/releases/${releaseId}`)
      const change = page.getByRole('link', { name: /^Edit Track 1, / })
      const { hash } = new URL((await change.getAttribute('href')) ?? '', hub.url)
      // Also in a window without the release until the hub has answered.
      await page.evaluate('localStorage.clear()')
      const { promise: isShown, resolve: letGo } = Promise.withResolvers<void>()
      if (engine === 'chromium')
        await page.route(`**${releases}/${releaseId}`, async (route) => isShown.then(() => route.continue()))
      await page.goto(`${own}/releases/${releaseId}/edit/tracks${hash}`)
      if (engine === 'chromium') await page.getByRole('heading', { name: 'Deliver a release' }).waitFor()
      letGo()
      await hasFocus(decodeURIComponent(hash.slice(1)))
      await page.unrouteAll()
      await page.getByText('أغنية الليل: the title is another one.').waitFor()
      await page.getByRole('link', { name: '4 Review' }).click()
      await page.getByRole('link', { name: /^Show: Release: Name the label/ }).waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      expect(watched.faults).toEqual([])
    })

    it('says in words what a revision changes that outlets do not have yet', { timeout }, async () => {
      await patch({ label: 'Night Label' })
      await submit()
      await hub.hub.releases.reviews.approveRelease(releaseId, grace)
      await until('live')
      await page.goto(`${own}/releases/${releaseId}`)
      await page.locator('.timeline[data-status="live"]').waitFor()
      await expect.poll(() => page.getByRole('region', { name: 'Changes in this revision' }).count()).toBe(0)
      await patch({ label: 'Day Label', explicit: 'clean' })
      const changes = page.getByRole('region', { name: 'Changes in this revision' })
      await changes.getByText('Outlets keep the current version until you submit these changes.').waitFor()
      const row = changes.getByRole('row').filter({ hasText: 'Day Label' })
      await row.waitFor()
      await expect.poll(() => row.getByRole('rowheader').textContent()).toBe('Label')
      await changes.getByText('Clean edit').waitFor()
      await submit()
      await changes.getByText(/^These changes are waiting for review\./).waitFor()
      expect(watched.faults).toEqual([])
    })

    it('shows the account what happened, and on Home what happened lately', { timeout }, async () => {
      await page.goto(own)
      const lately = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent activity' }) })
      const row = lately.getByRole('listitem').filter({ hasText: 'Night Drive' })
      await row.getByText('Submitted').waitFor()
      // One line for each release, also with many events.
      await expect.poll(() => row.count()).toBe(1)
      await lately.getByRole('link', { name: 'All activity' }).click()
      await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
      await page.getByText('Changes requested in review by Grace').first().waitFor()
      await page.getByText('accepted an invitation').waitFor()
      await page.getByLabel('Type').selectOption('releases')
      await expect.poll(() => new URL(page.url()).search, { timeout: 120_000 }).toBe('?kind=releases')
      await page.getByText('accepted an invitation').waitFor({ state: 'detached' })
      const seen = page.getByRole('link', { name: 'Night Drive' })
      await seen.first().waitFor()
      await page.getByLabel('Person').selectOption({ label: 'The manager' })
      await page.getByRole('heading', { name: 'No activity' }).waitFor()
      expect(watched.faults).toEqual([])
    })

    it('says what a takedown ends where, plans it, and calls it off', { timeout }, async () => {
      await page.goto(`${own}/releases/${releaseId}`)
      await page.getByRole('button', { name: 'Take down' }).click()
      const meaning = page.getByRole('region', { name: 'What each outlet does' })
      await meaning.getByText('Takedown method: removed from the feed of the outlet').waitFor()
      await meaning.getByText('Rights that end: Everywhere').waitFor()
      await page.getByLabel('When').selectOption({ label: 'On a date' })
      await page.getByText('The takedown starts at midnight at the beginning of this date (UTC).').waitFor()
      const day = page.getByLabel('Date', { exact: true })
      if (engine === 'chromium') await day.fill('2999-12-31')
      else await day.pressSequentially('12312999')
      await typeInto(page.getByLabel('Reason'), 'The licence ends')
      expect(await findAccessProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Plan takedown' }).click()
      await page.getByText('Takedown planned for 31 Dec 2999.').waitFor()
      await page.getByText('Planned by your account.').waitFor()
      await page.getByText('The licence ends').first().waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Cancel takedown' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel takedown' }).click()
      await page.getByText('Takedown planned for 31 Dec 2999.').waitFor({ state: 'detached' })
      await hub.hub.releases.reviews.planTakedown(releaseId, grace, {
        on: '2999-12-31',
        outlets: ['sandbox'],
        reason: 'انتهت الرخصة',
      })
      await page.getByText('Planned by the hub operator.').waitFor()
      await page.getByText('انتهت الرخصة').first().waitFor()
      await page.getByText('Only at Sandbox. Only the operator can cancel it.').waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Cancel takedown' }).count()).toBe(0)
      expect(watched.faults).toEqual([])
    })

    // Once: what axe reads is the same in both.
    it.skipIf(engine !== 'chromium')(
      'finds nothing to object to, in both themes, at 1280 and at 390 pixels',
      { timeout },
      async () => {
        await hub.hub.releases.reviews.requestChanges(releaseId, grace, [
          { pointer: '', code: 'review', note: 'without a break'.replaceAll(' ', '').repeat(30) },
          { pointer: '/tracks/0', code: 'review', note: 'Which take is it?' },
        ])
        const problems: string[] = []
        for (const width of [1280, 390])
          for (const theme of ['light', 'dark']) {
            await page.setViewportSize({ width, height: 800 })
            await page.evaluate(`localStorage.setItem('spindle:theme', '${theme}')`)
            for (const path of [own, `${own}/activity`, `${own}/releases/${releaseId}`]) {
              await page.goto(path)
              await waitUntilLoaded(page)
              const found = await findAccessProblems(page)
              const overflow = await findOverflow(page)
              if (overflow > 0) found.push(`is ${overflow} pixels too wide`)
              problems.push(...found.map((problem) => `${path} at ${width}, ${theme}: ${problem}`))
            }
          }
        expect(problems).toEqual([])
        expect(watched.faults).toEqual([])
      },
    )
  })
})
