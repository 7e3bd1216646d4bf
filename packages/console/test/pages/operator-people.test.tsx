import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, visitorHub } from '../harness/label-hub.ts'
import { openOperator } from '../harness/operator-hub.ts'
import { readAlert, readProblem, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { renderPage } from '../harness/render-page.tsx'

const usage = { releases: 12, documentBytes: 0, openUploads: 1, storedBytes: 5_000_000_000, waitingAnalyses: 0 }
const quotas = { ...usage, releases: 10_000, openUploads: 500, storedBytes: 1_000_000_000_000 }
const account = { name: 'Night Label', createdAt: '2026-11-20T12:00:00.000Z', usage, quotas } as const

describe('the pages of the operator', () => {
  it('are closed to everyone but operators', async () => {
    const page = renderPage(labelHub(), '/operator/people')
    await page.findByRole('heading', { name: 'Only operators can view this' })
    await page.user.click(page.getByRole('link', { name: 'Go to Home' }))
    await page.findByRole('navigation', { name: 'Main' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  })

  it('ask to sign in first, and remember the requested page', async () => {
    const page = renderPage(visitorHub(), '/operator/people?kind=operator')
    await page.findByRole('heading', { name: 'Sign in to music.test' })
    expect(page.address()).toBe('/sign-in?next=%2Foperator%2Fpeople%3Fkind%3Doperator')
  })

  it('show in the navigation how much waits', async () => {
    const { page } = await openOperator('/people', (hub) =>
      hub.answer('getOperatorCounts', { reviews: 3, messages: 120 }),
    )
    const navigation = within(page.getByRole('navigation', { name: 'Main' }))
    expect(await navigation.findByRole('link', { name: 'Reviews 3 waiting' })).toBeDefined()
    expect(navigation.getAllByRole('link', { name: 'Inbox 99+ waiting' }).length).toBeGreaterThan(0)
    expect(navigation.getAllByRole('link', { name: 'People' })[0]?.getAttribute('aria-current')).toBe('page')
  })

  it('lead back to the label', async () => {
    const { page } = await openOperator('/people')
    await page.user.click(page.getByRole('link', { name: 'Back to Night Label' }))
    await expect.poll(() => page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  })

  it('say that there is no such page', async () => {
    const { page } = await openOperator('/nothing')
    expect(await page.findByRole('heading', { name: 'Page not found' })).toBeDefined()
  })
})

describe('the accounts of a hub', () => {
  const open = (accounts: readonly object[] = [account]) =>
    openOperator('/accounts', (hub) => hub.answer('listAccounts', { data: accounts }))

  it('are listed with what each has of what it may have', async () => {
    const { page } = await open()
    const [, row] = await page.main.findAllByRole('row')
    expect(textOf(row as Element)).toBe(
      'Night Label 6 days ago acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB 12 of 10,000 5 GB of 1 TB 1 of 500 Invite… Move-in',
    )
  })

  it('are searched by name', async () => {
    const { hub, page } = await open()
    await page.user.type(await page.findByRole('searchbox', { name: 'Search' }), 'night')
    await expect.poll(() => hub.asked('listAccounts').at(-1)?.query).toEqual({ query: 'night', limit: '50' })
  })

  it('say that no account matches, or that there are no accounts', async () => {
    const { page } = await open([])
    await page.findByRole('heading', { name: 'No accounts yet' })
    await page.user.type(page.getByRole('searchbox', { name: 'Search' }), 'zzz')
    await page.findByText('No accounts match.')
  })

  it('show that they load, and what is wrong when they could not be loaded', async () => {
    const { hub, page } = await openOperator('/accounts', (hub) => hub.fail('listAccounts', 'internal_error'))
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('listAccounts', { data: [account] })
    const held = hub.hold('listAccounts')
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await seeLoading(page)
    held.release()
    await page.findByText('Night Label', { selector: '.release-title' })
  })

  it('are shown page by page', async () => {
    const { page } = await openOperator('/accounts', (hub) =>
      hub.answerPages('listAccounts', [
        [account],
        [{ ...account, id: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', name: 'Day Label' }],
      ]),
    )
    await page.user.click(await page.findByRole('button', { name: 'Show more' }))
    await page.findByText('Day Label')
  })

  it('are created with a name, and continue with the invitation of the first person', async () => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'New account' }))
    const dialog = within(page.getByRole('dialog', { name: 'New account' }))
    await page.user.click(dialog.getByRole('button', { name: 'New account' }))
    expect(readProblem(dialog.getByRole('textbox', { name: 'Name' }))).toBe('Enter a name.')
    hub.answer('createAccount', { ...account, name: 'Day Label' })
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Day Label {Enter}')
    await page.findByRole('dialog', { name: 'Invite to Day Label' })
    expect(hub.asked('createAccount').map(({ body }) => body)).toEqual([{ name: 'Day Label' }])
  })

  it('are joined by a link that is shown once', async () => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'Invite a person to Night Label' }))
    const dialog = within(page.getByRole('dialog', { name: 'Invite to Night Label' }))
    const email = dialog.getByRole('textbox', { name: 'Email address' })
    await page.user.type(email, 'ada{Enter}')
    expect(readProblem(email)).toBe('Enter an email address, such as mia@example.com.')
    await page.user.type(email, '@label.example')
    await page.user.selectOptions(
      dialog.getByRole('combobox', { name: 'Role' }),
      'Viewer: can view releases and analytics',
    )
    hub.answer('inviteToAccount', {
      link: 'https://music.test/console/invitation#x',
      expiresAt: '2026-12-03T12:00:00.000Z',
    })
    await page.user.click(dialog.getByRole('button', { name: 'Create link' }))
    const shown = within(await page.findByRole('dialog', { name: 'Link' }))
    expect(shown.getByRole('status', { name: 'Link' }).textContent).toBe('https://music.test/console/invitation#x')
    expect(shown.getByText(/It expires 3 Dec 2026, 12:00\./)).toBeDefined()
    await page.user.click(shown.getByRole('button', { name: 'Copy' }))
    await shown.findByText('Copied')
    await page.user.click(shown.getByRole('button', { name: 'Close' }))
    expect(page.queryByText('https://music.test/console/invitation#x')).toBe(null)
    expect(hub.asked('inviteToAccount')[0]?.body).toEqual({ email: 'ada@label.example', role: 'viewer' })
  })

  it('get larger limits until a day, while they move their catalog in', async () => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: 'Move-in of Night Label' }))
    const dialog = within(page.getByRole('dialog', { name: 'Move-in limits of Night Label' }))
    const factor = dialog.getByRole('textbox', { name: 'Times the usual requests per minute' })
    await page.user.clear(factor)
    await page.user.type(factor, '101{Enter}')
    expect(readProblem(factor)).toBe('Enter a whole number from 2 to 100.')
    expect(readProblem(dialog.getByLabelText('Until the start of (UTC)'))).toBe('Enter a day in the future.')
    expect(hub.asked('openMoveIn')).toEqual([])
    await page.user.clear(factor)
    await page.user.type(factor, '20')
    await page.user.type(dialog.getByLabelText('Until the start of (UTC)'), '2999-12-05')
    await page.user.type(dialog.getByRole('textbox', { name: /Storage in TB/ }), '5')
    const moved = { until: '2999-12-05T00:00:00.000Z', factor: 20, storedBytes: 5_000_000_000_000 }
    hub.answer('listAccounts', { data: [{ ...account, moveIn: moved }] })
    await page.user.click(dialog.getByRole('button', { name: 'Raise limits' }))
    await page.findByText(/Move-in: 20 times the limits until 5 Dec 2999/)
    expect(hub.asked('openMoveIn').map(({ body }) => body)).toEqual([moved])
    await page.findByText('5 GB of 5 TB')
  })

  it('have the usual limits again once their move is ended', async () => {
    const moveIn = { until: '2999-12-05T00:00:00.000Z', factor: 10, storedBytes: null }
    const { hub, page } = await open([{ ...account, moveIn }])
    await page.user.click(await page.findByRole('button', { name: 'End move-in of Night Label' }))
    hub.answer('listAccounts', { data: [account] })
    await page.user.click(
      within(page.getByRole('dialog', { name: 'End the move of Night Label?' })).getByRole('button', {
        name: 'End move-in',
      }),
    )
    await page.findByRole('button', { name: 'Move-in of Night Label' })
    expect(hub.asked('endMoveIn')).toHaveLength(1)
  })

  it('are not made while the connection is lost, and the dialog keeps the name', async () => {
    const { hub, page } = await open()
    hub.lose('createAccount')
    await page.user.click(await page.findByRole('button', { name: 'New account' }))
    const dialog = within(page.getByRole('dialog', { name: 'New account' }))
    await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Day Label{Enter}')
    expect(textOf(await dialog.findByRole('alert'))).toBe(
      'The hub did not respond. Check your connection and try again.',
    )
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Day Label')
    await page.user.keyboard('{Escape}')
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'New account' }))
  })
})

const tom = {
  id: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
  name: 'Tom Green',
  email: 'tom@label.example',
  emailProvenBy: 'operator',
  pendingEmail: null,
  isOperator: false,
  hasPassword: true,
  passkeys: 2,
  hasIdentity: false,
  disabledAt: null,
  createdAt: '2026-11-25T12:00:00.000Z',
  memberships: [{ accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', accountName: 'Night Label', role: 'viewer' }],
} as const

describe('the people of a hub', () => {
  const open = (people: readonly object[] = [tom]) =>
    openOperator('/people', (hub) => hub.answer('listPeople', { data: people }))

  it('are listed with what they are where, and by which ways they come in', async () => {
    const { page } = await open([
      tom,
      {
        ...tom,
        id: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
        name: 'Mia Blue',
        isOperator: true,
        hasPassword: false,
        passkeys: 0,
        memberships: [],
      },
    ])
    await page.findByText('Tom Green')
    const [first, second] = textsOf(page.main.getAllByRole('listitem'))
    expect(first).toContain('Night Label (viewer) password, 2 passkeys · joined yesterday')
    expect(second).toContain('Mia Blue you Operator')
    expect(second).toContain('no accounts no sign-in method yet')
  })

  it('are searched, and filtered by what they are', async () => {
    const { hub, page } = await open()
    await page.user.type(await page.findByRole('searchbox', { name: 'Search' }), 'tom')
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Show' }), 'Blocked')
    await expect
      .poll(() => hub.asked('listPeople').at(-1)?.query)
      .toEqual({ query: 'tom', kind: 'disabled', limit: '50' })
  })

  it('say that no person matches', async () => {
    const { page } = await open([])
    expect(await page.findByText('No matches.')).toBeDefined()
  })

  it.each([
    ['Make operator: Tom Green', 'Make operator', 'setOperator', { isOperator: true }],
    ['Block: Tom Green', 'Block', 'disablePerson', {}],
  ] as const)('are decided about after a question: %s', async (button, action, id, body) => {
    const { hub, page } = await open()
    await page.user.click(await page.findByRole('button', { name: button }))
    const dialog = within(page.getByRole('dialog', { name: button }))
    await page.user.click(dialog.getByRole('button', { name: action }))
    await expect.poll(() => page.queryByRole('dialog')).toBe(null)
    expect(hub.asked(id).map((asked) => [asked.params.userId, asked.body])).toEqual([
      ['usr_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', body],
    ])
  })

  it('show an address that is not confirmed, and the requested one, which an operator confirms', async () => {
    const { hub, page } = await open([
      { ...tom, emailProvenBy: 'operator', pendingEmail: 'tom@new.example' },
      { ...tom, id: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', name: 'Eve', emailProvenBy: 'invitation', pendingEmail: null },
      { ...tom, id: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYC', name: 'Ida', emailProvenBy: 'provider', pendingEmail: null },
    ])
    await page.findByText('Tom Green')
    const [first, second, third] = textsOf(page.main.getAllByRole('listitem'))
    expect(first).toContain('requested tom@new.example')
    expect(first).not.toContain('Address not confirmed')
    expect(second).toContain('Address not confirmed')
    expect(third).not.toContain('confirm')
    await page.user.click(page.getByRole('button', { name: 'Confirm email address: Tom Green' }))
    const dialog = within(page.getByRole('dialog'))
    dialog.getByText(/^Tom Green entered tom@new.example/)
    await page.user.click(dialog.getByRole('button', { name: 'Confirm email address' }))
    await expect.poll(() => hub.asked('setAddress')[0]?.body).toEqual({ email: 'tom@new.example' })
  })

  it('that run the hub can stop to do so', async () => {
    const { hub, page } = await open([{ ...tom, isOperator: true }])
    await page.user.click(await page.findByRole('button', { name: 'Remove operator role: Tom Green' }))
    await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Remove operator role' }))
    await expect.poll(() => hub.asked('setOperator')[0]?.body).toEqual({ isOperator: false })
  })

  it('are kept out with what they made, by account, by one choice', async () => {
    const { hub, page } = await open()
    hub.answer('getPersonAccess', {
      data: [
        {
          accountName: 'Night Label',
          keys: [{ id: 'key_1', name: 'nightly import' }],
          clients: [],
          nativeClients: [],
          webhooks: [],
          programs: [],
          invitations: [],
        },
      ],
    })
    await page.user.click(await page.findByRole('button', { name: 'Block: Tom Green' }))
    const dialog = within(page.getByRole('dialog'))
    await page.user.click(await dialog.findByRole('checkbox', { name: 'End all of these now' }))
    expect(textsOf(dialog.getAllByRole('listitem'))).toEqual(['API keys: nightly import'])
    dialog.getByRole('heading', { name: 'Night Label' })
    await page.user.click(dialog.getByRole('button', { name: 'Block' }))
    await expect.poll(() => hub.asked('disablePerson')[0]?.query).toEqual({ access: 'end' })
  })

  it('that are blocked can only be unblocked', async () => {
    const { hub, page } = await open([{ ...tom, disabledAt: '2026-11-26T12:00:00.000Z' }])
    expect(await page.findByText('✕ Blocked')).toBeDefined()
    expect(page.main.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Unblock'])
    await page.user.click(page.getByRole('button', { name: 'Unblock: Tom Green' }))
    await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Unblock' }))
    await expect.poll(() => hub.asked('enablePerson').length).toBe(1)
  })

  it('get a sign-in link that is shown once', async () => {
    const { hub, page } = await open()
    hub.answer('makeSignInLink', { link: 'https://music.test/console/sign-in#x' })
    await page.user.click(await page.findByRole('button', { name: 'Create sign-in link: Tom Green' }))
    await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Create sign-in link' }))
    const shown = within(await page.findByRole('dialog', { name: 'Link' }))
    expect(shown.getByRole('status', { name: 'Link' }).textContent).toBe('https://music.test/console/sign-in#x')
    await page.user.keyboard('{Escape}')
    expect(page.getByRole('dialog', { name: 'Link' })).toBeDefined()
  })

  it('get a sign-in link by email too, and the dialog says so', async () => {
    const { hub, page } = await open()
    hub.answer('makeSignInLink', { isMailed: true })
    await page.user.click(await page.findByRole('button', { name: 'Create sign-in link: Tom Green' }))
    await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Create sign-in link' }))
    const shown = within(await page.findByRole('dialog', { name: 'Link' }))
    expect(shown.getByText(/^The hub also sends this link to the person by email\./)).toBeDefined()
  })

  it('are not changed when the question is cancelled, or the hub refuses', async () => {
    const { hub, page } = await open()
    hub.fail('disablePerson', 'user_not_found', { detail: 'Person not found.' })
    await page.user.click(await page.findByRole('button', { name: 'Block: Tom Green' }))
    const dialog = within(page.getByRole('dialog'))
    await page.user.click(dialog.getByRole('button', { name: 'Block' }))
    expect(textOf(await dialog.findByRole('alert'))).toBe('Person not found.')
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Block: Tom Green' }))
  })
})
