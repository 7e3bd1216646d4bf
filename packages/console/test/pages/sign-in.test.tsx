import { describe, expect, it, vi } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { providePasskeys } from '../harness/fake-passkeys.ts'
import { labelHub, visitorHub } from '../harness/label-hub.ts'
import { readAlert, readProblem, textOf } from '../harness/page-states.ts'
import { renderPage } from '../harness/render-page.tsx'

const password = 'seven quiet harbour lights'

async function openSignIn(address = '/sign-in') {
  const hub = visitorHub()
  const page = renderPage(hub, address)
  await page.findByRole('heading', { name: 'Sign in to music.test' })
  const signIn = async (email: string, secret: string): Promise<void> => {
    if (email !== '') await page.user.type(page.getByRole('textbox', { name: 'Email address' }), email)
    if (secret !== '') await page.user.type(page.getByLabelText('Password'), secret)
    await page.user.click(page.getByRole('button', { name: 'Sign in' }))
  }
  return { hub, page, signIn }
}

/** From now on Mia is signed in. */
const letIn = (hub: ReturnType<typeof visitorHub>): void => {
  const session = {
    user: { name: 'Mia Blue', isOperator: false },
    memberships: [{ accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', accountName: 'Night Label', role: 'owner' }],
  } as const
  for (const id of ['getSession', 'signInByPassword', 'signInByLink', 'finishPasskeySignIn'] as const)
    hub.answer(id, session)
}

describe('the sign-in page', () => {
  it('names the hub, and offers people without an account to request access', async () => {
    const { page } = await openSignIn()
    expect(document.title).toBe('Sign in to music.test · Spindle')
    expect(page.getByRole('link', { name: 'Request access' }).getAttribute('href')).toBe('/contact')
    expect(page.getByText(/Ask the hub operator for a sign-in link/)).toBeDefined()
  })

  it('leads who signs in to the label', async () => {
    const { hub, page, signIn } = await openSignIn()
    letIn(hub)
    await signIn(' mia@label.example', password)
    await page.findByRole('navigation', { name: 'Main' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(hub.asked('signInByPassword')[0]?.body).toEqual({ email: 'mia@label.example', password })
  })

  it('leads on to the requested page', async () => {
    const { hub, page, signIn } = await openSignIn('/sign-in?next=%2Fa%2Facc_01JD3MZ6V8Q4W9X2K7N5T0RHYB%2Fkeys')
    letIn(hub)
    await signIn('mia@label.example', password)
    await page.findByRole('heading', { name: 'API keys' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/keys')
  })

  it('leads to the start in place of an address of another site', async () => {
    const { hub, page, signIn } = await openSignIn('/sign-in?next=%2F%2Fevil.example')
    letIn(hub)
    await signIn('mia@label.example', password)
    await page.findByRole('navigation', { name: 'Main' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(page.leftFor()).toEqual([])
  })

  it('is where a page of the label sends people who are not signed in, and remembers that page', async () => {
    const page = renderPage(visitorHub(), '/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/catalog?query=night')
    await page.findByRole('heading', { name: 'Sign in to music.test' })
    expect(page.address()).toBe('/sign-in?next=%2Fa%2Facc_01JD3MZ6V8Q4W9X2K7N5T0RHYB%2Fcatalog%3Fquery%3Dnight')
  })

  it('sends nothing without email address and password, and the first of them has the focus', async () => {
    const { hub, page, signIn } = await openSignIn()
    await signIn('', '')
    const email = page.getByRole('textbox', { name: 'Email address' })
    expect(readProblem(email)).toBe('Email address is missing.')
    expect(readProblem(page.getByLabelText('Password'))).toBe('Password is missing.')
    expect(await readAlert(page)).toBe('Check the marked fields.')
    expect(document.activeElement).toBe(email)
    expect(hub.asked('signInByPassword')).toEqual([])
  })

  it('says that address or password is not right, and keeps both', async () => {
    const { hub, page, signIn } = await openSignIn()
    hub.fail('signInByPassword', 'sign_in_failed')
    await signIn('mia@label.example', password)
    expect(await readAlert(page)).toBe('The email address or password is wrong')
    expect(page.getByLabelText<HTMLInputElement>('Password').value).toBe(password)
  })

  it('says that the hub did not answer when the connection is lost, and can be used again', async () => {
    const { hub, page, signIn } = await openSignIn()
    hub.lose('signInByPassword')
    await signIn('mia@label.example', password)
    expect(await readAlert(page)).toBe('The hub did not respond. Check your connection and try again.')
    letIn(hub)
    await page.user.click(page.getByRole('button', { name: 'Sign in' }))
    await page.findByRole('navigation', { name: 'Main' })
  })

  it('sends a form once that is submitted twice', async () => {
    const { hub, page, signIn } = await openSignIn()
    letIn(hub)
    const held = hub.hold('signInByPassword')
    await signIn('mia@label.example', password)
    await page.user.type(page.getByLabelText('Password'), '{Enter}')
    held.release()
    await page.findByRole('navigation', { name: 'Main' })
    expect(hub.asked('signInByPassword').length).toBe(1)
  })

  it('shows the password as text and hides it again', async () => {
    const { page } = await openSignIn()
    const field = page.getByLabelText<HTMLInputElement>('Password')
    expect(field.type).toBe('password')
    await page.user.click(page.getByRole('button', { name: 'Show: Password' }))
    expect(field.type).toBe('text')
    await page.user.click(page.getByRole('button', { name: 'Hide: Password', pressed: true }))
    expect(field.type).toBe('password')
  })

  it('is gone through by Tab from the address to the button', async () => {
    const { page } = await openSignIn()
    page.getByRole('textbox', { name: 'Email address' }).focus()
    const names: (string | null)[] = []
    for (let step = 0; step < 3; step++) {
      await page.user.tab()
      names.push(
        document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.getAttribute('name') ??
          document.activeElement?.textContent ??
          null,
      )
    }
    expect(names).toEqual(['password', 'Show: Password', 'Sign in'])
  })

  it('warns when anyone on the network can read the connection', async () => {
    const hub = visitorHub()
    hub.answer('getHubFacts', { name: 'nas.test', needsSetup: false, outside: null, isEncrypted: false })
    const page = renderPage(hub, '/sign-in')
    expect(await page.findByText(/This connection is not encrypted/)).toBeDefined()
  })

  it('shows how to set up the hub while it has no operator', async () => {
    const hub = visitorHub()
    hub.answer('getHubFacts', { needsSetup: true })
    const page = renderPage(hub, '/sign-in')
    expect(await page.findByRole('heading', { name: 'This hub is not set up yet' })).toBeDefined()
    expect(page.getByText(/Open the setup link/)).toBeDefined()
    expect(page.queryByRole('button')).toBe(null)
  })

  it('says what is wrong when the facts of the hub cannot be loaded, and tries again by the button', async () => {
    const hub = visitorHub()
    hub.fail('getHubFacts', 'internal_error')
    const page = renderPage(hub, '/sign-in')
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('getHubFacts', { name: 'music.test', needsSetup: false, outside: null })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'Sign in to music.test' })
  })

  it('offers no password where the hub takes none', async () => {
    const hub = visitorHub()
    hub.answer('getHubFacts', { name: 'music.test', needsSetup: false, hasPasswords: false, outside: { name: 'Acme' } })
    const page = renderPage(hub, '/sign-in')
    await page.findByRole('button', { name: 'Sign in with Acme' })
    expect(page.queryByLabelText('Password')).toBe(null)
    expect(page.queryByText('or')).toBe(null)
  })
})

describe('a sign-in link', () => {
  it('signs in automatically', async () => {
    const hub = visitorHub()
    letIn(hub)
    const page = renderPage(hub, '/sign-in#link-secret-1')
    await page.findByRole('navigation', { name: 'Main' })
    expect(hub.asked('signInByLink').map(({ body }) => body)).toEqual([{ token: 'link-secret-1' }])
    expect(location.hash).toBe('')
  })

  it('that no longer works leaves the other sign-in methods', async () => {
    const hub = visitorHub()
    hub.fail('signInByLink', 'link_invalid')
    const page = renderPage(hub, '/sign-in#link-secret-2')
    expect(await readAlert(page)).toBe(
      'This sign-in link no longer works. Ask the operator for a new one, or sign in below.',
    )
    expect(page.getByRole('button', { name: 'Sign in' })).toBeDefined()
  })
})

describe('signing in with a passkey', () => {
  it("passes the hub's options to the device, and leads to the label", async () => {
    const device = providePasskeys()
    const { hub, page } = await openSignIn()
    letIn(hub)
    hub.answer('beginPasskeySignIn', { publicKey: { challenge: 'abc' } })
    await page.user.click(page.getByRole('button', { name: 'Sign in with a passkey' }))
    await page.findByRole('navigation', { name: 'Main' })
    expect(device.questions.map(({ what }) => what)).toEqual(['get'])
    expect(hub.asked('finishPasskeySignIn')[0]?.body.credential).toMatchObject({ id: 'Y3JlZGVudGlhbA' })
  })

  it('says that none was used when the person refuses, and the password still works', async () => {
    const device = providePasskeys()
    device.refuse()
    const { hub, page, signIn } = await openSignIn()
    await page.user.click(page.getByRole('button', { name: 'Sign in with a passkey' }))
    expect(await readAlert(page)).toBe('No passkey was used. Try again, or sign in another way.')
    letIn(hub)
    await signIn('mia@label.example', password)
    await page.findByRole('navigation', { name: 'Main' })
  })

  it("shows the hub's message when it refuses the passkey", async () => {
    providePasskeys()
    const { hub, page } = await openSignIn()
    hub.fail('finishPasskeySignIn', 'passkey_refused', { detail: 'This passkey is not known here.' })
    await page.user.click(page.getByRole('button', { name: 'Sign in with a passkey' }))
    expect(await readAlert(page)).toBe('This passkey is not known here.')
  })
})

describe('signing in at the outside provider', () => {
  async function openWithProvider(address = '/sign-in?next=%2Fsomewhere', prepare = (_hub: FakeHub) => {}) {
    const hub = visitorHub()
    prepare(hub)
    hub.answer('getHubFacts', { name: 'music.test', needsSetup: false, outside: { name: 'Acme' } })
    hub.answer('beginOutsideSignIn', { location: 'https://acme.example/authorize?state=sign_in.1' })
    return { hub, page: renderPage(hub, address) }
  }

  it('leaves for the provider, and remembers the requested page', async () => {
    const { page } = await openWithProvider()
    await page.user.click(await page.findByRole('button', { name: 'Sign in with Acme' }))
    await expect.poll(() => page.leftFor()).toEqual(['https://acme.example/authorize?state=sign_in.1'])
    expect(sessionStorage.getItem('spindle:outside')).toBe('/somewhere')
  })

  it('says what is wrong when the provider is not there', async () => {
    const { hub, page } = await openWithProvider()
    hub.fail('beginOutsideSignIn', 'provider_unavailable', { detail: 'Acme does not answer.' })
    await page.user.click(await page.findByRole('button', { name: 'Sign in with Acme' }))
    expect(await readAlert(page)).toBe('Acme does not answer. Request req_7')
    expect(page.leftFor()).toEqual([])
  })

  it('sends the answer to the hub, and continues where it began', async () => {
    sessionStorage.setItem('spindle:outside', '/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/keys')
    const hub = labelHub()
    hub.answer('finishOutsideSignIn', {
      memberships: [{ accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', accountName: 'Night Label', role: 'owner' }],
    })
    const page = renderPage(hub, '/sign-in/outside?code=abc&state=sign_in.1')
    await page.findByRole('heading', { name: 'API keys' })
    expect(hub.asked('finishOutsideSignIn').map(({ body }) => body)).toEqual([{ answer: 'code=abc&state=sign_in.1' }])
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/keys')
    expect(sessionStorage.getItem('spindle:outside')).toBe(null)
  })

  it('offers another sign-in when the person is unknown to the hub', async () => {
    sessionStorage.setItem('spindle:outside', '')
    const { hub, page } = await openWithProvider('/sign-in/outside?code=abc&state=sign_in.1', (hub) =>
      hub.fail('finishOutsideSignIn', 'identity_unknown'),
    )
    await page.findByRole('heading', { name: 'Sign-in failed' })
    await page.user.click(await page.findByRole('button', { name: 'Use another Acme account' }))
    await expect.poll(() => page.leftFor()).toEqual(['https://acme.example/authorize?state=sign_in.1'])
    expect(hub.asked('beginOutsideSignIn')[0]?.body).toEqual({ asksAgain: true })
    expect(page.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/console/sign-in')
  })

  it('says that it did not work when the browser comes back with nothing', async () => {
    const { page } = await openWithProvider('/sign-in/outside')
    expect(await page.findByRole('heading', { name: 'Sign-in failed' })).toBeDefined()
    expect(page.queryByRole('alert')).toBe(null)
  })

  it('closes the window that another page waits for', async () => {
    sessionStorage.setItem('spindle:outside', 'close')
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    const { hub, page } = await openWithProvider('/sign-in/outside?code=abc&state=confirm.1')
    await page.findByRole('heading', { name: 'Identity confirmed' })
    expect(close.mock.calls.length).toBe(1)
    close.mockRestore()
    expect(hub.asked('finishOutsideConfirmation')[0]?.body).toEqual({ answer: 'code=abc&state=confirm.1' })
  })

  it('says to start again in the waiting window when it failed', async () => {
    sessionStorage.setItem('spindle:outside', 'close')
    const { page } = await openWithProvider('/sign-in/outside?code=abc&state=confirm.1', (hub) =>
      hub.fail('finishOutsideConfirmation', 'outside_sign_in_refused', { detail: 'That is another person.' }),
    )
    await page.findByRole('heading', { name: 'Sign-in failed' })
    expect(page.getByText('Close this window and start again in the original window.')).toBeDefined()
    expect(await readAlert(page)).toBe('That is another person.')
    expect(page.queryByRole('link')).toBe(null)
  })

  it('adds the identity to a person who came from the page You', async () => {
    sessionStorage.setItem('spindle:outside', '/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/you')
    const hub = labelHub()
    const page = renderPage(hub, '/sign-in/outside?code=abc&state=connect.1')
    await page.findByRole('heading', { name: 'You' })
    expect(hub.asked('addIdentity')[0]?.body).toEqual({ answer: 'code=abc&state=connect.1' })
  })
})

describe('a session that ends while a page is open', () => {
  async function openEnded() {
    const hub = labelHub()
    hub.answer('listKeys', { data: [{ name: 'Laptop', rotatedTo: null }] })
    const page = renderPage(hub, '/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/keys')
    await page.user.click(await page.findByRole('button', { name: 'Revoke Laptop' }))
    hub.fail('revokeKey', 'signed_out')
    await page.user.click(page.getByRole('button', { name: 'Revoke' }))
    await page.findByRole('dialog', { name: 'You were signed out' })
    return { hub, page }
  }

  it('asks to sign in on top of the page, with the address filled in, and cannot be left by Escape', async () => {
    const { page } = await openEnded()
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Email address' }).value).toBe('mia@label.example')
    await page.user.keyboard('{Escape}')
    expect(page.getByRole('dialog', { name: 'You were signed out' })).toBeDefined()
    expect(page.getByText('Laptop')).toBeDefined()
  })

  it('continues with the page after signing in', async () => {
    const { hub, page } = await openEnded()
    letIn(hub)
    hub.answer('signInByPassword', { user: { id: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }, memberships: [{ role: 'owner' }] })
    await page.user.type(page.getByLabelText('Password'), `${password}{Enter}`)
    await expect.poll(() => page.queryByRole('dialog', { name: 'You were signed out' })).toBe(null)
    expect(textOf(page.getByRole('dialog', { name: 'Revoke “Laptop”?' }))).toContain('You are not signed in')
  })
})
