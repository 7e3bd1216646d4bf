import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../../server/test/harness/accounts.ts'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { inviteMember, setUpOperator } from '../../../server/test/harness/people.ts'
import {
  localWebhooks,
  startWebhookReceiver,
  verifyMessage,
  type WebhookReceiver,
} from '../../../server/test/harness/webhook-receiver.ts'
import { inspect, waitUntilLoaded } from '../harness/axe.ts'
import { isEngineMissing, launch, openPage, signIn, typeInto } from '../harness/browsers.ts'

/** A webhook in a real browser: created, tested, failing, fixed by its owner, ended by its receiver. */

describe.skipIf(isEngineMissing('chromium'))('webhooks in the console', () => {
  let hub: TestHub
  let account: TestAccount
  let receiver: WebhookReceiver
  let page: Page
  let folder: string
  let faults: readonly string[]
  beforeAll(async () => {
    // The next attempt is far away, so that nothing changes but by what the test does.
    folder = await mkdtemp(join(tmpdir(), 'spindle-webhooks-'))
    atEnd(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'secret'), `whsec_${Buffer.alloc(32, 1).toString('base64')}`)
    await name([])
    hub = await startTestHub({
      environment: { ...localWebhooks, SPINDLE_WEBHOOKS_FILE: join(folder, 'webhooks.json') },
      overrides: { webhooks: { retryDelaysMs: [3_600_000] } },
    })
    await hub.hub.console.prepare()
    await setUpOperator(hub)
    account = await createTestAccount(hub, 'Night Label')
    await inviteMember(hub, { accountId: account.accountId, role: 'owner', email: 'mia@label.example' })
    receiver = await startWebhookReceiver()
    const browser = await launch('chromium')
    atEnd(() => browser.close())
    ;({ page, faults } = await openPage(browser, hub.url))
    await page.goto(`/console/sign-in?next=/a/${account.accountId}/keys`)
    await signIn(page, 'mia@label.example')
    await page.getByRole('main').getByRole('link', { name: 'Webhooks' }).click()
  }, 300_000)

  const name = (webhooks: readonly object[]) => writeFile(join(folder, 'webhooks.json'), JSON.stringify({ webhooks }))
  const inMain = (text: string | RegExp) => page.getByRole('main').getByText(text)

  it('are made with a secret shown once, tried, repaired and ended', { timeout: 240_000 }, async () => {
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    expect(await inspect(page, 'without webhooks')).toEqual([])

    await page.getByRole('button', { name: 'New webhook' }).click()
    await typeInto(page.getByLabel('URL'), 'http://label.example/hooks')
    await page.getByRole('dialog').getByRole('button', { name: 'New webhook' }).click()
    await page.getByText(/SPINDLE_WEBHOOK_TARGETS/).waitFor()
    await typeInto(page.getByLabel('URL'), `${receiver.url}/hooks`)
    await typeInto(page.getByLabel(/Description/), 'Release calendar')
    await page.getByRole('dialog').getByRole('button', { name: 'New webhook' }).click()
    const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? ''
    await page.getByLabel('I have saved it').click()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await page.content()).not.toContain(secret)

    await page.getByRole('link', { name: 'Release calendar' }).click()
    await page.getByRole('heading', { name: 'Nothing sent yet' }).waitFor()
    receiver.answer = (_message, response) => void response.writeHead(500).end('<b>no database</b> today')
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await inMain(/No message was delivered since/).waitFor()
    await inMain(/answered 500/)
      .first()
      .waitFor()
    await inMain('Attempts and responses').click()
    await inMain('<b>no database</b> today').waitFor()
    expect(verifyMessage(receiver.received[0] as never, secret)).toMatchObject({ type: 'endpoint.test' })
    await waitUntilLoaded(page)
    expect(await inspect(page, 'a failing webhook')).toEqual([])

    receiver.answer = (_message, response) => void response.end()
    await page.getByRole('button', { name: /^Send again: whm_/ }).click()
    await inMain(/Delivered$/).waitFor()
    await inMain('Active').waitFor()
    expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]?.id, receiver.received[0]?.id])

    await page.getByRole('button', { name: 'Edit' }).click()
    await typeInto(page.getByLabel('URL'), 'not an address')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^Does not have the required format: /)
      .waitFor()
    await typeInto(page.getByLabel('URL'), `${receiver.url}/elsewhere`)
    await page.getByLabel('Selected events').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Choose at least one event.').waitFor()
    await page.getByLabel('Releases: status changed').click()
    expect(await inspect(page, 'editing a webhook')).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    // The dialog is in the page too, and its own list names the same event.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await inMain(`${receiver.url}/elsewhere`).waitFor()
    await inMain(/Releases: status changed/).waitFor()

    receiver.answer = (_message, response) => void response.writeHead(410).end()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await inMain(/Your server answered 410/).waitFor()
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByRole('button', { name: 'Send a test event' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    expect(faults).toEqual([])
  })

  it('by configuration are shown and tried, but not changed', async () => {
    const secretFile = join(folder, 'secret')
    await name([{ account: account.accountId, name: 'calendar', url: `${receiver.url}/hooks`, secretFile }])
    await hub.hub.reload()
    receiver.answer = (_message, response) => void response.end()
    await page.reload()
    await page.getByRole('link', { name: 'calendar' }).click()
    await inMain('The hub operator manages this webhook in the configuration.').waitFor()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await inMain(/Delivered$/).waitFor()
    for (const button of ['Edit', 'Replace secret', 'Disable', 'Delete'])
      expect(await page.getByRole('button', { name: button, exact: true }).count()).toBe(0)
    expect(await inspect(page, 'a webhook by configuration')).toEqual([])
    expect(faults).toEqual([])
  })
})
