import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub } from '../../../server/test/harness/hub.ts'
import { inviteMember, setUpOperator } from '../../../server/test/harness/people.ts'
import { createReleaseFixture, releasesPath } from '../../../server/test/harness/releases.ts'
import { addStoresTo, senderEnvironment } from '../../../server/test/harness/store-folder.ts'
import { findAccessProblems } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, signIn, usualEngines, type WatchedPage } from '../harness/browsers.ts'

/** What a store does not take of a release, where people read it. */

const timeout = 240_000

describe.each(usualEngines)('findings about what stores take in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let browser: Browser
    let watched: WatchedPage
    let page: Page
    /** The address of the release. */
    let own: string
    beforeAll(async () => {
      const hub = await startTestHub({ environment: { ...senderEnvironment, SPINDLE_SANDBOX_OUTLET: 'on' } })
      await hub.hub.console.prepare()
      await setUpOperator(hub)
      const fixture = await createReleaseFixture(hub)
      const store = await addStoresTo(hub, fixture)
      const { id } = await store.addStore({ takes: { leastCover: 9000 } })
      const { id: submitted } = await store.submit('sandbox')
      const { body: draft } = await fixture.post(`${releasesPath}/${submitted}/clone`)
      await fixture.patch(draft.id, { outlets: ['sandbox', id] })
      const { accountId } = fixture.account
      await inviteMember(hub, { accountId, role: 'manager', email: 'mia@label.example' })
      own = `/a/${accountId}/releases/${draft.id}`
      browser = await launch(engine)
      atEnd(() => browser.close())
      watched = await openPage(browser, hub.url)
      page = watched.page
      page.setDefaultTimeout(90_000)
      await page.goto(`/console/sign-in?next=${own}`)
      await signIn(page, 'mia@label.example')
      await page.getByRole('heading', { name: 'Night Drive', level: 1 }).waitFor()
    }, 300_000)

    const checks = () => page.getByRole('region', { name: 'Checks' })
    /** Of the finding about the cover. */
    const readFinding = async (): Promise<string[]> => {
      const finding = checks().getByRole('listitem').filter({ hasText: 'too small for' })
      await finding.waitFor()
      return finding.getByRole('paragraph').allTextContents()
    }
    const said = [
      'For Example Store',
      'The cover has 3000 x 3000 pixels, which is too small for Example Store (9000).',
      'Export a larger cover from the original artwork, or remove the store from the outlets.',
    ]

    it('name the store on the page of the release', { timeout }, async () => {
      expect(await readFinding()).toEqual(said)
      expect(
        await checks()
          .getByRole('paragraph')
          .filter({ hasText: /^For (?!each part,)/ })
          .count(),
      ).toBe(1)
      expect(await findAccessProblems(page)).toEqual([])
    })

    it('name it where the release is delivered', { timeout }, async () => {
      await page.goto(`/console${own}/edit/review`)
      expect(await readFinding()).toEqual(said)
      expect(await page.getByRole('button', { name: 'Submit' }).isEnabled()).toBe(false)
      expect(await findAccessProblems(page)).toEqual([])
      expect(watched.faults).toEqual([])
    })
  })
})
