import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword, inviteMember, setUpOperator } from '../../../server/test/harness/people.ts'
import { createReleaseFixture } from '../../../server/test/harness/releases.ts'
import {
  acknowledge,
  addStoresTo,
  type Sent,
  type StoreHub,
  senderEnvironment,
} from '../../../server/test/harness/store-folder.ts'
import { findAccessProblems } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, typeInto, usualEngines, type WatchedPage } from '../harness/browsers.ts'

/** The messages to stores about a release, on its page. */

const timeout = 240_000

describe.each(usualEngines)('messages to stores in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let store: StoreHub
    let folder: string
    let sent: Sent
    let releaseId: string
    let browser: Browser
    let watched: WatchedPage
    let page: Page
    beforeAll(async () => {
      const hub = await startTestHub({ environment: senderEnvironment })
      await hub.hub.console.prepare()
      await setUpOperator(hub)
      const fixture = await createReleaseFixture(hub)
      store = await addStoresTo(hub, fixture)
      const outlet = await store.addStore()
      folder = outlet.folder
      const release = await store.submit(outlet.id)
      releaseId = release.id
      sent = await store.nthMessage(folder, 1)
      await store.reach(release.id, 'sent')
      const { accountId } = fixture.account
      await inviteMember(hub, { accountId, role: 'viewer', email: 'mia@label.example' })
      browser = await launch(engine)
      atEnd(() => browser.close())
      watched = await openPage(browser, hub.url)
      page = watched.page
      page.setDefaultTimeout(90_000)
      await page.goto(`/console/sign-in?next=/a/${accountId}/releases/${release.id}`)
      await typeInto(page.getByLabel('Email address'), 'mia@label.example')
      await typeInto(page.getByLabel('Password', { exact: true }), goodPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Night Drive', level: 1 }).waitFor()
    }, 300_000)

    const download = async (name: RegExp): Promise<string> => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
      return readFile(await file.path(), 'utf8')
    }

    it('shows each with its result, and gives it as it was sent', { timeout }, async () => {
      const region = page.getByRole('region', { name: 'Messages to stores' })
      await region.getByText('Release, revision 1, to Example Store').waitFor()
      await region.getByText('No answer from the store yet').waitFor()
      expect(await download(/^Download the message: Release, revision 1/)).toBe(sent.xml)
      const { payload } = JSON.parse(await download(/^Download the proof of delivery: Release, revision 1/))
      expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).message.id).toBe(sent.messageId)
      expect(await findAccessProblems(page)).toEqual([])
    })

    it('shows what the store answers', { timeout }, async () => {
      await page.evaluate('window.isSamePage = true')
      await acknowledge(folder, sent.messageId, 'FileOK', 'Thank you.')
      await page.getByText('Accepted: Thank you.').waitFor()
      expect(await page.evaluate('window.isSamePage')).toBe(true)
      expect(watched.faults).toEqual([])
    })

    it('shows older ones on request', { timeout }, async () => {
      await store.reach(releaseId, 'live')
      await store.hub.opened.database.system.execute(
        `insert into store_messages (account_id, id, delivery_id, round, release_id, outlet_id, revision, purpose, batch, xml,
                                     sha256, files, provides, created_at, sent_at)
         select account_id, 'msg_' || lpad(n::text, 26, '0'), delivery_id, -n, release_id, outlet_id, 1000 + n, purpose, n, xml,
                sha256, files, provides, created_at, sent_at
         from store_messages, generate_series(1, 25) n where id = $1`,
        [sent.messageId],
      )
      await page.reload()
      const region = page.getByRole('region', { name: 'Messages to stores' })
      await region.getByText('Release, revision 1025, to Example Store').waitFor()
      await expect.poll(() => region.getByRole('listitem').count()).toBe(20)
      await region.getByRole('button', { name: 'Show older' }).click()
      await region.getByText('Release, revision 1001, to Example Store').waitFor()
      await expect.poll(() => region.getByRole('listitem').count()).toBe(26)
      await expect.poll(() => region.getByRole('button', { name: 'Show older' }).count()).toBe(0)
    })
  })
})
