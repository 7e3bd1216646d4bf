import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { type OutsideProvider, startOutsideProvider } from '../../../server/test/harness/outside-provider.ts'
import { goodPassword, inviteMember, setUpOperator } from '../../../server/test/harness/people.ts'
import { findAccessProblems, findOverflow, waitUntilLoaded } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, searchUntilSignedOut, typeInto, usualEngines } from '../harness/browsers.ts'

/** People who sign in at an external sign-in on another site: there, and back to the page they wanted. */

describe.each(usualEngines)('the outside provider in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let provider: OutsideProvider
    let hub: TestHub
    let browser: Browser
    let accountId: `acc_${string}`
    beforeAll(async () => {
      provider = await startOutsideProvider()
      hub = await startTestHub({ role: 'api', environment: provider.environment })
      provider.serve(hub.url)
      provider.know('mia', { name: 'Mia', email: 'mia@label.example', email_verified: true })
      await hub.hub.console.prepare()
      browser = await launch(engine)
      atEnd(() => browser.close())
    }, 300_000)

    /** What does not depend on the engine. */
    const inOne = it.runIf(engine === 'chromium')

    /** An unknown browser; requests to the provider are not faults. */
    const open = async () => {
      const { page, context, faults } = await openPage(browser, hub.url)
      return { page, context, findFaults: () => faults.filter((fault) => !fault.startsWith(`asked ${provider.url}`)) }
    }
    /** On the page of the provider. */
    const signInThere = async (page: Page, login = 'mia'): Promise<void> => {
      await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor()
      await typeInto(page.getByLabel('Name'), login)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    const signIn = async (page: Page, path = '/console/sign-in', login = 'mia'): Promise<void> => {
      await page.goto(path)
      await page.getByRole('button', { name: 'Sign in with Acme' }).click()
      await signInThere(page, login)
    }
    /** Presses what opens another window, and signs in there. */
    const signInBeside = async (context: BrowserContext, press: () => Promise<void>): Promise<Page> => {
      const opening = context.waitForEvent('page')
      await press()
      const beside = await opening
      await signInThere(beside)
      return beside
    }
    const home = (page: Page) => page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()

    it('sets the hub up: a name and a label are all that is typed', async () => {
      const { page, context, findFaults } = await open()
      await page.goto((await hub.hub.links.makeSetupLink()) ?? '')
      await page.getByText('You sign in at Acme and return here.').waitFor()
      await expect.poll(() => page.getByLabel(/^Acme/).isChecked()).toBe(true)
      await expect.poll(() => page.getByLabel('Email address').count()).toBe(0)
      await typeInto(page.getByLabel('Your name'), 'Mia Blue')
      await typeInto(page.getByLabel('Label name'), 'Night Label')
      expect(await findAccessProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Open the console' }).click()
      await signInThere(page)
      await home(page)
      accountId = /acc_\w{26}/.exec(page.url())?.[0] as typeof accountId
      expect(findFaults()).toEqual([])
      await context.close()
    })

    it('signs in and leads to the requested page, with nothing of the sign-in left in the address', async () => {
      const { page, context, findFaults } = await open()
      await page.goto(`/console/a/${accountId}/catalog?status=draft`)
      await page.getByRole('heading', { name: /^Sign in to/ }).waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Sign in with Acme' }).click()
      await signInThere(page)
      await page.getByRole('heading', { name: 'Catalog', exact: true }).waitFor()
      expect(new URL(page.url()).search).toBe('?status=draft')
      await page.goto(`/console/a/${accountId}/you`)
      await page.getByText('Connected as mia@label.example').waitFor()
      expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain('state')
      expect(findFaults()).toEqual([])
      await context.close()
    })

    inOne('joins by an invitation', async () => {
      const email = 'kim@label.example'
      provider.know('kim', { email, email_verified: true })
      const { page, context, findFaults } = await open()
      await page.goto((await hub.hub.links.invite({ accountId, email, role: 'viewer' }))?.link ?? '')
      await typeInto(page.getByLabel('Your name'), 'Kim')
      expect(await findAccessProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Join', exact: true }).click()
      await signInThere(page, 'kim')
      await page.getByRole('heading', { name: /, Kim$/ }).waitFor()
      expect(findFaults()).toEqual([])
      await context.close()
    })

    inOne('tells in words who is not let in, and leads back', async () => {
      const { page, context, findFaults } = await open()
      provider.know('stranger', { email: 'stranger@label.example' })
      await signIn(page, '/console/sign-in', 'stranger')
      await page.getByText(/Acme knows you as stranger@label\.example, but no user of this hub/).waitFor()
      expect(new URL(page.url()).search).toBe('')
      expect(await findAccessProblems(page)).toEqual([])
      // The provider remembers the stranger; only a new sign-in lets another person in.
      await page.getByRole('button', { name: 'Use another Acme account' }).click()
      await signInThere(page)
      await home(page)
      // There, too, no one is signed in any more.
      await context.clearCookies()
      await signIn(page, '/console/sign-in', '')
      await page.getByText('Acme did not sign you in.').waitFor()
      await page.goto('/console/sign-in/outside')
      await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor()
      expect(findFaults()).toEqual([])
      await context.close()
    })

    it('confirms the identity in another window, while the page does not change', async () => {
      const { page, context, findFaults } = await open()
      await signIn(page)
      await home(page)
      await hub.opened.database.system.execute("update sessions set confirmed_at = now() - interval '1 hour'")
      await page.getByRole('link', { name: 'Settings', exact: true }).click()
      await page.getByRole('button', { name: 'New key' }).click()
      await typeInto(page.getByLabel('Name', { exact: true }), 'import')
      await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
      const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
      const button = question.getByRole('button', { name: 'Sign in with Acme again' })
      await button.waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      const beside = await signInBeside(context, () => button.click())
      await page.getByRole('dialog', { name: 'Your new key' }).waitFor()
      await expect.poll(() => beside.isClosed()).toBe(true)
      expect(findFaults()).toEqual([])
      await context.close()
    })

    it('signs in again in another window where the session ended, and what was typed is still there', async () => {
      const { page, context, findFaults } = await open()
      await signIn(page)
      await home(page)
      await page.getByRole('link', { name: 'Catalog', exact: true }).click()
      await page.getByRole('heading', { name: 'Catalog', exact: true }).waitFor()
      await searchUntilSignedOut(page, context)
      const dialog = page.getByRole('dialog', { name: 'You were signed out' })
      await dialog.waitFor()
      await signInBeside(context, () => dialog.getByRole('button', { name: 'Sign in with Acme' }).click())
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('night')
      expect(findFaults()).toEqual([])
      await context.close()
    })

    inOne('is connected by somebody with a password, and disconnected again', async () => {
      const email = 'ada@label.example'
      await inviteMember(hub, { accountId, role: 'viewer', email })
      provider.know('ada', { email: 'ada@acme.example' })
      const { page, context, findFaults } = await open()
      await page.goto('/console/sign-in')
      await typeInto(page.getByLabel('Email address'), email)
      await typeInto(page.getByLabel('Password', { exact: true }), goodPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: /, The viewer$/ }).waitFor()
      await page.goto(`/console/a/${accountId}/you`)
      await page.getByRole('button', { name: 'Connect Acme' }).click()
      await signInThere(page, 'ada')
      await page.getByText('Connected as ada@acme.example').waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
      await page.getByRole('button', { name: 'Connect Acme' }).waitFor()
      expect(findFaults()).toEqual([])
      await context.close()
    })

    inOne('is nothing to object to, in both themes, at 1280 and at 320 pixels', async () => {
      const { page, context, findFaults } = await open()
      const problems: string[] = []
      const look = async (path: string, what: string) => {
        await page.goto(path)
        await waitUntilLoaded(page)
        const found = await findAccessProblems(page)
        const overflow = await findOverflow(page)
        if (overflow > 0) found.push(`is ${overflow} pixels too wide`)
        problems.push(...found.map((problem) => `${path} ${what}: ${problem}`))
      }
      await page.goto('/console/sign-in')
      for (const width of [1280, 320])
        for (const theme of ['light', 'dark']) {
          await page.setViewportSize({ width, height: 800 })
          await page.evaluate(`localStorage.setItem('spindle:theme', '${theme}')`)
          for (const path of ['/console/sign-in', '/console/sign-in/outside']) await look(path, `at ${width}, ${theme}`)
        }
      expect(problems).toEqual([])
      expect(findFaults()).toEqual([])
      await context.close()
    })

    inOne('keeps nobody from the other ways while it is away, and says so', async () => {
      const away = await startOutsideProvider()
      away.behave('down')
      const other = await startTestHub({ role: 'api', environment: away.environment })
      await setUpOperator(other, 'mia@label.example')
      await other.hub.console.prepare()
      const { page, context, faults } = await openPage(browser, other.url)
      await page.goto('/console/sign-in')
      await page.getByRole('button', { name: 'Sign in with Acme' }).click()
      await page.getByText(/^Acme did not respond correctly/).waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      await typeInto(page.getByLabel('Email address'), 'mia@label.example')
      await typeInto(page.getByLabel('Password', { exact: true }), goodPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await home(page)
      expect(faults.filter((fault) => !/status of 503/.test(fault))).toEqual([])
      await context.close()
    })
  })
})
