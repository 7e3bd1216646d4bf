import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AgentSite, startAgentSite } from '../../../server/test/harness/agent-site.ts'
import { discover, type PreparedRequest, prepareRequest } from '../../../server/test/harness/authorization.ts'
import { type Callback, startCallback } from '../../../server/test/harness/callback.ts'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword, inviteMember, setUpOperator } from '../../../server/test/harness/people.ts'
import { engines, isEngineMissing, launch, openPage, signIn, typeInto } from '../harness/browsers.ts'

/**
 * A person gives an AI agent access, sees it among the connected applications, and ends it. One hub for both browsers.
 */

describe('a program that asks a person for access', () => {
  let hub: TestHub
  let site: AgentSite
  let callback: Callback
  let accountId: `acc_${string}`
  beforeAll(async () => {
    site = await startAgentSite()
    callback = await startCallback()
    site.answer = (path, response) => {
      const document = { client_id: site.url + path, client_name: 'Harbour Agent', redirect_uris: [callback.url] }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(document))
    }
    hub = await startTestHub({ role: 'api', overrides: { clientMetadata: site.network } })
    await hub.hub.console.prepare()
    const operator = await setUpOperator(hub)
    accountId = (await operator.ask('GET', '/console/api/session')).body.memberships[0].accountId
  }, 300_000)

  const ask = async (): Promise<PreparedRequest> =>
    prepareRequest(await discover(hub), { clientId: `${site.url}/agent.json`, redirectUri: callback.url })

  describe.each(engines)('in %s', (engine) => {
    describe.skipIf(isEngineMissing(engine))('with the person at it', () => {
      let browser: Browser
      let page: Page
      let faults: readonly string[]
      let token: string
      const email = `${engine}@label.example`
      beforeAll(async () => {
        await inviteMember(hub, { accountId, role: 'manager', email })
        browser = await launch(engine)
        atEnd(() => browser.close())
        ;({ page, faults } = await openPage(browser, hub.url))
      })
      /** The address of the program is not one of the hub, and it is the only one. */
      const elsewhere = (): string[] => faults.filter((fault) => !fault.startsWith(`asked ${callback.url}`))
      const question = () => page.getByRole('heading', { name: 'Harbour Agent wants to access your account' })
      const postMessage = async (): Promise<number> => {
        const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
        const bearer = { authorization: `Bearer ${token}` }
        return (await fetch(`${hub.url}/mcp`, { method: 'POST', headers: { ...headers, ...bearer }, body })).status
      }

      it('says whose program it is, and hands over what was left ticked once the person has proved it', async () => {
        const request = await ask()
        const before = callback.answers.length
        await page.goto(request.url.href)
        await signIn(page, email)
        await question().waitFor()
        await page.getByText(`You return to ${new URL(callback.url).host}.`).waitFor()
        await page.getByText(`${site.url}/agent.json`).waitFor()
        await page.getByText('Account: Night Label').waitFor()
        for (const permission of [
          'Read the catalog',
          'Read analytics',
          'Upload files; create, edit and submit releases',
        ])
          await page.getByLabel(permission).uncheck()
        await page.getByLabel('Read releases and uploads').uncheck()
        await page.getByText('Choose at least one permission.').waitFor()
        await page.getByRole('button', { name: 'Allow', exact: true }).click()
        await page.getByLabel('Read releases and uploads').check()
        // The proof of the sign-in is over.
        await hub.opened.database.system.execute("update sessions set confirmed_at = now() - interval '1 hour'")
        await page.getByRole('button', { name: 'Allow', exact: true }).click()
        const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
        await typeInto(proof.getByLabel('Password', { exact: true }), goodPassword)
        await proof.getByRole('button', { name: 'Continue' }).click()
        await page.getByRole('heading', { name: 'The program goes on' }).waitFor()
        expect(callback.answers).toHaveLength(before + 1)
        const answer = callback.answers.at(-1)?.searchParams
        expect([answer?.get('iss'), answer?.get('state')]).toEqual([hub.url, request.state])
        token = await redeem(answer?.get('code') ?? '', request)
        expect(await postMessage()).toBe(200)
        expect(elsewhere()).toEqual([])
      })

      it('is listed with what it may do and since when, and ended for good in a dialog', async () => {
        await page.goto(`/console/a/${accountId}/keys`)
        await page.getByRole('link', { name: 'Connected applications' }).click()
        const row = page.getByRole('listitem').filter({ hasText: 'Harbour Agent' })
        await row.getByText('Night Label: Read releases and uploads', { exact: true }).waitFor()
        await row.getByText(/^connected .+ · last used .+ · expires .+$/).waitFor()
        await row.getByRole('button', { name: 'Disconnect Harbour Agent' }).click()
        const dialog = page.getByRole('dialog', { name: 'Disconnect “Harbour Agent”?' })
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        expect(await postMessage()).toBe(200)
        await expect
          .poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')"))
          .toBe('Disconnect Harbour Agent')
        await row.getByRole('button', { name: 'Disconnect Harbour Agent' }).click()
        await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
        await page.getByRole('heading', { name: 'No connected applications' }).waitFor()
        expect(await postMessage()).toBe(401)
        expect(elsewhere()).toEqual([])
      })

      it('is denied, and only by the browser it came with', async () => {
        const request = await ask()
        const before = callback.answers.length
        await page.goto(request.url.href)
        await question().waitFor()
        const other = await openPage(browser, hub.url)
        await other.page.goto(page.url())
        await signIn(other.page, email)
        await other.page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor()
        await other.context.close()
        await page.getByRole('button', { name: 'Deny' }).click()
        await page.getByRole('heading', { name: 'The program goes on' }).waitFor()
        expect(callback.answers).toHaveLength(before + 1)
        expect(callback.answers.at(-1)?.searchParams.get('error')).toBe('access_denied')
        expect([...elsewhere(), ...other.faults]).toEqual([])
      })
    })
  })

  /** As the program does it: the code becomes a token. */
  async function redeem(code: string, { verifier, redirectUri }: PreparedRequest): Promise<string> {
    const form = {
      grant_type: 'authorization_code',
      client_id: `${site.url}/agent.json`,
      code,
      redirect_uri: redirectUri,
    }
    const body = new URLSearchParams({ ...form, code_verifier: verifier })
    const answer = await hub.request('/oauth/token', { method: 'POST', body })
    const { access_token } = (await answer.json()) as { readonly access_token?: string }
    if (access_token === undefined) throw new Error('no token was given')
    return access_token
  }
})
