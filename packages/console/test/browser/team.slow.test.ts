import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../../server/test/harness/accounts.ts'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword, inviteMember, openBrowser, setUpOperator } from '../../../server/test/harness/people.ts'
import { findAccessProblems } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, typeInto, usualEngines } from '../harness/browsers.ts'

/** A team in a real browser: invited, joined, given another role, put out; and what each did, in the activity. */

describe.each(usualEngines)('a team in %s', (engine) => {
  describe.skipIf(isEngineMissing(engine))('at a hub', () => {
    let hub: TestHub
    let account: TestAccount
    let browser: Browser
    let owner: Page
    let faults: readonly string[]
    beforeAll(async () => {
      hub = await startTestHub({ role: 'api' })
      await hub.hub.console.prepare()
      await setUpOperator(hub)
      account = await createTestAccount(hub, 'Night Label')
      await inviteMember(hub, { accountId: account.accountId, role: 'owner', email: 'mia@label.example' })
      browser = await launch(engine)
      atEnd(() => browser.close())
      const opened = await openPage(browser, hub.url)
      owner = opened.page
      faults = opened.faults
      await owner.goto(`/console/sign-in?next=/a/${account.accountId}/team`)
      await typeInto(owner.getByLabel('Email address'), 'mia@label.example')
      await typeInto(owner.getByLabel('Password', { exact: true }), goodPassword)
      await owner.getByRole('button', { name: 'Sign in' }).click()
      await owner.getByRole('heading', { name: 'Team' }).waitFor()
    }, 300_000)

    it('invites by a link shown once, changes a role, and removes a member at once', async () => {
      await owner.getByRole('button', { name: 'Invite a person' }).click()
      await typeInto(owner.getByLabel('Email address'), 'tom@label.example')
      await owner.getByRole('button', { name: 'Create link' }).click()
      const link = (await owner.getByLabel('Invitation link').textContent()) ?? ''
      expect(link).toContain('/console/invitation#')
      await owner.getByLabel('I have saved it').click()
      await owner.getByRole('button', { name: 'Close' }).click()
      await owner.getByText('Open invitations').waitFor()
      expect(await owner.content()).not.toContain(link.split('#')[1])

      const tom = await openPage(browser, hub.url)
      await tom.page.goto(link)
      await typeInto(tom.page.getByLabel('Your name'), 'Tom Sea')
      await typeInto(tom.page.getByLabel('Choose a password', { exact: true }), goodPassword)
      await tom.page.getByRole('button', { name: 'Join' }).click()
      await tom.page.getByRole('heading', { name: /, Tom Sea$/ }).waitFor()

      await owner.reload()
      const changed = owner.waitForResponse((answer) => answer.request().method() === 'PATCH')
      await owner.getByLabel('Role of Tom Sea').selectOption('viewer')
      await owner.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
      expect((await changed).status()).toBe(200)
      await tom.page.goto(`/console/a/${account.accountId}/keys`)
      await tom.page.getByText('Your role (viewer) cannot manage keys. Ask The owner.').waitFor()

      await owner.getByRole('button', { name: 'Remove Tom Sea' }).click()
      await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await owner.getByRole('button', { name: 'Remove Tom Sea' }).waitFor({ state: 'detached' })
      await tom.page.goto(`/console/a/${account.accountId}/catalog`)
      await tom.page.getByRole('heading', { name: 'You are not a member of this label' }).waitFor()
      expect(tom.faults).toEqual([])
      await tom.context.close()
    })

    it('keeps its last owner, and says why', async () => {
      await owner.getByLabel('Role of The owner').selectOption('viewer')
      await owner.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
      await owner.getByText('This is the only owner of the account. Make another person an owner first.').waitFor()
      await owner.keyboard.press('Escape')
      await expect.poll(() => owner.getByLabel('Role of The owner').inputValue()).toBe('owner')
    })

    it('shows the secret of a service client in one dialog and nowhere after', async () => {
      await owner.getByRole('button', { name: 'New service client' }).click()
      await typeInto(owner.getByLabel('Name', { exact: true }), 'nightly import')
      await owner.getByRole('dialog').getByRole('button', { name: 'New service client' }).click()
      const secret = (await owner.getByLabel('Secret', { exact: true }).textContent()) ?? ''
      expect(secret).toMatch(/^spcs_/)
      await owner.getByLabel('I have saved it').click()
      await owner.getByRole('button', { name: 'Close' }).click()
      await owner.getByText('nightly import').waitFor()
      expect(await owner.content()).not.toContain(secret)
      expect(owner.url()).not.toContain(secret)
      const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])'
      expect(await owner.evaluate(stored)).not.toContain(secret)
    })

    it('reads who did what, with filters in the address', async () => {
      // In one go: a second between the two is too long.
      await owner.keyboard.type('gy')
      await owner.getByRole('heading', { name: 'Activity' }).waitFor()
      await owner.getByText('removed Tom Sea').waitFor()
      await owner.getByLabel('Type').selectOption('keys')
      await owner.getByText('created the service client nightly import').waitFor()
      await expect.poll(() => new URL(owner.url()).search).toBe('?kind=keys')
      await expect.poll(() => owner.getByText('removed Tom Sea').count()).toBe(0)
      await owner.keyboard.press('Escape')
      await owner.getByRole('heading', { name: 'Activity' }).click()
      await owner.keyboard.press('?')
      await owner.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      expect(await findAccessProblems(owner)).toEqual([])
      await owner.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    })

    it('reaches every page from the bar of a phone', async () => {
      await owner.setViewportSize({ width: 390, height: 844 })
      await owner.goto(`/console/a/${account.accountId}`)
      const bar = owner.getByRole('navigation', { name: 'Main' })
      await bar.getByRole('link', { name: 'Home' }).waitFor()
      await expect.poll(() => bar.getByRole('link').count()).toBe(4)
      const more = bar.getByRole('button', { name: 'More' })
      await more.click()
      await bar.getByRole('link', { name: 'Activity' }).waitFor()
      expect(await findAccessProblems(owner)).toEqual([])
      await bar.getByRole('link', { name: 'Team' }).click()
      await owner.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
      await expect.poll(() => bar.getByRole('link', { name: 'Activity' }).isVisible()).toBe(false)
      await more.click()
      await expect.poll(() => bar.getByRole('link', { name: 'Team' }).getAttribute('aria-current')).toBe('page')
      await owner.keyboard.press('Escape')
      await owner.setViewportSize({ width: 1280, height: 860 })
      await bar.getByRole('link', { name: 'Activity' }).waitFor()
      await expect.poll(() => more.isVisible()).toBe(false)
      await owner.goto(`/console/a/${account.accountId}/you`)
      await owner.getByRole('link', { name: 'View connected applications' }).click()
      await owner.getByRole('heading', { name: 'No connected applications' }).waitFor()
    })

    it('lets a person change the own password, and signs that person out everywhere else', async () => {
      const other = await signInElsewhere()
      await owner.goto(`/console/a/${account.accountId}/you`)
      await owner
        .getByRole('button', { name: /^Sign out: / })
        .first()
        .waitFor()
      await typeInto(owner.getByLabel('New password', { exact: true }), 'another quiet harbour of lights')
      await owner.getByRole('button', { name: 'Change password' }).click()
      await owner.getByText('Your password was changed.').waitFor()
      expect((await other()).status).toBe(401)
      await owner.getByLabel('Single-letter keyboard shortcuts').click()
      await owner.getByRole('heading', { name: 'You', exact: true }).click()
      await owner.keyboard.press('?')
      await expect.poll(() => owner.getByRole('dialog').count()).toBe(0)
      expect(faults).toEqual([])
    })

    /** The same person in another browser; checks whether it is still signed in. */
    async function signInElsewhere() {
      const elsewhere = openBrowser(hub)
      await elsewhere.ask('POST', '/console/api/sign-in/password', {
        email: 'mia@label.example',
        password: goodPassword,
      })
      return () => elsewhere.ask('GET', '/console/api/session')
    }
  })
})
