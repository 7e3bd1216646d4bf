import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareRequest } from '../../../server/test/harness/authorization.ts'
import { startCallback } from '../../../server/test/harness/callback.ts'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { freePort, startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword } from '../../../server/test/harness/people.ts'
import { startReverseProxy } from '../../../server/test/harness/reverse-proxy.ts'
import { masterWav } from '../../../server/test/harness/submittable.ts'
import {
  isEngineMissing,
  launch,
  openPage,
  signIn,
  typeInto,
  usualEngines,
  type WatchedPage,
} from '../harness/browsers.ts'
import { copyDraft, type FilledAccount, fillAccount } from '../harness/catalog.ts'

/**
 * Hubs as people reach them at work and at home: below a path behind TLS, and without encryption in a local network. The
 * first browser sets each of them up, the other one signs in.
 */

interface ReachedHub {
  readonly hub: TestHub
  /** The public address. */
  readonly url: string
  readonly account: FilledAccount
  /** The address of the account's pages. */
  readonly own: string
}

/** A master on disk, as people choose it. */
let master: string
let serial = 1

async function reach(url: string, environment: Readonly<Record<string, string>> = {}): Promise<ReachedHub> {
  const settings = { ...environment, SPINDLE_PUBLIC_URL: url, SPINDLE_SANDBOX_OUTLET: 'on' }
  const hub = await startTestHub({ environment: settings })
  await hub.hub.console.prepare()
  const account = await fillAccount(hub)
  return { hub, url, account, own: `${url}/console/a/${account.accountId}` }
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-master-'))
  atEnd(() => rm(folder, { recursive: true }))
  master = join(folder, 'Another.wav')
  await writeFile(master, masterWav(9))
})

describe('a hub below a path, behind a proxy that ends TLS', () => {
  let reached: ReachedHub
  beforeAll(async () => {
    if (usualEngines.every(isEngineMissing)) return
    const proxy = await startReverseProxy({ host: 'music.test', path: '/hub', isEncrypted: true })
    reached = await reach(proxy.url)
    proxy.leadTo(reached.hub)
  })

  describe.each(usualEngines)('in %s', (engine) => {
    describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
      let watched: WatchedPage
      let page: Page
      beforeAll(async () => {
        const browser = await open(engine)
        watched = await openPage(browser, reached.url, { ignoreHTTPSErrors: true })
        page = watched.page
      })

      it('lets people in with a cookie that only this host can set, and keeps them', async () => {
        await comeIn(page, reached)
        await staysIn(watched, { name: '__Host-Http-spindle', secure: true })
      })

      it('shows covers, and a change by another person without a reload', async () => {
        const { hub, own, account } = reached
        await page.goto(`${own}/releases/${account.draftId}`)
        await page.getByRole('heading', { name: /^Night Drive/, level: 1 }).waitFor()
        const width = () => page.evaluate("document.querySelector('img.cover')?.naturalWidth")
        await expect.poll(width, { timeout: 120_000 }).toBeGreaterThan(0)
        await page.evaluate('window.isSamePage = true')
        const body = { title: `Night Drive for ${engine}` }
        const path = `/api/v1/music-distributor/releases/${account.draftId}`
        expect((await hub.json('PATCH', path, { key: account.key, body })).status).toBe(200)
        await page.getByRole('heading', { name: body.title, level: 1 }).waitFor()
        expect(await page.evaluate('window.isSamePage')).toBe(true)
        expect(watched.faults).toEqual([])
      })

      it('takes files', async () => {
        await takeFile(page, reached.own)
        expect(watched.faults).toEqual([])
      })

      it('lets a program in that found its way by the metadata', async () => {
        const { hub, url } = reached
        const callback = await startCallback()
        const { body } = await hub.json('GET', '/.well-known/oauth-authorization-server/hub')
        expect(body.authorization_endpoint).toBe(`${url}/oauth/authorize`)
        const request = await prepareRequest(body, { redirectUri: callback.url, scope: 'keys:write music:read' })
        await page.goto(request.url.href)
        await page.getByRole('heading', { name: 'spindle wants to access your account' }).waitFor()
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
        await page.goto(reached.own)
        await signOut(page)
        expect(page.url()).toBe(`${reached.url}/console/sign-in`)
        await page.getByRole('link', { name: 'Request access' }).click()
        await page.waitForURL(`${reached.url}/contact`)
        await page.getByRole('heading', { level: 1 }).waitFor()
      })
    })
  })
})

describe('a hub without encryption in a local network', () => {
  let reached: ReachedHub
  const warning = 'This connection is not encrypted. Anyone on this network can read it.'
  beforeAll(async () => {
    if (usualEngines.every(isEngineMissing)) return
    const port = await freePort()
    reached = await reach(`http://nas.test:${port}`, { SPINDLE_PORT: String(port) })
  })

  describe.each(usualEngines)('in %s', (engine) => {
    describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
      let watched: WatchedPage
      let page: Page
      beforeAll(async () => {
        const browser = await open(engine)
        watched = await openPage(browser, reached.url)
        page = watched.page
      })

      it('lets people sign in by a password, keeps the session, and shows errors', async () => {
        await comeIn(page, reached)
        expect(await page.evaluate('isSecureContext')).toBe(false)
        await page.getByText(warning).waitFor()
        await staysIn(watched, { name: 'spindle', secure: false })
      })

      it('offers no passkey where people add them', async () => {
        await page.goto(`${reached.own}/you`)
        await page.getByRole('heading', { name: 'You', exact: true }).waitFor()
        await expect.poll(() => page.getByRole('button', { name: /passkey/ }).count()).toBe(0)
        expect(watched.faults).toEqual([])
      })

      it('takes files, makes keys and updates automatically without features of encrypted pages', async () => {
        const { hub, own, account } = reached
        const missing = await page.evaluate('[typeof crypto.subtle, typeof navigator.locks]')
        expect(missing).toEqual(['undefined', 'undefined'])
        await takeFile(page, own)
        await page.goto(`${own}/releases/${await copyDraft(hub, account, ++serial)}`)
        await page.getByRole('button', { name: 'Submit' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
        await page.locator('.timeline[data-status="live"]').waitFor({ timeout: 120_000 })
        await page.goto(`${own}/keys`)
        await page.getByRole('button', { name: 'New key' }).click()
        await typeInto(page.getByLabel('Name', { exact: true }), `import of ${engine}`)
        await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
        const revealed = page.getByRole('dialog', { name: 'Your new key' })
        await expect.poll(() => revealed.getByLabel('Key', { exact: true }).textContent()).toMatch(/^spn_\w{38}$/)
        await revealed.getByLabel('I have saved it').click()
        await revealed.getByRole('button', { name: 'Close' }).click()
        await page.getByText(`import of ${engine}`, { exact: true }).waitFor()
        expect(watched.faults).toEqual([])
      })

      // Only this one lets a test hold what a page sends.
      it.skipIf(engine !== 'chromium')('makes one draft of a delivery that two windows save at once', async () => {
        const { hub, own, account } = reached
        const count = async (): Promise<number> =>
          (await hub.json('GET', '/api/v1/music-distributor/releases?count=true', { key: account.key })).body.page.total
        await startAnew(page, own)
        const before = await count()
        const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>()
        let held = 0
        await watched.context.route('**/music-distributor/releases', async (route, request) => {
          if (request.method() === 'POST') {
            held++
            await mayGo
          }
          await route.fallback()
        })
        await page.locator('input[data-input="Choose files"]').setInputFiles([master])
        await page.getByText('1 file uploaded').waitFor()
        await expect.poll(() => held).toBe(1)
        const other = await watched.context.newPage()
        await other.goto(`${own}/deliver/release`)
        await typeInto(other.getByLabel('Title', { exact: true }).first(), 'Two Windows')
        await expect.poll(() => held).toBe(2)
        letGo()
        for (const one of [page, other]) await one.getByText(/^Saved /).waitFor()
        const path = '/api/v1/music-distributor/releases?limit=1'
        await expect
          .poll(async () => (await hub.json('GET', path, { key: account.key })).body.data[0].title)
          .toBe('Two Windows')
        expect(await count()).toBe(before + 1)
        await other.close()
        await watched.context.unrouteAll()
        expect(watched.faults).toEqual([])
      })

      it('is signed in to again, with the warning before the password is typed', async () => {
        await page.goto(reached.own)
        await signOut(page)
        await page.getByText(warning).waitFor()
        await expect.poll(() => page.getByRole('button', { name: /passkey/ }).count()).toBe(0)
        await signIn(page, email)
        await home(page)
        expect(watched.faults).toEqual([])
      })
    })
  })
})

const email = 'mia@label.example'

const opened = new Map<string, Promise<Browser>>()

/** One browser for both hubs, which have nothing to do with each other. */
function open(engine: (typeof usualEngines)[number]): Promise<Browser> {
  const found = opened.get(engine)
  if (found !== undefined) return found
  const launched = launch(engine)
  opened.set(engine, launched)
  atEnd(async () => (await launched).close())
  return launched
}

const home = (page: Page): Promise<void> => page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()

/** By the link that the hub prints while it has no operator; by password from then on. */
async function comeIn(page: Page, { hub, url, account, own }: ReachedHub): Promise<void> {
  const link = await hub.hub.links.makeSetupLink(account.accountId)
  await page.goto(link ?? `${url}/console/sign-in`)
  if (link === undefined) await signIn(page, email)
  else await setUp(page)
  await home(page)
  expect(page.url()).toBe(own)
}

/** By the cookie of its session, beside the one that identifies a known browser. */
async function staysIn({ page, context, faults }: WatchedPage, cookie: { name: string; secure: boolean }) {
  const guarded = { path: '/', httpOnly: true, sameSite: 'Strict' }
  expect(await context.cookies()).toMatchObject([
    { ...cookie, ...guarded },
    { ...cookie, ...guarded, name: `${cookie.name}-browser` },
  ])
  await page.reload()
  await home(page)
  expect(faults).toEqual([])
}

async function setUp(page: Page): Promise<void> {
  await typeInto(page.getByLabel('Your name'), 'Mia Blue')
  await typeInto(page.getByLabel('Email address'), email)
  // Where there can be passkeys, one is proposed.
  const way = page.getByLabel('A password', { exact: true })
  if (new URL(page.url()).protocol === 'https:') await way.check()
  else await expect.poll(() => way.count()).toBe(0)
  await typeInto(page.getByLabel('Choose a password', { exact: true }), goodPassword)
  await page.getByRole('button', { name: 'Open the console' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Mia Blue/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: /^Sign in to / }).waitFor()
}

/** Ends the delivery that is being made. */
async function startAnew(page: Page, own: string): Promise<void> {
  await page.goto(`${own}/deliver`)
  const anew = page.getByRole('button', { name: 'Start another delivery' })
  await anew.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start another delivery' }).click()
  await page.getByText(/^Drop a folder/).waitFor()
}

async function takeFile(page: Page, own: string): Promise<void> {
  await page.goto(`${own}/deliver`)
  await page.locator('input[data-input="Choose files"]').setInputFiles([master])
  await page.getByText('1 file uploaded').waitFor({ timeout: 120_000 })
  await page.getByText(/^Saved /).waitFor()
}
