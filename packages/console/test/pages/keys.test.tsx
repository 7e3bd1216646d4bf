import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, readProblem, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const laptop = {
  name: 'Laptop',
  hint: 'spn_…Q3fZ',
  status: 'active',
  permissions: ['music:read', 'catalog:read'],
  createdAt: '2026-11-26T09:00:00.000Z',
  lastUsedAt: '2026-11-26T11:58:00.000Z',
  lastUsedFrom: '203.0.113.0/24',
  expiresAt: null,
  rotatedTo: null,
  madeBy: { name: 'Tom Green' },
} as const

async function openKeys(person?: Person) {
  const hub = labelHub(person)
  hub.answer('listKeys', { data: [laptop] })
  return { hub, page: await openInLabel(hub, '/keys') }
}

describe('the list of keys', () => {
  it('names of each key its hint, what it may do, who made it, and when and from where it was used', async () => {
    const { page } = await openKeys()
    const [row] = await page.main.findAllByRole('listitem')
    expect(textOf(row as Element)).toBe(
      'Laptop spn_…Q3fZ Read releases and uploads · Read the catalog last used 2 minutes ago from 203.0.113.0/24 · created 3 hours ago · created by Tom Green Active Replace Revoke',
    )
    expect(document.title).toBe('API keys · Spindle')
  })

  it('shows that it loads until the hub answers', async () => {
    const hub = labelHub()
    const held = hub.hold('listKeys')
    const page = await openInLabel(hub, '/keys')
    await seeLoading(page)
    expect(page.main.queryAllByRole('listitem')).toEqual([])
    held.release()
    await page.main.findByRole('list')
    expect(page.main.queryByText('Loading')).toBe(null)
  })

  it('says what a key is for when there is none, and offers to make one', async () => {
    const hub = labelHub()
    hub.answer('listKeys', { data: [] })
    const page = await openInLabel(hub, '/keys')
    await page.findByRole('heading', { name: 'No keys yet' })
    await page.user.click(page.getByRole('button', { name: 'New key' }))
    expect(page.getByRole('dialog', { name: 'New key' })).toBeDefined()
  })

  it("shows the hub's message when it could not be loaded, and loads it by the button", async () => {
    const hub = labelHub()
    hub.fail('listKeys', 'account_suspended')
    const page = await openInLabel(hub, '/keys')
    expect(await readAlert(page)).toBe(
      'Could not load this. The operator of this hub has suspended the account Try again',
    )
    hub.answer('listKeys', { data: [laptop] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('Laptop')
    expect(page.queryByRole('alert')).toBe(null)
  })

  it('says that the hub did not answer when the connection is lost', async () => {
    const hub = labelHub()
    hub.lose('listKeys')
    const page = await openInLabel(hub, '/keys')
    expect(await readAlert(page)).toBe(
      'Could not load this. The hub did not respond. Check your connection and try again. Try again',
    )
  })

  it('shows older keys after those it has on request', async () => {
    const hub = labelHub()
    hub.answerPages('listKeys', [[laptop], [{ ...laptop, id: 'key_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', name: 'Old laptop' }]])
    const page = await openInLabel(hub, '/keys')
    await page.user.click(await page.findByRole('button', { name: 'Show older' }))
    await page.findByText('Old laptop')
    expect(page.getByText('Laptop')).toBeDefined()
    expect(page.queryByRole('button', { name: 'Show older' })).toBe(null)
    expect(hub.asked('listKeys').map(({ query }) => query)).toEqual([{ limit: '20' }, { limit: '20', cursor: '1' }])
  })

  it('offers nothing to do with keys that have ended or were revoked', async () => {
    const hub = labelHub()
    hub.answer('listKeys', {
      data: [
        { ...laptop, status: 'expired' },
        { ...laptop, name: 'CI', status: 'revoked' },
      ],
    })
    const page = await openInLabel(hub, '/keys')
    await page.findByText('Expired')
    expect(page.getByText('Revoked')).toBeDefined()
    expect(page.queryByRole('button', { name: /Revoke|Replace/ })).toBe(null)
  })

  it('does not offer to replace a key that was replaced already', async () => {
    const hub = labelHub()
    hub.answer('listKeys', { data: [{ ...laptop, rotatedTo: 'key_01JD3MZ6V8Q4W9X2K7N5T0RHZZ' }] })
    const page = await openInLabel(hub, '/keys')
    expect(await page.findByRole('button', { name: 'Revoke Laptop' })).toBeDefined()
    expect(page.queryByRole('button', { name: 'Replace Laptop' })).toBe(null)
  })

  it('lets a viewer only read keys, and names an owner to ask', async () => {
    const hub = labelHub({ role: 'viewer' })
    hub.answer('listKeys', { data: [laptop] })
    hub.answer('listMembers', { data: [{ name: 'Tom Green', role: 'owner' }] })
    const page = await openInLabel(hub, '/keys')
    expect(await page.findByText('Your role (viewer) cannot manage keys. Ask Tom Green.')).toBeDefined()
    await page.findByText('Laptop')
    expect(page.main.queryByRole('button')).toBe(null)
    expect(hub.asked('listMembers')[0]?.query).toEqual({ role: 'owner', limit: '3' })
  })
})

describe('a new key', () => {
  async function openDialog() {
    const opened = await openKeys()
    const { page } = opened
    await page.user.click(await page.findByRole('button', { name: 'New key' }))
    const dialog = within(page.getByRole('dialog', { name: 'New key' }))
    return { ...opened, dialog, submit: () => page.user.click(dialog.getByRole('button', { name: 'New key' })) }
  }

  it('is made with every permission and without an end unless something else is chosen', async () => {
    const { hub, page, dialog, submit } = await openDialog()
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), '  Laptop ')
    await submit()
    await page.findByRole('dialog', { name: 'Your new key' })
    expect(hub.asked('createKey')[0]?.body).toEqual({
      name: 'Laptop',
      permissions: ['music:read', 'music:write', 'catalog:read', 'analytics:read'],
    })
  })

  it('that may only read has the permissions to read, and ends in 90 days when that is chosen', async () => {
    const { hub, page, dialog, submit } = await openDialog()
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Reader')
    await page.user.click(dialog.getByRole('radio', { name: 'Read only' }))
    await page.user.selectOptions(dialog.getByRole('combobox', { name: 'Expires' }), 'In 90 days')
    await submit()
    await page.findByRole('dialog', { name: 'Your new key' })
    expect(hub.asked('createKey')[0]?.body).toEqual({
      name: 'Reader',
      permissions: ['music:read', 'catalog:read', 'analytics:read'],
      expiresAt: '2027-02-24T12:00:00.000Z',
    })
  })

  it('has exactly the permissions that are ticked', async () => {
    const { hub, page, dialog, submit } = await openDialog()
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Numbers')
    await page.user.click(dialog.getByRole('radio', { name: 'Custom' }))
    const choice = within(dialog.getByRole('group', { name: 'Custom' }))
    await page.user.click(choice.getByRole('checkbox', { name: 'Read analytics' }))
    await page.user.click(choice.getByRole('checkbox', { name: 'Read the catalog' }))
    await page.user.click(choice.getByRole('checkbox', { name: 'Read the catalog' }))
    await submit()
    await page.findByRole('dialog', { name: 'Your new key' })
    expect(hub.asked('createKey')[0]?.body.permissions).toEqual(['analytics:read'])
  })

  it('without a name is not sent: the field says so and has the focus', async () => {
    const { hub, dialog, submit } = await openDialog()
    await submit()
    const name = dialog.getByRole('textbox', { name: 'Name' })
    expect(readProblem(name)).toBe('Name is missing.')
    expect(document.activeElement).toBe(name)
    expect(dialog.getByRole('alert').textContent).toBe('Check the marked field.')
    expect(hub.asked('createKey')).toEqual([])
  })

  it('without any permission is not sent', async () => {
    const { hub, page, dialog, submit } = await openDialog()
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Nothing')
    await page.user.click(dialog.getByRole('radio', { name: 'Custom' }))
    await submit()
    expect(dialog.getByText('Choose at least one permission.')).toBeDefined()
    expect(document.activeElement).toBe(dialog.getByRole('checkbox', { name: 'Read releases and uploads' }))
    expect(hub.asked('createKey')).toEqual([])
  })

  it("that the hub refuses keeps what was typed, with the hub's message at the field", async () => {
    const { hub, page, dialog, submit } = await openDialog()
    hub.fail('createKey', 'validation_failed', {
      errors: [{ pointer: '/name', detail: 'The name is used by another key.', fix: 'Choose another name.' }],
    })
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Laptop')
    await submit()
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await expect.poll(() => readProblem(name)).toBe('The name is used by another key. Choose another name.')
    expect(name.value).toBe('Laptop')
  })

  it('is sent once when the button is pressed twice', async () => {
    const { hub, page, dialog, submit } = await openDialog()
    const held = hub.hold('createKey')
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Laptop')
    await submit()
    await submit()
    expect(dialog.getByRole('button', { name: 'New key' }).getAttribute('aria-disabled')).toBe('true')
    held.release()
    await page.findByRole('dialog', { name: 'Your new key' })
    expect(hub.asked('createKey').length).toBe(1)
  })

  it('is shown once, and the dialog closes only after the person confirms that the key is stored', async () => {
    const { hub, page, dialog, submit } = await openDialog()
    hub.answer('createKey', { name: 'Laptop', key: 'spn_ExampleExampleExampleExampleExample012' })
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Laptop')
    await submit()
    const shown = within(await page.findByRole('dialog', { name: 'Your new key' }))
    expect(shown.getByRole('status', { name: 'Key' }).textContent).toBe('spn_ExampleExampleExampleExampleExample012')
    await page.user.keyboard('{Escape}')
    await page.user.click(shown.getByRole('button', { name: 'Close' }))
    expect(page.getByRole('dialog', { name: 'Your new key' })).toBeDefined()
    await page.user.click(shown.getByRole('checkbox', { name: 'I have saved it' }))
    await page.user.click(shown.getByRole('button', { name: 'Close' }))
    expect(page.queryByText('spn_ExampleExampleExampleExampleExample012')).toBe(null)
  })

  it('is copied by a button that says so afterwards', async () => {
    const { hub, page, dialog, submit } = await openDialog()
    hub.answer('createKey', { key: 'spn_ExampleExampleExampleExampleExample012' })
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Laptop')
    await submit()
    await page.user.click(await page.findByRole('button', { name: 'Copy' }))
    await page.findByRole('button', { name: 'Copied' })
    expect(await navigator.clipboard.readText()).toBe('spn_ExampleExampleExampleExampleExample012')
  })

  it('is not made when the dialog is left, and the button that opened it has the keyboard again', async () => {
    const { hub, page } = await openDialog()
    await page.user.keyboard('{Escape}')
    expect(page.queryByRole('dialog')).toBe(null)
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'New key' }))
    expect(hub.asked('createKey')).toEqual([])
  })
})

describe('replacing a key', () => {
  async function openDialog() {
    const opened = await openKeys()
    await opened.page.user.click(await opened.page.findByRole('button', { name: 'Replace Laptop' }))
    return { ...opened, dialog: within(opened.page.getByRole('dialog', { name: 'Replace “Laptop”?' })) }
  }

  it('keeps the old key working for a day unless something else is chosen, and shows the new one', async () => {
    const { hub, page, dialog } = await openDialog()
    hub.answer('rotateKey', { key: 'spn_ExampleExampleExampleExampleExample012' })
    await page.user.click(dialog.getByRole('button', { name: 'Replace' }))
    await page.findByText('spn_ExampleExampleExampleExampleExample012')
    expect(hub.asked('rotateKey').map(({ params, body }) => [params.keyId, body])).toEqual([
      ['key_01JD3MZ6V8Q4W9X2K7N5T0RHYB', { overlapSeconds: 86_400 }],
    ])
  })

  it('ends the old key at once when that is chosen', async () => {
    const { hub, page, dialog } = await openDialog()
    const choice = dialog.getByRole('combobox', { name: 'The old key expires' })
    expect(textsOf(within(choice).getAllByRole('option'))).toEqual([
      'In one day',
      'In one hour',
      'In one week',
      'Immediately',
    ])
    await page.user.selectOptions(choice, 'Immediately')
    await page.user.click(dialog.getByRole('button', { name: 'Replace' }))
    await page.findByRole('dialog', { name: 'Your new key' })
    expect(hub.asked('rotateKey')[0]?.body).toEqual({ overlapSeconds: 0 })
  })

  it("shows the hub's message when it was refused, and can be tried again", async () => {
    const { hub, page, dialog } = await openDialog()
    hub.fail('rotateKey', 'role_insufficient')
    await page.user.click(dialog.getByRole('button', { name: 'Replace' }))
    expect(textOf(await dialog.findByRole('alert'))).toContain('Your role in this account does not allow this')
    hub.answer('rotateKey')
    await page.user.click(dialog.getByRole('button', { name: 'Replace' }))
    await page.findByRole('dialog', { name: 'Your new key' })
  })
})

describe('revoking a key', () => {
  async function openDialog() {
    const opened = await openKeys()
    await opened.page.user.click(await opened.page.findByRole('button', { name: 'Revoke Laptop' }))
    return { ...opened, dialog: within(opened.page.getByRole('dialog', { name: 'Revoke “Laptop”?' })) }
  }

  it('asks for confirmation, sends it, and loads the list again', async () => {
    const { hub, page, dialog } = await openDialog()
    expect(hub.asked('revokeKey')).toEqual([])
    hub.answer('listKeys', { data: [{ ...laptop, status: 'revoked' }] })
    await page.user.click(dialog.getByRole('button', { name: 'Revoke' }))
    await page.findByText('Revoked')
    expect(page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('revokeKey').map(({ params }) => params)).toEqual([{ keyId: 'key_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }])
  })

  it('does nothing when it is cancelled', async () => {
    const { hub, page, dialog } = await openDialog()
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(page.queryByRole('dialog')).toBe(null)
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Revoke Laptop' }))
    expect(hub.asked('revokeKey')).toEqual([])
  })

  it('asks for the password when the hub requires a confirmation, and then sends the same write again', async () => {
    const { hub, page, dialog } = await openDialog()
    hub.fail('revokeKey', 'confirmation_needed')
    await page.user.click(dialog.getByRole('button', { name: 'Revoke' }))
    const proof = within(await page.findByRole('dialog', { name: 'Confirm that it is you' }))
    hub.answer('revokeKey')
    await page.user.type(await proof.findByLabelText('Password'), 'seven quiet harbour lights')
    await page.user.click(proof.getByRole('button', { name: 'Continue' }))
    await expect.poll(() => page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('confirmSession')[0]?.body).toEqual({ password: 'seven quiet harbour lights' })
    const keys = hub.asked('revokeKey').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys.length).toBe(2)
    expect(keys[0]).toBe(keys[1])
  })
})
