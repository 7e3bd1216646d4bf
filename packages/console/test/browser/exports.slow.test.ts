import { execFileSync } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../../server/test/harness/accounts.ts'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { goodPassword, inviteMember, setUpOperator } from '../../../server/test/harness/people.ts'
import { masterWav, storeFile } from '../../../server/test/harness/submittable.ts'
import { inspect } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, signIn, typeInto } from '../harness/browsers.ts'

/**
 * An archive of everything a label has, started, followed and downloaded in a real browser, and read by another
 * program.
 */

describe.skipIf(isEngineMissing('chromium'))('exports in the console', () => {
  let hub: TestHub
  let account: TestAccount
  let browser: Browser
  let page: Page
  let faults: readonly string[]
  beforeAll(async () => {
    hub = await startTestHub()
    await hub.hub.console.prepare()
    await setUpOperator(hub)
    account = await createTestAccount(hub, 'Night Label')
    await inviteMember(hub, { accountId: account.accountId, role: 'owner', email: 'mia@label.example' })
    await inviteMember(hub, { accountId: account.accountId, role: 'manager', email: 'max@label.example' })
    await storeFile({ url: hub.url, key: await account.key() }, 'audio/wav', masterWav(3))
    browser = await launch('chromium')
    atEnd(() => browser.close())
    ;({ page, faults } = await openPage(browser, hub.url))
    await page.goto(`/console/sign-in?next=/a/${account.accountId}/keys`)
    await signIn(page, 'mia@label.example')
    await page.getByRole('main').getByRole('link', { name: 'Exports' }).click()
  }, 300_000)

  const forgetProofs = () =>
    hub.opened.database.system.execute("update sessions set confirmed_at = now() - interval '1 hour'")
  const prove = async (): Promise<void> => {
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await typeInto(question.getByLabel('Password', { exact: true }), goodPassword)
    await question.getByRole('button', { name: 'Continue' }).click()
    await question.waitFor({ state: 'detached' })
  }

  it('are begun by who proves who it is, downloaded whole, and deleted', async () => {
    await page.getByRole('heading', { name: 'No exports yet' }).waitFor()
    expect(await inspect(page, 'without exports')).toEqual([])
    await forgetProofs()
    await page.getByRole('button', { name: 'Start export' }).click()
    await prove()
    const download = page.getByRole('button', { name: /^Download the export started / })
    await download.waitFor()
    await page.getByRole('main').getByText('1 file · available until', { exact: false }).waitFor()
    expect(await inspect(page, 'an export')).toEqual([])

    await forgetProofs()
    await download.click()
    const [archive] = await Promise.all([page.waitForEvent('download'), prove()])
    expect(archive.suggestedFilename()).toMatch(/^exp_\w+\.tar$/)
    const names = execFileSync('tar', ['-tf', await archive.path()], { encoding: 'utf8' }).split('\n')
    expect(names.filter((name) => name.endsWith('/SHA256SUMS') || name === 'SHA256SUMS')).toHaveLength(1)
    expect(names.filter((name) => name.includes('upl_'))).toHaveLength(1)

    for (const count of [2, 3]) {
      await page.getByRole('button', { name: 'Start export' }).click()
      await expect.poll(() => download.count()).toBe(count)
    }
    await page.getByRole('button', { name: 'Start export' }).click()
    await page.getByText('The account can have at most 3 exports and has 3.', { exact: false }).waitFor()
    expect(await inspect(page, 'one export too many')).toEqual([])

    for (const left of [2, 1, 0]) {
      await page
        .getByRole('button', { name: /^Delete the export started / })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => download.count()).toBe(left)
    }
    await page.getByRole('heading', { name: 'No exports yet' }).waitFor()
    expect(faults).toEqual([])
  })

  it('are for owners, and show others whom to ask', async () => {
    const others = await openPage(browser, hub.url)
    await others.page.goto(`/console/sign-in?next=/a/${account.accountId}/exports`)
    await signIn(others.page, 'max@label.example')
    await others.page.getByText(/export everything/).waitFor()
    expect(await others.page.getByRole('button', { name: 'Start export' }).count()).toBe(0)
    expect(await inspect(others.page, 'exports of a manager')).toEqual([])
    expect(others.faults).toEqual([])
  })
})
