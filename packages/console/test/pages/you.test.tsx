import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { providePasskeys } from '../harness/fake-passkeys.ts'
import { labelHub } from '../harness/label-hub.ts'
import { readAlert, readProblem, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const password = 'seven quiet harbour lights'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const here = {
  isCurrent: true,
  device: firefox,
  network: '203.0.113.7',
  seenAt: '2026-11-26T11:59:00.000Z',
} as const
const away = {
  ...here,
  id: 'ses_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
  isCurrent: false,
  device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1',
  seenAt: '2026-11-24T12:00:00.000Z',
} as const

async function openYou(prepare = (_hub: FakeHub) => {}) {
  const hub = labelHub()
  hub.answer('listPasskeys', { data: [] })
  hub.answer('listSessions', { data: [here] })
  hub.answer('listIdentities', { data: [] })
  prepare(hub)
  const page = await openInLabel(hub, '/you')
  await page.findByRole('heading', { name: 'You' })
  const section = (name: string) => within(page.getByRole('heading', { name }).closest('section, form') as HTMLElement)
  return { hub, page, section }
}

describe('name and email address', () => {
  it('are filled in, changed, and shown in the frame at once', async () => {
    const { hub, page, section } = await openYou()
    const form = section('Name and email address')
    const name = form.getByRole<HTMLInputElement>('textbox', { name: 'Your name' })
    expect(name.value).toBe('Mia Blue')
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Email address' }).value).toBe('mia@label.example')
    hub.answer('updateProfile', { user: { name: 'Mia Red' }, memberships: [{ role: 'owner' }] })
    await page.user.clear(name)
    await page.user.type(name, 'Mia Red{Enter}')
    await page.findByRole('button', { name: /Mia Red/ })
    expect(hub.asked('updateProfile')[0]?.body).toEqual({ name: 'Mia Red', email: 'mia@label.example' })
  })

  it('that are not a name or an address are not sent', async () => {
    const { hub, page, section } = await openYou()
    const form = section('Name and email address')
    const name = form.getByRole('textbox', { name: 'Your name' })
    const email = form.getByRole('textbox', { name: 'Email address' })
    await page.user.clear(name)
    await page.user.clear(email)
    await page.user.type(email, 'mia')
    await page.user.click(form.getByRole('button', { name: 'Save' }))
    expect(readProblem(name)).toBe('Your name is missing.')
    expect(readProblem(email)).toBe('Enter an email address, such as mia@example.com.')
    expect(hub.asked('updateProfile')).toEqual([])
  })

  it('show which address waits to be confirmed, and which one is valid until then', async () => {
    const { hub, page, section } = await openYou()
    const form = section('Name and email address')
    expect(form.queryByText(/not confirmed/)).toBe(null)
    hub.answer('updateProfile', {
      user: { email: 'mia@label.example', pendingEmail: 'red@label.example' },
      memberships: [{ role: 'owner' }],
    })
    const email = form.getByRole('textbox', { name: 'Email address' })
    await page.user.clear(email)
    await page.user.type(email, 'red@label.example{Enter}')
    await page.findByText(
      'red@label.example is not confirmed yet. Ask a hub operator to confirm it. Until then, sign in with mia@label.example.',
    )
    const asked = section('Name and email address').getByRole<HTMLInputElement>('textbox', { name: 'Email address' })
    expect(asked.value).toBe('red@label.example')
  })
})

describe('the password', () => {
  it('is changed, and the page says that it counts', async () => {
    const { hub, page, section } = await openYou()
    const form = section('Password')
    await page.user.type(form.getByLabelText('New password'), password)
    await page.user.click(form.getByRole('button', { name: 'Change password' }))
    expect(await form.findByText('Your password was changed.')).toBeDefined()
    expect(hub.asked('setPassword')[0]?.body).toEqual({ password })
  })

  it('is set by a person without one', async () => {
    const { section } = await openYou((hub) =>
      hub.answer('getSession', {
        user: { name: 'Mia Blue', hasPassword: false },
        memberships: [{ accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', role: 'owner' }],
      }),
    )
    expect(section('Password').getByText(/^You have not set a password\./)).toBeDefined()
    expect(section('Password').getByRole('button', { name: 'Set password' })).toBeDefined()
  })

  it('that is too short is not sent', async () => {
    const { hub, page, section } = await openYou()
    const field = section('Password').getByLabelText('New password')
    await page.user.type(field, 'short{Enter}')
    expect(readProblem(field)).toBe('5 characters so far. Use at least 15.')
    expect(hub.asked('setPassword')).toEqual([])
  })

  it('that the hub refuses says so at the field', async () => {
    const { hub, page, section } = await openYou()
    hub.fail('setPassword', 'password_refused', { detail: 'This password is too easy to guess.' })
    const field = section('Password').getByLabelText('New password')
    await page.user.type(field, `${password}{Enter}`)
    await expect.poll(() => readProblem(field)).toBe('This password is too easy to guess.')
  })

  it('is not on the page when the hub does not accept any', async () => {
    const { page } = await openYou((hub) => hub.answer('getHubFacts', { hasPasswords: false, outside: null }))
    await expect.poll(() => page.queryByRole('heading', { name: 'Password' })).toBe(null)
  })
})

describe('passkeys', () => {
  const laptop = { label: 'Laptop', createdAt: '2026-11-25T12:00:00.000Z', lastUsedAt: null } as const

  it('are listed with when they were made and used', async () => {
    const { section } = await openYou((hub) =>
      hub.answer('listPasskeys', {
        data: [laptop, { ...laptop, label: 'Phone', lastUsedAt: '2026-11-26T11:00:00.000Z' }],
      }),
    )
    await section('Passkeys').findByText('Laptop')
    expect(textsOf(section('Passkeys').getAllByRole('listitem'))).toEqual([
      'Laptop created yesterday · never used Rename Delete',
      'Phone created yesterday · last used 1 hour ago Rename Delete',
    ])
  })

  it('are not offered by a browser without support', async () => {
    const { section } = await openYou()
    expect(section('Passkeys').getByText(/Passkeys are not available in this browser/)).toBeDefined()
    expect(section('Passkeys').queryByRole('button')).toBe(null)
  })

  it('are added under the name of the device', async () => {
    providePasskeys()
    const { hub, page, section } = await openYou()
    hub.answer('listPasskeys', { data: [laptop] })
    await page.user.click(await section('Passkeys').findByRole('button', { name: 'Add a passkey' }))
    await section('Passkeys').findByText('Laptop')
    expect(hub.asked('addPasskey')[0]?.body).toMatchObject({ label: 'Browser on Linux' })
  })

  it('are not added when the device refuses', async () => {
    providePasskeys().refuse()
    const { hub, page, section } = await openYou()
    await page.user.click(await section('Passkeys').findByRole('button', { name: 'Add a passkey' }))
    expect(await readAlert(page)).toBe('No passkey was created. Try again, or choose a password.')
    expect(hub.asked('addPasskey')).toEqual([])
  })

  it('get another name in a dialog', async () => {
    const { hub, page, section } = await openYou((hub) => hub.answer('listPasskeys', { data: [laptop] }))
    await page.user.click(await section('Passkeys').findByRole('button', { name: 'Rename Laptop' }))
    const field = within(page.getByRole('dialog', { name: 'Rename Laptop' })).getByRole('textbox', { name: 'Name' })
    await page.user.clear(field)
    await page.user.keyboard('{Enter}')
    expect(readProblem(field)).toBe('Name is missing.')
    hub.answer('listPasskeys', { data: [{ ...laptop, label: 'Work laptop' }] })
    await page.user.type(field, 'Work laptop{Enter}')
    await section('Passkeys').findByText('Work laptop')
    expect(hub.asked('renamePasskey')[0]?.body).toEqual({ label: 'Work laptop' })
  })

  it('are deleted after a question, unless it is the last sign-in method', async () => {
    const { hub, page, section } = await openYou((hub) => hub.answer('listPasskeys', { data: [laptop] }))
    hub.fail('deletePasskey', 'state_conflict', { detail: 'This is your last way in.' })
    await page.user.click(await section('Passkeys').findByRole('button', { name: 'Delete Laptop' }))
    const dialog = within(page.getByRole('dialog', { name: 'Delete “Laptop”?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(textOf(await dialog.findByRole('alert'))).toBe('This is your last way in.')
    hub.answer('deletePasskey')
    hub.answer('listPasskeys', { data: [] })
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await expect.poll(() => page.queryByText('Laptop')).toBe(null)
  })

  it('that could not be loaded can be loaded again', async () => {
    const { hub, page, section } = await openYou((hub) => hub.fail('listPasskeys', 'internal_error'))
    expect(textOf(await section('Passkeys').findByRole('alert'))).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('listPasskeys', { data: [laptop] })
    await page.user.click(section('Passkeys').getByRole('button', { name: 'Try again' }))
    await section('Passkeys').findByText('Laptop')
  })
})

describe('the outside sign-in', () => {
  const withAcme = (hub: FakeHub): void =>
    hub.answer('getHubFacts', { name: 'music.test', needsSetup: false, outside: { name: 'Acme' } })

  it('is not on the page when the hub has no provider', async () => {
    const { page } = await openYou()
    expect(page.queryByRole('heading', { name: /^Sign-in with/ })).toBe(null)
  })

  it('is connected by going to the provider, which leads back to this page', async () => {
    const { hub, page } = await openYou(withAcme)
    hub.answer('beginIdentity', { location: 'https://acme.example/authorize' })
    await page.user.click(await page.findByRole('button', { name: 'Connect Acme' }))
    await expect.poll(() => page.leftFor()).toEqual(['https://acme.example/authorize'])
    expect(sessionStorage.getItem('spindle:outside')).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/you')
  })

  it('says what is wrong when the provider is not there', async () => {
    const { hub, page } = await openYou(withAcme)
    hub.fail('beginIdentity', 'provider_unavailable', { detail: 'Acme does not answer.' })
    await page.user.click(await page.findByRole('button', { name: 'Connect Acme' }))
    expect(await readAlert(page)).toBe('Acme does not answer. Request req_7')
  })

  it('names who the person is there, and is disconnected after a question', async () => {
    const { hub, page } = await openYou((hub) => {
      withAcme(hub)
      hub.answer('listIdentities', { data: [{ label: 'mia@acme.example' }] })
    })
    expect(await page.findByText('Connected as mia@acme.example')).toBeDefined()
    await page.user.click(page.getByRole('button', { name: 'Disconnect' }))
    const dialog = within(page.getByRole('dialog', { name: 'Disconnect Acme?' }))
    hub.answer('listIdentities', { data: [] })
    await page.user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await page.findByRole('button', { name: 'Connect Acme' })
    expect(hub.asked('deleteIdentity').length).toBe(1)
  })
})

describe('sessions', () => {
  it('are listed by device, when and from where they were used, and which is this one', async () => {
    const { section } = await openYou((hub) => hub.answer('listSessions', { data: [here, away] }))
    await section('Where you are signed in').findByText('Safari on iOS')
    expect(textsOf(section('Where you are signed in').getAllByRole('listitem'))).toEqual([
      'Firefox on Linux last used 1 minute ago · 203.0.113.7 This device',
      'Safari on iOS last used 2 days ago · 203.0.113.7 Sign out',
    ])
  })

  it('end one by one', async () => {
    const { hub, page, section } = await openYou((hub) => hub.answer('listSessions', { data: [here, away] }))
    hub.answer('endSession')
    await page.user.click(
      await section('Where you are signed in').findByRole('button', { name: 'Sign out: Safari on iOS' }),
    )
    await expect
      .poll(() => hub.asked('endSession').map(({ params }) => params.sessionId))
      .toEqual(['ses_01JD3MZ6V8Q4W9X2K7N5T0RHZZ'])
    await expect.poll(() => hub.asked('listSessions').length).toBe(2)
  })

  it('end everywhere else by one button, with links and programs, and which is there also without other sessions', async () => {
    const { hub, page, section } = await openYou((hub) => hub.answer('listSessions', { data: [here, away] }))
    const button = await section('Where you are signed in').findByRole('button', { name: 'Sign out everywhere else' })
    hub.answer('listSessions', { data: [here] })
    await page.user.click(button)
    await expect.poll(() => page.queryByText('Safari on iOS')).toBe(null)
    expect(hub.asked('endOtherSessions').length).toBe(1)
    page.getByRole('button', { name: 'Sign out everywhere else' })
    page.getByText('This also cancels your sign-in links and disconnects programs that act for you, in all accounts.')
  })

  it('that did not end say why', async () => {
    const { hub, page } = await openYou((hub) => hub.answer('listSessions', { data: [here, away] }))
    hub.lose('endSession')
    await page.user.click(await page.findByRole('button', { name: 'Sign out: Safari on iOS' }))
    expect(await readAlert(page)).toBe('The hub did not respond. Check your connection and try again.')
  })

  it('that could not be loaded can be loaded again', async () => {
    const { hub, page } = await openYou((hub) => hub.fail('listSessions', 'internal_error'))
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('listSessions', { data: [here] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('Firefox on Linux')
  })
})

describe('notices', () => {
  const account = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
  const chosen = {
    accountId: account,
    reviews: 'at_once',
    stores: 'at_once',
    releases: 'daily',
    files: 'never',
  } as const
  const choices = { isMailed: true, digestHour: 7, accounts: [chosen], operator: null } as const
  const valuesOf = (selects: readonly HTMLElement[]) => selects.map((one) => (one as HTMLSelectElement).value)

  it('show what the person is told about this account, and how soon', async () => {
    const { section } = await openYou((hub) => hub.answer('getNoticeChoices', choices))
    await section('Notices by email').findByText(
      'What the hub tells you about Night Label. Daily notices arrive together in one message, after 07:00 UTC.',
    )
    const selects = section('Notices by email').getAllByRole('combobox')
    expect(valuesOf(selects)).toEqual(['at_once', 'at_once', 'daily', 'never'])
    expect(selects.map((one) => (one as HTMLSelectElement).labels[0]?.textContent?.trim())).toEqual([
      'Outcomes of reviews',
      'Refusals by stores and failed deliveries',
      'Releases that are live or taken down',
      'Reports, exports, tables and jobs',
    ])
  })

  it('are chosen one by one, and saved at once', async () => {
    const { hub, page, section } = await openYou((hub) => hub.answer('getNoticeChoices', choices))
    const select = await section('Notices by email').findByRole<HTMLSelectElement>('combobox', {
      name: 'Releases that are live or taken down',
    })
    hub.answer('setNoticeChoices', { ...choices, accounts: [{ ...chosen, releases: 'never' }] })
    await page.user.selectOptions(select, 'Never')
    await section('Notices by email').findByText('Saved.')
    expect(hub.asked('setNoticeChoices')[0]?.body).toEqual({ accounts: [{ accountId: account, releases: 'never' }] })
    expect(select.value).toBe('never')
  })

  it('of operators are chosen apart', async () => {
    const { hub, page, section } = await openYou((hub) =>
      hub.answer('getNoticeChoices', { ...choices, operator: { waiting: 'at_once' } }),
    )
    const select = await section('Notices by email').findByRole('combobox', {
      name: 'Releases that wait for review, as an operator',
    })
    hub.answer('setNoticeChoices', { ...choices, operator: { waiting: 'daily' } })
    await page.user.selectOptions(select, 'Once a day')
    await expect.poll(() => hub.asked('setNoticeChoices')[0]?.body).toEqual({ operator: { waiting: 'daily' } })
  })

  it('say that none arrive without mail or a confirmed address', async () => {
    const { section } = await openYou((hub) => hub.answer('getNoticeChoices', { ...choices, isMailed: false }))
    await section('Notices by email').findByText(/^You get none at present/)
  })

  it('that were not saved say why', async () => {
    const { hub, page, section } = await openYou((hub) => hub.answer('getNoticeChoices', choices))
    hub.lose('setNoticeChoices')
    const select = await section('Notices by email').findByRole('combobox', { name: 'Outcomes of reviews' })
    await page.user.selectOptions(select, 'Never')
    expect(await readAlert(page)).toBe('The hub did not respond. Check your connection and try again.')
  })
})

describe('settings of this browser', () => {
  it('keep the theme that is chosen', async () => {
    const { page, section } = await openYou()
    await page.user.click(section('Settings').getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('spindle:theme')).toBe('dark')
    await page.user.click(section('Settings').getByRole('radio', { name: 'Match system' }))
    expect(document.documentElement.dataset.theme).toBe(undefined)
    expect(localStorage.getItem('spindle:theme')).toBe(null)
  })

  it('switch the shortcuts of single letters off and on', async () => {
    const { page, section } = await openYou()
    const box = section('Settings').getByRole<HTMLInputElement>('checkbox', {
      name: 'Single-letter keyboard shortcuts',
    })
    await page.user.click(box)
    box.blur()
    await page.user.keyboard('?')
    expect(page.queryByRole('dialog')).toBe(null)
    await page.user.click(box)
    box.blur()
    await page.user.keyboard('?')
    expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  })

  it('lead to the programs that act for the person', async () => {
    const { page } = await openYou()
    await page.user.click(page.getByRole('link', { name: 'View connected applications' }))
    await page.findByRole('heading', { name: 'Connected applications', level: 1 })
  })
})
