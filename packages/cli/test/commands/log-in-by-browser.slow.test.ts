import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { findAccessProblems } from '../../../console/test/harness/axe.ts'
import { isEngineMissing, launch, openPage, typeInto } from '../../../console/test/harness/browsers.ts'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword, setUpOperator } from '../../../server/test/harness/people.ts'
import { startInTerminal } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** `spindle login` from the terminal through a real browser to a key in the profile. Nothing is stubbed. */

const profilesOf = async (home: string) =>
  JSON.parse(await readFile(join(home, 'config', 'spindle', 'profiles.json'), 'utf8')).profiles

describe.skipIf(isEngineMissing('chromium'))('login by the browser', () => {
  let hub: TestHub
  let browser: Browser
  beforeAll(async () => {
    hub = await startTestHub()
    await setUpOperator(hub, 'mia@label.example')
    await hub.hub.console.prepare()
    browser = await launch('chromium')
    atEnd(() => browser.close())
  }, 300_000)

  /** The command until it has printed the address that it opens. */
  const start = async (home: string) => {
    const running = startInTerminal(['login', '--hub', hub.url], { home, columns: 1_000 })
    await running.untilShown('Waiting for your answer')
    const [url = ''] = /http\S+\/oauth\/authorize\?\S+/.exec(running.stdout()) ?? []
    return { running, url }
  }
  const signIn = async (page: Page): Promise<void> => {
    await typeInto(page.getByLabel('Email address'), 'mia@label.example')
    await typeInto(page.getByLabel('Password', { exact: true }), goodPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('asks the person on a page, and stores its own key', async () => {
    const home = makeFolder()
    const { running, url } = await start(home)
    const { page, context } = await openPage(browser, hub.url)
    await page.goto(url)
    await signIn(page)
    await page.getByRole('heading', { name: /^spindle on .+ wants to access your account$/ }).waitFor()
    await page.getByText('Night Label').waitFor()
    expect(await findAccessProblems(page)).toEqual([])
    await page.getByLabel('Read analytics').uncheck()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByText('You can close this window.').waitFor()
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    const { code, stdout } = await running.result
    expect(code).toBe(0)
    expect(stdout).toMatch(/Allowed\. The API key "spindle on .+" is valid until \d{4}-\d\d-\d\d\./)
    const { default: profile } = await profilesOf(home)
    expect(Object.keys(profile).sort()).toEqual(['apiKey', 'baseUrl'])
    expect(stdout).not.toContain(profile.apiKey)
    expect((await hub.json('GET', '/api/v1/distributor/catalog', { key: profile.apiKey })).status).toBe(200)
    expect((await hub.json('GET', '/api/v1/distributor/analytics', { key: profile.apiKey })).status).toBe(403)
    await context.close()
  })

  it('ends in words where the person says no', async () => {
    const home = makeFolder()
    const { running, url } = await start(home)
    const { page, context } = await openPage(browser, hub.url)
    await page.goto(url)
    await signIn(page)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('The request was denied.').waitFor()
    const { code, stdout } = await running.result
    expect([code, stdout.includes('The request was denied in the browser. Nothing was stored')]).toEqual([1, true])
    await expect(profilesOf(home)).rejects.toThrow('ENOENT')
    await context.close()
  })

  it('accepts no answer from another sender, and ends with Ctrl-C', async () => {
    const home = makeFolder()
    const { running, url } = await start(home)
    const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
    const answers = await Promise.all(
      ['?code=x', '?code=x&state=wrong', '/../other?code=x'].map((rest) => fetch(`${redirect}${rest}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    running.interrupt()
    expect((await running.result).code).toBe(130)
    await expect(fetch(redirect)).rejects.toThrow()
  })

  it('says so on the page where the request is older than its ten minutes', async () => {
    const { page, context } = await openPage(browser, hub.url)
    await page.goto('/console/sign-in?next=%2Fauthorize%2Fxxxxxxxxxxxxxxxxxxxxx')
    await signIn(page)
    await page.getByRole('heading', { name: 'This request is no longer valid' }).waitFor()
    await context.close()
  })
})
