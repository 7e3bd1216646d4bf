import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, readProblem, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const mia = {
  userId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  name: 'Mia Blue',
  email: 'mia@label.example',
  role: 'owner',
  joinedAt: '2026-11-20T12:00:00.000Z',
} as const
const tom = {
  userId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
  name: 'Tom Green',
  email: 'tom@label.example',
  role: 'viewer',
  joinedAt: '2026-11-26T10:00:00.000Z',
} as const

async function openTeam(person?: Person) {
  const hub = labelHub(person)
  hub.answer('listMembers', { data: [mia, tom] })
  hub.answer('listInvitations', { data: [] })
  hub.answer('listServiceClients', { data: [] })
  return { hub, page: await openInLabel(hub, '/team') }
}

describe('the people of a label', () => {
  it('are listed with their address, since when they belong to it, and their role', async () => {
    const { page } = await openTeam({ role: 'manager' })
    const list = await page.findByRole('list', { name: 'Team' })
    expect(textsOf(within(list).getAllByRole('listitem'))).toEqual([
      'Mia Blue mia@label.example · joined 6 days ago Owner Leave',
      'Tom Green tom@label.example · joined 2 hours ago Viewer',
    ])
  })

  it('are waited for with a sign that the list loads', async () => {
    const hub = labelHub({ role: 'viewer' })
    hub.hold('listMembers')
    await seeLoading(await openInLabel(hub, '/team'))
  })

  it('that could not be loaded can be loaded again', async () => {
    const hub = labelHub({ role: 'viewer' })
    hub.fail('listMembers', 'database_unavailable')
    const page = await openInLabel(hub, '/team')
    expect(await readAlert(page)).toMatch(/^Could not load this\. .+ Try again$/)
    hub.answer('listMembers', { data: [tom] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('Tom Green')
  })

  it('cannot be changed by anyone but owners, and shows others whom to ask', async () => {
    const { hub, page } = await openTeam({ role: 'manager' })
    expect(
      await page.findByText('Your role (manager) cannot manage the team. Ask Mia Blue or Tom Green.'),
    ).toBeDefined()
    expect(page.queryByRole('combobox', { name: 'Role of Tom Green' })).toBe(null)
    expect(page.queryByRole('button', { name: 'Invite a person' })).toBe(null)
    expect(page.queryByRole('heading', { name: 'Service clients' })).toBe(null)
    expect(hub.asked('listInvitations')).toEqual([])
    expect(hub.asked('listServiceClients')).toEqual([])
  })

  it('are shown page by page', async () => {
    const hub = labelHub({ role: 'viewer' })
    hub.answerPages('listMembers', [[mia], [tom]])
    const page = await openInLabel(hub, '/team')
    await page.user.click(await page.findByRole('button', { name: 'Show more' }))
    await page.findByText('Tom Green')
    expect(page.queryByRole('button', { name: 'Show more' })).toBe(null)
  })

  it('get another role as soon as it is chosen', async () => {
    const { hub, page } = await openTeam()
    const choice = await page.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Tom Green' })
    expect(choice.value).toBe('viewer')
    hub.answer('listMembers', { data: [mia, { ...tom, role: 'manager' }] })
    await page.user.selectOptions(choice, 'Manager')
    await expect.poll(() => choice.value).toBe('manager')
    expect(hub.asked('changeRole').map(({ params, body }) => [params.userId, body])).toEqual([
      ['usr_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', { role: 'manager' }],
    ])
  })

  it('keep their role when the hub refuses another one, and the page says why', async () => {
    const { hub, page } = await openTeam()
    hub.fail('changeRole', 'last_owner')
    const choice = await page.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Mia Blue' })
    await page.user.selectOptions(choice, 'Viewer')
    const dialog = within(page.getByRole('dialog', { name: 'Make Mia Blue a viewer?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Change role' }))
    expect(await readAlert(page)).toBe('An account must have at least one owner')
    expect(choice.value).toBe('owner')
  })

  it('are removed after a question', async () => {
    const { hub, page } = await openTeam()
    await page.user.click(await page.findByRole('button', { name: 'Remove Tom Green' }))
    const dialog = within(page.getByRole('dialog', { name: 'Remove Tom Green?' }))
    expect(dialog.getByText(/This person loses access immediately/)).toBeDefined()
    hub.answer('listMembers', { data: [mia] })
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }))
    await expect.poll(() => page.queryByText('Tom Green')).toBe(null)
    expect(hub.asked('removeMember')[0]?.params.userId).toBe('usr_01JD3MZ6V8Q4W9X2K7N5T0RHZZ')
    expect(hub.asked('removeMember')[0]?.query).toEqual({ access: 'keep' })
  })

  const access = {
    keys: [
      { id: 'key_1', name: 'nightly import' },
      { id: 'key_2', name: 'website' },
    ],
    clients: [{ id: 'cli_1', name: 'warehouse' }],
    nativeClients: [],
    webhooks: [],
    programs: [],
    invitations: [{ id: 'inv_1', name: 'ida@label.example' }],
  }

  it('are removed with what they made, which the question names, by one choice', async () => {
    const { hub, page } = await openTeam()
    hub.answer('getMemberAccess', access)
    await page.user.click(await page.findByRole('button', { name: 'Remove Tom Green' }))
    const dialog = within(page.getByRole('dialog', { name: 'Remove Tom Green?' }))
    const end = await dialog.findByRole('checkbox', { name: 'End all of these now' })
    expect(textsOf(dialog.getAllByRole('listitem'))).toEqual([
      'API keys: nightly import, website',
      'Service clients: warehouse',
      'Open invitations (always cancelled): ida@label.example',
    ])
    await page.user.click(end)
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }))
    await expect.poll(() => hub.asked('removeMember')[0]?.query).toEqual({ access: 'end' })
  })

  it('get a lower role after the same question', async () => {
    const { hub, page } = await openTeam()
    hub.answer('getMemberAccess', access)
    const choice = await page.findByRole('combobox', { name: 'Role of Mia Blue' })
    await page.user.selectOptions(choice, 'Manager')
    const dialog = within(page.getByRole('dialog', { name: 'Make Mia Blue a manager?' }))
    await page.user.click(await dialog.findByRole('checkbox', { name: 'End all of these now' }))
    await page.user.click(dialog.getByRole('button', { name: 'Change role' }))
    await expect.poll(() => hub.asked('changeRole')[0]?.body).toEqual({ role: 'manager', access: 'end' })
  })

  it('are not asked about access when there is none', async () => {
    const { hub, page } = await openTeam()
    hub.answer('getMemberAccess', {
      keys: [],
      clients: [],
      nativeClients: [],
      webhooks: [],
      programs: [],
      invitations: [],
    })
    await page.user.click(await page.findByRole('button', { name: 'Remove Tom Green' }))
    await expect.poll(() => hub.asked('getMemberAccess').length).toBe(1)
    expect(within(page.getByRole('dialog')).queryByRole('checkbox')).toBe(null)
  })

  it('stay when the question is left by Escape, and the button has the keyboard again', async () => {
    const { hub, page } = await openTeam()
    await page.user.click(await page.findByRole('button', { name: 'Remove Tom Green' }))
    await page.user.keyboard('{Escape}')
    expect(page.queryByRole('dialog')).toBe(null)
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Remove Tom Green' }))
    expect(hub.asked('removeMember')).toEqual([])
  })

  it('leave on their own, and then see the start page', async () => {
    const { hub, page } = await openTeam({ role: 'viewer' })
    await page.user.click(await page.findByRole('button', { name: 'Leave' }))
    const dialog = within(page.getByRole('dialog', { name: 'Leave Night Label?' }))
    hub.answer('getSession', { memberships: [], user: { isOperator: false } })
    await page.user.click(dialog.getByRole('button', { name: 'Leave' }))
    await page.findByRole('heading', { name: /You are not a member of this label|You are not a member of a label yet/ })
    expect(hub.asked('leaveAccount').length).toBe(1)
  })

  it('cannot leave as the last owner, which the dialog says', async () => {
    const { hub, page } = await openTeam()
    hub.fail('leaveAccount', 'last_owner')
    await page.user.click(await page.findByRole('button', { name: 'Leave' }))
    const dialog = within(page.getByRole('dialog', { name: 'Leave Night Label?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Leave' }))
    expect(textOf(await dialog.findByRole('alert'))).toBe('An account must have at least one owner')
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(page.queryByRole('dialog')).toBe(null)
  })
})

describe('an invitation', () => {
  async function openDialog() {
    const opened = await openTeam()
    await opened.page.user.click(await opened.page.findByRole('button', { name: 'Invite a person' }))
    const dialog = within(opened.page.getByRole('dialog', { name: 'Invite a person' }))
    const submit = () => opened.page.user.click(dialog.getByRole('button', { name: 'Create link' }))
    return { ...opened, dialog, submit, email: dialog.getByRole('textbox', { name: 'Email address' }) }
  }

  it('is for a manager unless another role is chosen, and its link is shown once', async () => {
    const { hub, page, email, submit } = await openDialog()
    hub.answer('inviteMember', {
      email: 'ada@label.example',
      link: 'https://music.test/console/invitation#abc',
      isMailed: false,
    })
    await page.user.type(email, ' ada@label.example ')
    await submit()
    const shown = within(await page.findByRole('dialog', { name: 'Send this link' }))
    expect(shown.getByRole('status', { name: 'Invitation link' }).textContent).toBe(
      'https://music.test/console/invitation#abc',
    )
    expect(shown.getByText(/Copy it now and send it to ada@label\.example\./)).toBeDefined()
    expect(shown.getByRole('checkbox', { name: 'I have saved it' })).toBeDefined()
    expect(hub.asked('inviteMember')[0]?.body).toEqual({ email: 'ada@label.example', role: 'manager' })
  })

  it('says that its link was also sent by email', async () => {
    const { hub, page, email, submit } = await openDialog()
    hub.answer('inviteMember', { email: 'ada@label.example', isMailed: true })
    await page.user.type(email, 'ada@label.example')
    await submit()
    const shown = within(await page.findByRole('dialog', { name: 'Send this link' }))
    expect(shown.getByText(/^The hub also sends it to ada@label\.example by email\./)).toBeDefined()
  })

  it('shows for each role what it may do, and is for the chosen one', async () => {
    const { hub, page, dialog, email, submit } = await openDialog()
    expect(dialog.getAllByRole('radio').map((radio) => textOf(radio.closest('label') as Element))).toEqual([
      'Owner can do everything and invite people',
      'Manager can deliver and edit releases and create keys',
      'Viewer can view releases and analytics',
    ])
    await page.user.type(email, 'ada@label.example')
    await page.user.click(dialog.getByRole('radio', { name: /^Viewer/ }))
    await submit()
    await page.findByRole('dialog', { name: 'Send this link' })
    expect(hub.asked('inviteMember')[0]?.body.role).toBe('viewer')
  })

  it.each([
    ['', 'Email address is missing.'],
    ['ada', 'Enter an email address, such as mia@example.com.'],
  ])('to “%s” is not sent', async (typed, problem) => {
    const { hub, page, email, submit } = await openDialog()
    if (typed !== '') await page.user.type(email, typed)
    await submit()
    expect(readProblem(email)).toBe(problem)
    expect(document.activeElement).toBe(email)
    expect(hub.asked('inviteMember')).toEqual([])
  })

  it('to a person who belongs to the label is refused at the field', async () => {
    const { hub, page, email, submit } = await openDialog()
    hub.fail('inviteMember', 'state_conflict', { detail: 'This person belongs to the label already.' })
    await page.user.type(email, 'tom@label.example')
    await submit()
    await expect.poll(() => readProblem(email)).toBe('This person belongs to the label already.')
  })

  it('that waits is listed with its role and its end, and is withdrawn after a question', async () => {
    const hub = labelHub()
    hub.answer('listMembers', { data: [mia] })
    hub.answer('listServiceClients', { data: [] })
    hub.answer('listInvitations', {
      data: [{ email: 'ada@label.example', role: 'viewer', expiresAt: '2026-11-29T12:00:00.000Z' }],
    })
    const page = await openInLabel(hub, '/team')
    expect(await page.findByRole('heading', { name: 'Open invitations' })).toBeDefined()
    expect(page.getByText('Viewer · expires in 3 days')).toBeDefined()
    await page.user.click(page.getByRole('button', { name: 'Withdraw the invitation for ada@label.example' }))
    const dialog = within(page.getByRole('dialog', { name: 'Withdraw the invitation for ada@label.example?' }))
    hub.answer('listInvitations', { data: [] })
    await page.user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    await expect.poll(() => page.queryByText('ada@label.example')).toBe(null)
    expect(hub.asked('revokeInvitation')[0]?.params.invitationId).toBe('inv_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  })
})

describe('the name of the label', () => {
  async function openDialog() {
    const opened = await openTeam()
    await opened.page.user.click(await opened.page.findByRole('button', { name: 'Rename the label' }))
    const dialog = within(opened.page.getByRole('dialog', { name: 'Rename the label' }))
    return { ...opened, dialog, field: dialog.getByRole<HTMLInputElement>('textbox', { name: 'Label name' }) }
  }

  it('is changed, and shown in the frame at once', async () => {
    const { hub, page, field } = await openDialog()
    expect(field.value).toBe('Night Label')
    await page.user.clear(field)
    hub.answer('getSession', {
      memberships: [{ accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', accountName: 'Day Label', role: 'owner' }],
    })
    await page.user.type(field, 'Day Label{Enter}')
    await page.findByText('Day Label')
    expect(page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('updateAccount')[0]?.body).toEqual({ name: 'Day Label' })
  })

  it('cannot be empty', async () => {
    const { hub, page, field } = await openDialog()
    await page.user.clear(field)
    await page.user.keyboard('{Enter}')
    expect(readProblem(field)).toBe('Label name is missing.')
    expect(hub.asked('updateAccount')).toEqual([])
  })

  it('stays as it was when the connection is lost, and what was typed stays in the field', async () => {
    const { hub, page, dialog, field } = await openDialog()
    hub.lose('updateAccount')
    await page.user.type(field, ' 2{Enter}')
    expect(textOf(await dialog.findByRole('alert'))).toBe(
      'The hub did not respond. Check your connection and try again.',
    )
    expect(field.value).toBe('Night Label 2')
  })
})

describe('service clients', () => {
  const importer = {
    id: 'cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    name: 'nightly import',
    createdAt: '2026-11-25T12:00:00.000Z',
    revokedAt: null,
  } as const

  async function openWith(clients: readonly object[]) {
    const hub = labelHub()
    hub.answer('listMembers', { data: [mia] })
    hub.answer('listInvitations', { data: [] })
    hub.answer('listServiceClients', { data: clients })
    return { hub, page: await openInLabel(hub, '/team') }
  }

  it('are explained where there are none', async () => {
    const { page } = await openWith([])
    expect(await page.findByText(/Create a service client for a system that needs OAuth access tokens/)).toBeDefined()
  })

  it('show their id and when they were made, and a revoked one has no button', async () => {
    const { page } = await openWith([
      importer,
      { ...importer, id: 'cli_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', name: 'old', revokedAt: '2026-11-25T12:00:00.000Z' },
    ])
    expect(textOf((await page.findByText('nightly import')).closest('li') as Element)).toBe(
      'nightly import cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB created yesterday Revoke',
    )
    expect(page.getByText('Revoked')).toBeDefined()
    expect(page.queryByRole('button', { name: 'Revoke old' })).toBe(null)
  })

  it('are made with a name, and show id and secret once', async () => {
    const { hub, page } = await openWith([])
    hub.answer('createServiceClient', { clientId: 'cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB' })
    await page.user.click(await page.findByRole('button', { name: 'New service client' }))
    const dialog = within(page.getByRole('dialog', { name: 'New service client' }))
    await page.user.click(dialog.getByRole('button', { name: 'New service client' }))
    const name = dialog.getByRole('textbox', { name: 'Name' })
    expect(readProblem(name)).toBe('Name is missing.')
    await page.user.type(name, 'nightly import{Enter}')
    const shown = within(await page.findByRole('dialog', { name: 'Your new service client' }))
    expect(shown.getByText('cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB')).toBeDefined()
    expect(shown.getByRole('status', { name: 'Secret' }).textContent).not.toBe('')
    expect(hub.asked('createServiceClient')[0]?.body).toEqual({ name: 'nightly import' })
  })

  it('are revoked after a question', async () => {
    const { hub, page } = await openWith([importer])
    await page.user.click(await page.findByRole('button', { name: 'Revoke nightly import' }))
    const dialog = within(page.getByRole('dialog', { name: 'Revoke “nightly import”?' }))
    hub.answer('listServiceClients', { data: [{ ...importer, revokedAt: '2026-11-26T12:00:00.000Z' }] })
    await page.user.click(dialog.getByRole('button', { name: 'Revoke' }))
    await page.findByText('Revoked')
    expect(hub.asked('revokeServiceClient')[0]?.params.clientId).toBe('cli_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  })
})
