import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareRequest } from '../../../server/test/harness/authorization.ts'
import { startCallback } from '../../../server/test/harness/callback.ts'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { freePort, startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword } from '../../../server/test/harness/people.ts'
import { startReverseProxy } from '../../../server/test/harness/reverse-proxy.ts'
import { engines, isEngineMissing, launch, openPage, typeInto, type WatchedPage } from '../harness/browsers.ts'
import { type FilledAccount, fillAccount } from '../harness/catalog.ts'
import { type Masters, makeMasters } from '../harness/masters.ts'

/** Hubs as people reach them at home and at work: below a path behind TLS, and without encryption in a local network. */

describe.each(engines)('a hub in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let browser: Browser
    let masters: Masters
    beforeAll(async () => {
      masters = await makeMasters()
      browser = await launch(engine)
      atEnd(() => browser.close())
    }, 120_000)

    describe('below a path, behind a proxy that ends TLS', () => {
      let url: string
      let hub: TestHub
      let account: FilledAccount
      let watched: WatchedPage
      let page: Page
      /** The address of the account's pages. */
      let own: string
      beforeAll(async () => {
        const proxy = await startReverseProxy({ host: 'music.test', path: '/hub', isEncrypted: true })
        url = proxy.url
        hub = await startTestHub({ environment: { SPINDLE_PUBLIC_URL: url, SPINDLE_SANDBOX_OUTLET: 'on' } })
        proxy.leadTo(hub)
        await hub.hub.console.prepare()
        account = await fillAccount(hub)
        own = `${url}/console/a/${account.accountId}`
        watched = await openPage(browser, url, { ignoreHTTPSErrors: true })
        page = watched.page
      }, 300_000)

      it('sets itself up, and keeps a cookie that only this host can set', async () => {
        await setUp(page, await hub.hub.links.makeSetupLink(account.accountId))
        expect(page.url()).toBe(own)
        const cookies = await watched.context.cookies()
        expect(cookies).toMatchObject([
          { name: '__Host-Http-spindle', path: '/', secure: true, httpOnly: true, sameSite: 'Strict' },
        ])
        await page.reload()
        await home(page)
        expect(watched.faults).toEqual([])
      })

      it('shows covers, and a change of somebody else without a reload', async () => {
        await page.goto(`${own}/releases/${account.draftId}`)
        await page.getByRole('heading', { name: 'Night Drive', level: 1 }).waitFor()
        const width = () => page.evaluate("document.querySelector('img.cover')?.naturalWidth")
        await expect.poll(width, { timeout: 20_000 }).toBeGreaterThan(0)
        await page.evaluate('window.isSamePage = true')
        await rename(hub, account, 'Night Drive, renamed')
        await page.getByRole('heading', { name: 'Night Drive, renamed', level: 1 }).waitFor()
        expect(await page.evaluate('window.isSamePage')).toBe(true)
        expect(watched.faults).toEqual([])
      })

      it('takes files', async () => {
        await takeFile(page, own, masters)
        expect(watched.faults).toEqual([])
      })

      it('lets a program in that found its way by the metadata', async () => {
        const callback = await startCallback()
        const { body } = await hub.json('GET', '/.well-known/oauth-authorization-server/hub')
        expect(body.authorization_endpoint).toBe(`${url}/oauth/authorize`)
        const request = await prepareRequest(body, { redirectUri: callback.url, scope: 'keys:write music:read' })
        await page.goto(request.url.href)
        await page.getByRole('heading', { name: 'spindle wants to act for you' }).waitFor()
        await page.getByRole('button', { name: 'Allow', exact: true }).click()
        await page.getByRole('heading', { name: 'The program goes on' }).waitFor()
        const [answer] = callback.answers
        expect(answer?.searchParams.get('iss')).toBe(url)
        const form = {
          grant_type: 'authorization_code',
          client_id: 'spindle',
          code: answer?.searchParams.get('code') ?? '',
          redirect_uri: callback.url,
          code_verifier: request.verifier,
        }
        const token = await hub.request('/oauth/token', { method: 'POST', body: new URLSearchParams(form) })
        expect(token.status).toBe(200)
        expect(watched.faults.filter((fault) => !fault.startsWith(`asked ${callback.url}`))).toEqual([])
      })

      it('signs out, and leads on to pages outside of the console', async () => {
        await page.goto(own)
        await signOut(page)
        expect(page.url()).toBe(`${url}/console/sign-in`)
        await page.getByRole('link', { name: 'Ask for access' }).click()
        await page.waitForURL(`${url}/contact`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await watched.context.close()
      })
    })

    describe('without encryption in a local network', () => {
      let hub: TestHub
      let account: FilledAccount
      let watched: WatchedPage
      let page: Page
      let own: string
      const warning = 'This hub is reached without encryption: anybody on this network can read along.'
      beforeAll(async () => {
        const port = await freePort()
        const url = `http://nas.test:${port}`
        const environment = { SPINDLE_PORT: String(port), SPINDLE_PUBLIC_URL: url, SPINDLE_SANDBOX_OUTLET: 'on' }
        hub = await startTestHub({ environment })
        await hub.hub.console.prepare()
        account = await fillAccount(hub)
        own = `${url}/console/a/${account.accountId}`
        watched = await openPage(browser, url)
        page = watched.page
      }, 300_000)

      it('is set up with a password, keeps people signed in, and says what is wrong', async () => {
        await setUp(page, await hub.hub.links.makeSetupLink(account.accountId))
        expect(await page.evaluate('isSecureContext')).toBe(false)
        await page.getByText(warning).waitFor()
        const cookies = await watched.context.cookies()
        expect(cookies).toMatchObject([
          { name: 'spindle', path: '/', secure: false, httpOnly: true, sameSite: 'Strict' },
        ])
        await page.reload()
        await home(page)
        expect(watched.faults).toEqual([])
      })

      it('offers no passkey, nowhere', async () => {
        await page.goto(`${own}/you`)
        await page.getByRole('heading', { name: 'You', exact: true }).waitFor()
        expect(await page.getByRole('button', { name: /passkey/ }).count()).toBe(0)
        expect(watched.faults).toEqual([])
      })

      it('takes files, makes keys and moves by itself without what browsers give to encrypted pages alone', async () => {
        expect(await page.evaluate('[typeof crypto.subtle, typeof navigator.locks]')).toEqual([
          'undefined',
          'undefined',
        ])
        await takeFile(page, own, masters)
        await page.goto(`${own}/releases/${account.draftId}`)
        await page.getByRole('button', { name: 'Submit' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
        await page.locator('.timeline[data-status="live"]').waitFor({ timeout: 60_000 })
        await page.goto(`${own}/keys`)
        await page.getByRole('button', { name: 'New key' }).click()
        await typeInto(page.getByLabel('Name', { exact: true }), 'import')
        await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
        const revealed = page.getByRole('dialog', { name: 'Your new key' })
        expect(await revealed.getByLabel('Key', { exact: true }).textContent()).toMatch(/^spn_\w{38}$/)
        await revealed.getByLabel('I have stored it').click()
        await revealed.getByRole('button', { name: 'Close' }).click()
        await page.getByText('import', { exact: true }).waitFor()
        expect(watched.faults).toEqual([])
      })

      it('is signed in to again, with the warning before the password is typed', async () => {
        await page.goto(own)
        await signOut(page)
        await page.getByText(warning).waitFor()
        expect(await page.getByRole('button', { name: /passkey/ }).count()).toBe(0)
        await typeInto(page.getByLabel('Mail address'), 'mia@label.example')
        await typeInto(page.getByLabel('Password', { exact: true }), goodPassword)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await home(page)
        expect(watched.faults).toEqual([])
        await watched.context.close()
      })
    })
  })
})

const home = (page: Page): Promise<void> => page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()

async function setUp(page: Page, link: string | undefined): Promise<void> {
  await page.goto(link ?? '')
  await typeInto(page.getByLabel('Your name'), 'Mia Blue')
  await typeInto(page.getByLabel('Mail address'), 'mia@label.example')
  if ((await page.getByLabel(/^A passkey/).count()) > 0) await page.getByLabel('A password', { exact: true }).check()
  await typeInto(page.getByLabel('Choose a password', { exact: true }), goodPassword)
  await page.getByRole('button', { name: 'Open the console' }).click()
  await home(page)
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Mia Blue/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor()
}

async function takeFile(page: Page, own: string, { another }: Masters): Promise<void> {
  await page.goto(`${own}/deliver`)
  await page.locator('input[data-input="Choose files"]').setInputFiles([another])
  await page.getByText('1 file has arrived').waitFor({ timeout: 60_000 })
  await page.getByText(/^Saved /).waitFor()
}

async function rename(hub: TestHub, { draftId, key }: FilledAccount, title: string): Promise<void> {
  const answer = await hub.json('PATCH', `/api/v1/music-distributor/releases/${draftId}`, { key, body: { title } })
  expect(answer.status).toBe(200)
}
