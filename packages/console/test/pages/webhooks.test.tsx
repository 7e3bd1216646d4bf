import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { hooks, openOne } from '../harness/open-webhook.ts'
import { readAlert, readProblem, seeLoading, textOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

async function openList(webhooks: readonly object[] = [hooks], person?: Person) {
  const hub = labelHub(person)
  hub.answer('listWebhooks', { data: webhooks })
  return { hub, page: await openInLabel(hub, '/webhooks') }
}

describe('the list of webhooks', () => {
  it('shows the events of each and when something arrived last, and leads to it', async () => {
    const { page } = await openList([
      hooks,
      { ...hooks, description: 'Catalog', eventTypes: ['import.finished'], lastDeliveredAt: null },
    ])
    const link = await page.findByRole('link', { name: 'https://label.example/hooks' })
    expect(link.getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/webhooks/whk_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    )
    expect(page.getByText('All events, including new types · last delivered 1 hour ago')).toBeDefined()
    expect(page.getByText('Message imports: finished · nothing delivered yet')).toBeDefined()
  })

  it.each([
    [{}, 'Active'],
    [{ failingSince: '2026-11-25T12:00:00.000Z' }, 'Failing'],
    [{ status: 'disabled', disabledReason: 'requested' }, 'Disabled'],
    [{ status: 'disabled', disabledReason: 'gone' }, 'Disabled'],
  ] as const)('with %o says in a word that it is %s', async (facts, word) => {
    const { page } = await openList([{ ...hooks, ...facts }])
    expect(await page.findByText(word)).toBeDefined()
  })

  it('says what webhooks are for when there is none', async () => {
    const { page } = await openList([])
    expect(await page.findByRole('heading', { name: 'No webhooks yet' })).toBeDefined()
    expect(page.getByRole('button', { name: 'New webhook' })).toBeDefined()
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const hub = labelHub()
    const held = hub.hold('listWebhooks')
    const page = await openInLabel(hub, '/webhooks')
    await seeLoading(page)
    held.release()
    await page.findByRole('button', { name: 'New webhook' })
  })

  it('tries again by the button when it could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('listWebhooks', 'account_suspended')
    const page = await openInLabel(hub, '/webhooks')
    expect(await readAlert(page)).toBe(
      'Could not load this. The operator of this hub has suspended the account Try again',
    )
    hub.answer('listWebhooks', { data: [hooks] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('link', { name: 'https://label.example/hooks' })
  })

  it('offers a viewer nothing to change', async () => {
    const { page } = await openList([], { role: 'viewer' })
    expect(await page.findByText(/^Your role \(viewer\) cannot manage webhooks\./)).toBeDefined()
    await page.findByRole('heading', { name: 'No webhooks yet' })
    expect(page.main.queryByRole('button')).toBe(null)
  })

  it('shows older ones after those it has', async () => {
    const hub = labelHub()
    hub.answerPages('listWebhooks', [[hooks], [{ ...hooks, id: 'whk_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', description: 'Old' }]])
    const page = await openInLabel(hub, '/webhooks')
    await page.user.click(await page.findByRole('button', { name: 'Show older' }))
    await page.findByRole('link', { name: 'Old' })
  })
})

describe('a new webhook', () => {
  async function openDialog() {
    const opened = await openList()
    await opened.page.user.click(await opened.page.findByRole('button', { name: 'New webhook' }))
    const dialog = within(opened.page.getByRole('dialog', { name: 'New webhook' }))
    const submit = () => opened.page.user.click(dialog.getByRole('button', { name: 'New webhook' }))
    return { ...opened, dialog, submit, url: dialog.getByRole('textbox', { name: 'URL' }) }
  }

  it('receives all events unless something else is chosen, and shows its secret once', async () => {
    const { hub, page, url, submit } = await openDialog()
    hub.answer('createWebhook', { url: 'https://label.example/new' })
    await page.user.type(url, ' https://label.example/new ')
    await submit()
    const shown = within(await page.findByRole('dialog', { name: 'Webhook secret' }))
    expect(shown.getByText('https://label.example/new')).toBeDefined()
    expect(shown.getByRole('status', { name: 'Secret' }).textContent).toMatch(/^whsec_/)
    expect(hub.asked('createWebhook')[0]?.body).toEqual({ url: 'https://label.example/new' })
  })

  it('receives the selected events, and has a description', async () => {
    const { hub, page, dialog, url, submit } = await openDialog()
    await page.user.type(url, 'https://label.example/new')
    await page.user.type(dialog.getByRole('textbox', { name: 'Description (optional)' }), 'Catalog')
    await page.user.click(dialog.getByRole('radio', { name: 'Selected events' }))
    await page.user.click(dialog.getByRole('checkbox', { name: 'Releases: status changed' }))
    await page.user.click(dialog.getByRole('checkbox', { name: 'Message imports: finished' }))
    await page.user.click(dialog.getByRole('checkbox', { name: 'Releases: status changed' }))
    await submit()
    await page.findByRole('dialog', { name: 'Webhook secret' })
    expect(hub.asked('createWebhook')[0]?.body).toEqual({
      url: 'https://label.example/new',
      description: 'Catalog',
      eventTypes: ['import.finished'],
    })
  })

  it('without an address and without any event is not sent', async () => {
    const { hub, page, dialog, url, submit } = await openDialog()
    await page.user.click(dialog.getByRole('radio', { name: 'Selected events' }))
    await submit()
    expect(readProblem(url)).toBe('URL is missing.')
    expect(dialog.getByText('Choose at least one event.')).toBeDefined()
    expect(document.activeElement).toBe(url)
    expect(hub.asked('createWebhook')).toEqual([])
  })

  it('at an address that the hub does not send to is refused at the field', async () => {
    const { hub, page, url, submit } = await openDialog()
    hub.fail('createWebhook', 'validation_failed', {
      errors: [{ pointer: '/url', detail: 'The host is not public.', fix: 'Use a public address.' }],
    })
    await page.user.type(url, 'https://10.0.0.1/hooks')
    await submit()
    await expect.poll(() => readProblem(url)).toBe('The host is not public. Use a public address.')
  })

  it('that fails for another reason says so above the form', async () => {
    const { hub, page, dialog, url, submit } = await openDialog()
    hub.fail('createWebhook', 'quota_exceeded', { detail: 'There are 20 webhooks already.' })
    await page.user.type(url, 'https://label.example/new')
    await submit()
    expect(textOf(await dialog.findByRole('alert'))).toBe('There are 20 webhooks already.')
  })
})

describe('the page of a webhook', () => {
  it('is titled by its host, or by what it is for', async () => {
    const { page } = await openOne()
    expect(await page.findByRole('heading', { name: 'label.example', level: 1 })).toBeDefined()
    await page.user.click(page.getByRole('link', { name: 'All webhooks' }))
    await page.findByRole('heading', { name: 'No webhooks yet' })
  })

  it('says that two secrets sign while the old one still does', async () => {
    const { page } = await openOne({ description: 'Catalog', previousSecretUntil: '2026-11-27T08:00:00.000Z' })
    expect(await page.findByRole('heading', { name: 'Catalog', level: 1 })).toBeDefined()
    expect(page.getByText('Messages are also signed with the old secret until 27 Nov 2026, 08:00.')).toBeDefined()
  })

  it('says what is wrong when it could not be loaded', async () => {
    const { hub, page } = await openOne({}, (hub) => hub.fail('getWebhook', 'webhook_not_found'))
    expect(await readAlert(page)).toMatch(/^Could not load this\. .+ Try again$/)
    hub.answer('getWebhook', hooks)
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'label.example', level: 1 })
  })

  it('says since when nothing has arrived', async () => {
    const { page } = await openOne({ failingSince: '2026-11-25T12:00:00.000Z' })
    expect(
      await page.findByText('No message was delivered since 25 Nov 2026, 12:00. The hub keeps trying.'),
    ).toBeDefined()
  })

  it.each([
    ['requested', 'Disabled by a member of your team or by an API key. The hub sends no messages.'],
    ['gone', 'Your server answered 410 (Gone). The hub stopped sending messages.'],
    ['failing', 'No message was delivered for three days. The hub stopped sending messages.'],
    ['backlog', 'More than 10,000 messages were waiting. The hub stopped sending messages.'],
  ] as const)('disabled as %s says why, and is enabled by a button', async (disabledReason, text) => {
    const { hub, page } = await openOne({ status: 'disabled', disabledReason })
    expect(await page.findByText(text)).toBeDefined()
    expect(page.queryByRole('button', { name: 'Send a test event' })).toBe(null)
    hub.answer('updateWebhook')
    hub.answer('getWebhook', hooks)
    await page.user.click(page.getByRole('button', { name: 'Enable' }))
    await page.findByRole('button', { name: 'Send a test event' })
    expect(hub.asked('updateWebhook')[0]?.body).toEqual({ status: 'active' })
  })

  it('lets a viewer read only', async () => {
    const { page } = await openOne({ status: 'disabled', disabledReason: 'gone' }, () => {}, { role: 'viewer' })
    await page.findByText(/Your server answered 410/)
    await page.findByText('release.status_changed')
    expect(page.main.queryByRole('button')).toBe(null)
  })

  it('of the configuration offers tests and repeats, and no change', async () => {
    const { page } = await openOne({ source: 'configuration' })
    expect(await page.findByText(/The hub operator manages this webhook in the configuration/)).toBeDefined()
    expect(page.getByRole('button', { name: 'Send a test event' })).toBeDefined()
    expect(page.queryByRole('button', { name: 'Edit' })).toBe(null)
  })

  it('sends a test event, and loads the log again', async () => {
    const { hub, page } = await openOne()
    await page.user.click(await page.findByRole('button', { name: 'Send a test event' }))
    await expect.poll(() => hub.asked('testWebhook').length).toBe(1)
    await expect.poll(() => hub.asked('listWebhookMessages').length).toBe(2)
  })

  it('says why a test event was not sent', async () => {
    const { hub, page } = await openOne()
    hub.fail('testWebhook', 'account_suspended')
    await page.user.click(await page.findByRole('button', { name: 'Send a test event' }))
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
  })
})

describe('what changes a webhook', () => {
  async function ask(button: string, title: string) {
    const opened = await openOne({ eventTypes: ['import.finished'] })
    await opened.page.user.click(await opened.page.findByRole('button', { name: button }))
    return { ...opened, dialog: within(opened.page.getByRole('dialog', { name: title })) }
  }

  it('is edited in a form that has what it was', async () => {
    const { hub, page, dialog } = await ask('Edit', 'Edit webhook')
    const url = dialog.getByRole<HTMLInputElement>('textbox', { name: 'URL' })
    expect(url.value).toBe('https://label.example/hooks')
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Message imports: finished' }).checked).toBe(true)
    await page.user.type(url, '/2')
    await page.user.click(dialog.getByRole('radio', { name: 'All events, including new types' }))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await expect.poll(() => page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('updateWebhook')[0]?.body).toEqual({
      url: 'https://label.example/hooks/2',
      description: null,
      eventTypes: null,
    })
  })

  it('gets another secret, which is shown once', async () => {
    const { hub, page, dialog } = await ask('Replace secret', 'Replace secret?')
    await page.user.click(dialog.getByRole('button', { name: 'Replace secret' }))
    await page.findByRole('dialog', { name: 'Webhook secret' })
    expect(hub.asked('rotateWebhookSecret').length).toBe(1)
  })

  it('is disabled after a question', async () => {
    const { hub, page, dialog } = await ask('Disable', 'Disable this webhook?')
    hub.answer('getWebhook', { ...hooks, status: 'disabled', disabledReason: 'requested' })
    await page.user.click(dialog.getByRole('button', { name: 'Disable' }))
    await page.findByText('Disabled by a member of your team or by an API key. The hub sends no messages.')
    expect(hub.asked('updateWebhook')[0]?.body).toEqual({ status: 'disabled' })
  })

  it('is deleted after a question, which leads to the list', async () => {
    const { hub, page, dialog } = await ask('Delete', 'Delete this webhook?')
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await page.findByRole('heading', { name: 'No webhooks yet' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/webhooks')
    expect(hub.asked('deleteWebhook').length).toBe(1)
  })

  it('is not deleted when the hub did not answer, and the dialog says so', async () => {
    const { hub, page, dialog } = await ask('Delete', 'Delete this webhook?')
    hub.lose('deleteWebhook')
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(textOf(await dialog.findByRole('alert'))).toBe(
      'The hub did not respond. Check your connection and try again.',
    )
    await page.user.keyboard('{Escape}')
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Delete' }))
  })
})
