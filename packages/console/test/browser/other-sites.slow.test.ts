import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword, openBrowser, tokenOf } from '../../../server/test/harness/people.ts'
import { type ProxiedAnswer, type ReverseProxy, startReverseProxy } from '../../../server/test/harness/reverse-proxy.ts'
import { engines, isEngineMissing, launch, openPage, signIn } from '../harness/browsers.ts'
import { type FilledAccount, fillAccount } from '../harness/catalog.ts'

/**
 * Pages of other sites in the browser of a signed-in person: whatever they try, they read nothing and change nothing.
 */

/** Everything a page can send, and whether its script could read the answer. */
const attack = (surface: string, coverId: string): string => `<!doctype html><html lang="en"><title>trying</title>
<body><script type="module">
const list = '${surface}/api/v1/music-distributor/releases'
const json = { 'content-type': 'application/json', 'x-spindle-console': '1' }
const body = JSON.stringify({ title: 'Not wanted', type: 'single', tracks: [] })
const wait = (target, good, bad) => new Promise((resolve, reject) => { target[good] = resolve; target[bad] = reject })
const picture = new Image()
const seen = wait(picture, 'onload', 'onerror')
picture.src = '${surface}/api/v1/distributor/uploads/${coverId}/image?size=64'
const stream = new EventSource('${surface}/api/v1/distributor/events/stream', { withCredentials: true })
const heard = wait(stream, 'onopen', 'onerror')
const frame = Object.assign(document.createElement('iframe'), { name: 'hidden' })
const form = Object.assign(document.createElement('form'), { action: list, method: 'post', enctype: 'text/plain', target: 'hidden' })
form.append(Object.assign(document.createElement('input'), { name: body.slice(0, -1) + ', "x": "', value: '"}' }))
document.body.append(form)
// Firefox loads the empty frame a moment later, which would undo what was sent into it before.
frame.addEventListener('load', () => form.submit(), { once: true })
document.body.append(frame)
const tries = {
  read: fetch(list, { credentials: 'include' }),
  write: fetch(list, { method: 'POST', credentials: 'include', headers: json, body }),
  remove: fetch('${surface}/api/v1/distributor/uploads/${coverId}', { method: 'DELETE', credentials: 'include', headers: json }),
  picture: seen,
  stream: heard,
}
const blind = fetch(list, { method: 'POST', mode: 'no-cors', credentials: 'include', body })
const entries = Object.entries(tries)
const ends = await Promise.allSettled(entries.map(([, one]) => one))
await Promise.allSettled([blind])
stream.close()
document.title = 'let in on:' + entries.filter((_, index) => ends[index].status === 'fulfilled').map(([name]) => ' ' + name)
</script>`

describe('pages of other sites', () => {
  let proxy: ReverseProxy
  let hub: TestHub
  let account: FilledAccount
  let port: number
  beforeAll(async () => {
    proxy = await startReverseProxy()
    hub = await startTestHub({
      environment: { SPINDLE_PUBLIC_URL: proxy.url, SPINDLE_CORS_ORIGINS: 'https://friend.example' },
    })
    proxy.leadTo(hub)
    await hub.hub.console.prepare()
    account = await fillAccount(hub)
    const token = tokenOf(await hub.hub.links.makeSetupLink(account.accountId))
    const body = { token, name: 'Mia Blue', email: 'mia@label.example', password: goodPassword }
    expect((await openBrowser(hub).ask('POST', '/console/api/setup', body)).status).toBe(200)
    const { body: draft } = await hub.json('GET', `/api/v1/music-distributor/releases/${account.draftId}`, account)
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(attack(`${proxy.url}/console/a/${account.accountId}`, draft.coverUploadId))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    atEnd(() => {
      server.closeAllConnections()
      server.close()
    })
    port = (server.address() as AddressInfo).port
  }, 300_000)

  describe.each(engines)('in %s', (engine) => {
    describe.skipIf(isEngineMissing(engine))('in a browser with a session', () => {
      let browser: Browser
      let page: Page
      beforeAll(async () => {
        browser = await launch(engine)
        atEnd(() => browser.close())
        ;({ page } = await openPage(browser, proxy.url))
        await page.goto('/console/sign-in')
        await signIn(page, 'mia@label.example')
        await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
      })

      it.each([
        // Another port is another origin of the same site: the cookie is sent, and must not help.
        ['of the same site', '127.0.0.1', true],
        ['of another site', 'localhost', false],
      ])('are let in on nothing: a page %s', async (_what, host, hasCookie) => {
        const before = await list()
        proxy.answers.splice(0)
        await page.goto(`http://${host}:${port}/`)
        await page.waitForFunction("document.title !== 'trying'")
        expect(await page.title()).toBe('let in on:')
        const tried = await eventually(() => everything(), { what: 'all that the page tries' })
        for (const { status } of tried) expect([401, 403]).toContain(status)
        expect(tried.some((one) => one.hasCookie)).toBe(hasCookie)
        expect(await list()).toEqual(before)
        await page.goto(`/console/a/${account.accountId}`)
        await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
      })

      /**
       * Reading, a stream, a form, a write without questions; and the questions before two others. The picture may be in
       * the browser already, which then does not request it.
       */
      const everything = (): readonly ProxiedAnswer[] | undefined => {
        const tried = proxy.answers.filter(({ site }) => site !== 'same-origin' && site !== 'none')
        return tried.filter(({ path }) => !path.includes('/image')).length >= 6 ? tried : undefined
      }
      const list = async (): Promise<unknown> =>
        (await hub.json('GET', '/api/v1/music-distributor/releases?count=true', account)).body
    })
  })
})
