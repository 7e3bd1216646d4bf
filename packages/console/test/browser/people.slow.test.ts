import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword } from '../../../server/test/harness/people.ts'
import { findAccessProblems, inspect } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, searchUntilSignedOut, typeInto, usualEngines } from '../harness/browsers.ts'
import { type FilledAccount, fillAccount, hostileTitles } from '../harness/catalog.ts'

/** People in a real browser, at a real hub: from the setup link to a release that goes live. Nothing is stubbed. */

describe.each(usualEngines)('the console in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('with a person at it', () => {
    let hub: TestHub
    let account: FilledAccount
    let browser: Browser
    beforeAll(async () => {
      hub = await startTestHub({ environment: { SPINDLE_SANDBOX_OUTLET: 'on' } })
      await hub.hub.console.prepare()
      account = await fillAccount(hub)
      browser = await launch(engine)
      atEnd(() => browser.close())
    }, 300_000)

    const signIn = async (page: Page, password = goodPassword): Promise<void> => {
      await typeInto(page.getByLabel('Email address'), 'mia@label.example')
      await typeInto(page.getByLabel('Password', { exact: true }), password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }

    it('sets the hub up by the printed link, with what is missing named at its field', async () => {
      const { page, context, faults } = await openPage(browser, hub.url)
      await page.goto('/console')
      await page.getByRole('heading', { name: 'This hub is not set up yet' }).waitFor()
      await page.goto((await hub.hub.links.makeSetupLink(account.accountId)) ?? '')
      await page.getByRole('heading', { name: 'Set up this hub' }).waitFor()
      // The label is there already, so the page does not ask for one.
      await expect.poll(() => page.getByLabel('Label name').count()).toBe(0)
      await typeInto(page.getByLabel('Your name'), 'Mia Blue')
      await typeInto(page.getByLabel('Email address'), 'mia')
      await typeInto(page.getByLabel('Choose a password', { exact: true }), 'short')
      await page.getByRole('button', { name: 'Open the console' }).click()
      await page.getByText('Enter an email address, such as mia@example.com.').waitFor()
      await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email')
      await typeInto(page.getByLabel('Email address'), 'mia@label.example')
      await typeInto(page.getByLabel('Choose a password', { exact: true }), goodPassword)
      expect(await inspect(page)).toEqual([])
      await page.getByRole('button', { name: 'Open the console' }).click()
      await page.getByRole('heading', { name: /, Mia Blue$/ }).waitFor()
      expect(new URL(page.url()).hash).toBe('')
      expect(faults).toEqual([])
      await context.close()
    })

    it('signs in, shows a wrong password, and leads to the requested page', async () => {
      const { page, context, faults } = await openPage(browser, hub.url)
      await page.goto(`/console/a/${account.accountId}/catalog?status=draft`)
      await page.getByRole('heading', { name: 'Sign in to 127.0.0.1' }).waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      await signIn(page, 'a password that is wrong')
      await page.getByRole('alert').waitFor()
      await signIn(page)
      await page.getByRole('heading', { name: 'Catalog' }).waitFor()
      expect(new URL(page.url()).search).toBe('?status=draft')
      await page.getByText('4 releases').waitFor()
      expect(faults).toEqual([])
      await context.close()
    })

    it('searches the catalog by its address, and shows every title as text', async () => {
      const { page, context, faults } = await openPage(browser, hub.url)
      await page.goto('/console/sign-in')
      await signIn(page)
      await page.getByRole('link', { name: 'Catalog', exact: true }).click()
      for (const title of hostileTitles) await page.getByRole('link', { name: title }).waitFor()
      expect(await page.title()).toBe('Catalog · Spindle')
      await typeInto(page.getByLabel('Search'), 'night drive')
      await page.getByText('1 release', { exact: true }).waitFor()
      expect(new URL(page.url()).searchParams.get('query')).toBe('night drive')
      await typeInto(page.getByLabel('Search'), 'nothing like it')
      await page.getByRole('heading', { name: 'No matches' }).waitFor()
      await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
      await page.getByText('4 releases').waitFor()
      expect(faults).toEqual([])
      await context.close()
    })

    it('asks for the password when the session ended, and continues with the page that was open', async () => {
      const { page, context, faults } = await openPage(browser, hub.url)
      await page.goto('/console/sign-in')
      await signIn(page)
      await page.getByRole('link', { name: 'Catalog', exact: true }).click()
      await page.getByText('4 releases').waitFor()
      await searchUntilSignedOut(page, context)
      const dialog = page.getByRole('dialog', { name: 'You were signed out' })
      await dialog.waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      await typeInto(dialog.getByLabel('Password', { exact: true }), goodPassword)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('1 release', { exact: true }).waitFor()
      await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('night')
      expect(faults).toEqual([])
      await context.close()
    })

    it('submits a release and sees it go live without loading the page again', async () => {
      const { page, context, faults } = await openPage(browser, hub.url)
      await page.goto(`/console/a/${account.accountId}/releases/${account.draftId}`)
      await page.getByRole('heading', { name: /^Sign in/ }).waitFor()
      await signIn(page)
      await page.getByRole('heading', { name: 'Night Drive', level: 1 }).waitFor()
      await page.evaluate('window.isSamePage = true')
      await page
        .getByRole('slider', { name: /^Position in / })
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Submit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Submit this release?' })
      await dialog.getByRole('button', { name: 'Not yet' }).click()
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Submit')
      await page.getByRole('button', { name: 'Submit' }).click()
      await dialog.getByRole('button', { name: 'Submit' }).click()
      const outlets = page.getByRole('region', { name: 'Outlets' })
      await outlets.getByText('Live').waitFor({ timeout: 120_000 })
      await page
        .getByRole('listitem')
        .filter({ hasText: /^Live \(done\)/ })
        .waitFor()
      expect(await page.evaluate('window.isSamePage')).toBe(true)
      expect(await findAccessProblems(page)).toEqual([])
      expect(faults).toEqual([])
      await context.close()
    })

    it('makes a key once the password was given again, and shows it in one dialog and nowhere after', async () => {
      const { page, context, faults } = await openPage(browser, hub.url)
      await page.goto('/console/sign-in')
      await signIn(page)
      await page.getByRole('link', { name: 'Settings', exact: true }).click()
      // The proof of the sign-in is over.
      await hub.opened.database.system.execute("update sessions set confirmed_at = now() - interval '1 hour'")
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('dialog', { name: 'New key' }).waitFor()
      expect(await findAccessProblems(page)).toEqual([])
      await typeInto(page.getByLabel('Name', { exact: true }), 'spindle on my laptop')
      await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
      const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await typeInto(question.getByLabel('Password', { exact: true }), goodPassword)
      await question.getByRole('button', { name: 'Continue' }).click()
      const revealed = page.getByRole('dialog', { name: 'Your new key' })
      const key = (await revealed.getByLabel('Key', { exact: true }).textContent()) ?? ''
      expect(key).toMatch(/^spn_\w{38}$/)
      expect((await hub.json('GET', '/api/v1/distributor/catalog', { key })).status).toBe(200)
      await revealed.getByLabel('I have saved it').click()
      await revealed.getByRole('button', { name: 'Close' }).click()
      await page.getByText('spindle on my laptop').waitFor()
      expect(await page.content()).not.toContain(key)
      expect(page.url()).not.toContain(key)
      expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(key)
      await page.getByRole('button', { name: 'Revoke spindle on my laptop' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Revoked').waitFor()
      expect((await hub.json('GET', '/api/v1/distributor/catalog', { key })).status).toBe(401)
      expect(faults).toEqual([])
      await context.close()
    })
  })
})
