import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { freePort, startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { findAccessProblems } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, typeInto } from '../harness/browsers.ts'
import { addVirtualPasskeys, type VirtualPasskeys } from '../harness/virtual-passkey.ts'

/** People with passkeys, at a hub with a host name. Firefox ESR can be handed no authenticator by a driver. */

describe.skipIf(isEngineMissing('chromium'))('a person with a passkey', () => {
  let hub: TestHub
  let browser: Browser
  let page: Page
  let context: BrowserContext
  let faults: string[]
  let passkeys: VirtualPasskeys
  let publicUrl: string
  beforeAll(async () => {
    const port = await freePort()
    publicUrl = `http://localhost:${port}`
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_PORT: String(port), SPINDLE_PUBLIC_URL: publicUrl },
    })
    await hub.hub.console.prepare()
    browser = await launch('chromium')
    atEnd(() => browser.close())
    ;({ page, context, faults } = await openPage(browser, publicUrl))
    passkeys = await addVirtualPasskeys(page)
  }, 300_000)

  const home = () => page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()

  it('sets the hub up without a password, and says that the passkey belongs to this host name', async () => {
    await page.goto((await hub.hub.links.makeSetupLink()) ?? '')
    await typeInto(page.getByLabel('Your name'), 'Mia Blue')
    await typeInto(page.getByLabel('Email address'), 'mia@label.example')
    await typeInto(page.getByLabel('Label name'), 'Night Label')
    await expect.poll(() => page.getByLabel(/^A passkey/).isChecked()).toBe(true)
    await expect.poll(() => page.getByLabel('Choose a password', { exact: true }).count()).toBe(0)
    await page.getByText(/This passkey works only at localhost/).waitFor()
    expect(await findAccessProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Open the console' }).click()
    await home()
    await expect.poll(() => passkeys.count()).toBe(1)
    expect(faults).toEqual([])
  })

  it('signs in by the button, without typing anything', async () => {
    await passkeys.setPresent(false)
    await context.clearCookies()
    await page.goto('/console/sign-in')
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.waitFor()
    await expect.poll(() => page.getByLabel('Email address').getAttribute('autocomplete')).toBe('username webauthn')
    expect(await findAccessProblems(page)).toEqual([])
    await passkeys.setPresent(true)
    await button.click()
    await home()
    expect(faults).toEqual([])
  })

  it('is offered it by the browser as soon as the page is open', async () => {
    await passkeys.setPresent(true)
    await context.clearCookies()
    await page.goto('/console/sign-in')
    await home()
    expect(faults).toEqual([])
  })

  it('proves by it who it is before a key is made', async () => {
    await hub.opened.database.system.execute("update sessions set confirmed_at = now() - interval '1 hour'")
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    await typeInto(page.getByLabel('Name', { exact: true }), 'import')
    await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await question.getByRole('button', { name: 'Use your passkey' }).waitFor()
    await expect.poll(() => question.getByLabel('Password').count()).toBe(0)
    expect(await findAccessProblems(page)).toEqual([])
    await question.getByRole('button', { name: 'Use your passkey' }).click()
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
    expect(faults).toEqual([])
  })
})
