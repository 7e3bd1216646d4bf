import { describe, expect, it } from 'vitest'
import { providePasskeys } from '../harness/fake-passkeys.ts'
import { visitorHub } from '../harness/label-hub.ts'
import { readAlert, readProblem } from '../harness/page-states.ts'
import { renderPage } from '../harness/render-page.tsx'

const link = {
  kind: 'setup',
  expiresAt: '2026-11-26T12:25:00.000Z',
  email: null,
  accountName: null,
  role: null,
} as const
const password = 'seven quiet harbour lights'

async function openSetup(facts: { readonly outside?: { readonly name: string }; readonly name?: string } = {}) {
  const hub = visitorHub()
  hub.answer('getHubFacts', { name: 'music.test', needsSetup: true, outside: null, ...facts })
  hub.answer('readLink', link)
  const page = renderPage(hub, '/setup#setup-secret')
  await page.findByRole('button', { name: 'Open the console' })
  const fields = {
    name: page.getByRole('textbox', { name: 'Your name' }),
    submit: () => page.user.click(page.getByRole('button', { name: 'Open the console' })),
    email: () => page.getByRole('textbox', { name: 'Email address' }),
    password: () => page.getByLabelText('Choose a password'),
    label: () => page.getByRole('textbox', { name: 'Label name' }),
  }
  const fillIn = async (): Promise<void> => {
    await page.user.type(fields.name, 'Mia Blue')
    await page.user.type(fields.email(), 'mia@label.example')
    await page.user.type(fields.label(), 'Night Label')
  }
  return { hub, page, fields, fillIn }
}

/** From now on Mia is signed in and runs the hub. */
const letIn = (hub: ReturnType<typeof visitorHub>): void => {
  const session = {
    user: { isOperator: true },
    memberships: [{ accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', accountName: 'Night Label', role: 'owner' }],
  } as const
  hub.answer('setUpHub', session)
  hub.answer('getSession', session)
}

describe('setting up a hub', () => {
  it('needs the link that its start printed', async () => {
    const page = renderPage(visitorHub(), '/setup')
    expect(await page.findByRole('heading', { name: 'This hub is not set up yet' })).toBeDefined()
    expect(page.getByText(/The hub prints a setup link when it starts/)).toBeDefined()
  })

  it('says that a link no longer works, and how to get another one', async () => {
    const hub = visitorHub()
    hub.fail('readLink', 'link_invalid')
    const page = renderPage(hub, '/setup#old')
    expect(await page.findByRole('heading', { name: 'This setup link no longer works' })).toBeDefined()
    expect(hub.asked('readLink')[0]?.body).toEqual({ token: 'old' })
  })

  it('shows that it loads, and what is wrong when the hub does not answer', async () => {
    const hub = visitorHub()
    const held = hub.hold('readLink')
    hub.lose('readLink')
    const page = renderPage(hub, '/setup#setup-secret')
    expect(await readAlert(page)).toContain('The hub did not respond.')
    held.release()
    hub.answer('readLink', link)
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('button', { name: 'Open the console' })
  })

  it('creates a person, a sign-in method and a label in one step, and leads to the label', async () => {
    const { hub, page, fields, fillIn } = await openSetup()
    await fillIn()
    await page.user.type(fields.password(), password)
    letIn(hub)
    await fields.submit()
    await page.findByRole('navigation', { name: 'Main' })
    expect(hub.asked('setUpHub')[0]?.body).toEqual({
      token: 'setup-secret',
      name: 'Mia Blue',
      email: 'mia@label.example',
      password: 'seven quiet harbour lights',
      accountName: 'Night Label',
    })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  })

  it('says for how long the link still works', async () => {
    const { page } = await openSetup()
    expect(page.getByText('This link works once and expires in 25 minutes.')).toBeDefined()
  })

  it('asks for no label where the link leads to one', async () => {
    const hub = visitorHub()
    hub.answer('getHubFacts', { name: 'music.test', outside: null })
    hub.answer('readLink', { ...link, accountName: 'Night Label' })
    const page = renderPage(hub, '/setup#setup-secret')
    await page.findByRole('button', { name: 'Open the console' })
    expect(page.queryByRole('textbox', { name: 'Label name' })).toBe(null)
  })

  it('names every field that is missing, and the first one has the keyboard', async () => {
    const { hub, fields } = await openSetup()
    await fields.submit()
    expect(readProblem(fields.name)).toBe('Your name is missing.')
    expect(readProblem(fields.email())).toBe('Email address is missing.')
    expect(readProblem(fields.password())).toBe('Password is missing.')
    expect(readProblem(fields.label())).toBe('Label name is missing.')
    expect(document.activeElement).toBe(fields.name)
    expect(hub.asked('setUpHub')).toEqual([])
  })

  it('counts the characters of a short password as people count them', async () => {
    const { page, fields, fillIn } = await openSetup()
    await fillIn()
    await page.user.type(fields.password(), '🎵🎵🎵')
    await fields.submit()
    expect(readProblem(fields.password())).toBe('3 characters so far. Use at least 15.')
  })

  it.each([
    ['mail_taken', 'email', 'Somebody signs in with this address.'],
    ['password_refused', 'password', 'This password is too easy to guess.'],
  ] as const)('shows %s at the field that it is about', async (code, field, detail) => {
    const { hub, page, fields, fillIn } = await openSetup()
    hub.fail('setUpHub', code, { detail })
    await fillIn()
    await page.user.type(fields.password(), password)
    await fields.submit()
    await expect.poll(() => readProblem(fields[field]())).toBe(detail)
    await expect.poll(() => document.activeElement).toBe(fields[field]())
  })

  it('warns that a passkey of localhost works under no other name, until a password is chosen', async () => {
    providePasskeys()
    const { page } = await openSetup({ name: 'localhost' })
    expect(await page.findByText(/This passkey works only at localhost\./)).toBeDefined()
    await page.user.click(page.getByRole('radio', { name: 'A password' }))
    expect(page.queryByText(/This passkey works only at localhost\./)).toBe(null)
  })

  it('warns that there are no passkeys at a bare address', async () => {
    const { page } = await openSetup({ name: '192.168.1.7' })
    expect(await page.findByText(/Browsers do not offer passkeys at an IP address like 192\.168\.1\.7\./)).toBeDefined()
  })

  it('makes a passkey in place of a password where the browser can', async () => {
    providePasskeys()
    const { hub, page, fields, fillIn } = await openSetup()
    expect((await page.findByRole<HTMLInputElement>('radio', { name: /^A passkey/ })).checked).toBe(true)
    await fillIn()
    letIn(hub)
    await fields.submit()
    await page.findByRole('navigation', { name: 'Main' })
    expect(hub.asked('beginFirstPasskey')[0]?.body).toEqual({
      token: 'setup-secret',
      name: 'Mia Blue',
      email: 'mia@label.example',
    })
    expect(hub.asked('setUpHub')[0]?.body).toMatchObject({ passkey: { label: 'Browser on Linux' } })
  })

  it('keeps what was typed when no passkey is made, and takes a password then', async () => {
    const device = providePasskeys()
    device.refuse()
    const { hub, page, fields, fillIn } = await openSetup()
    await fillIn()
    await fields.submit()
    expect(await readAlert(page)).toBe('No passkey was created. Try again, or choose a password.')
    await page.user.click(page.getByRole('radio', { name: 'A password' }))
    await page.user.type(fields.password(), password)
    letIn(hub)
    await fields.submit()
    await page.findByRole('navigation', { name: 'Main' })
    expect(hub.asked('setUpHub')[0]?.body).toMatchObject({ name: 'Mia Blue', password })
  })

  it('goes to the outside provider, which provides the email address', async () => {
    const { hub, page, fields } = await openSetup({ outside: { name: 'Acme' } })
    hub.answer('beginOutsideSignIn', { location: 'https://acme.example/authorize' })
    expect((await page.findByRole<HTMLInputElement>('radio', { name: 'Acme: use your account there' })).checked).toBe(
      true,
    )
    expect(page.queryByRole('textbox', { name: 'Email address' })).toBe(null)
    await page.user.type(fields.name, 'Mia Blue')
    await page.user.type(fields.label(), 'Night Label')
    await fields.submit()
    await expect.poll(() => page.leftFor()).toEqual(['https://acme.example/authorize'])
    expect(hub.asked('beginOutsideSignIn')[0]?.body).toEqual({
      link: { token: 'setup-secret', name: 'Mia Blue', accountName: 'Night Label' },
    })
  })
})
