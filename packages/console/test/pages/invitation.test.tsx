import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { labelHub, visitorHub } from '../harness/label-hub.ts'
import { readAlert, readProblem } from '../harness/page-states.ts'
import { renderPage } from '../harness/render-page.tsx'

const link = {
  kind: 'invitation',
  expiresAt: '2026-12-01T12:00:00.000Z',
  email: 'ada@label.example',
  accountName: 'Night Label',
  role: 'manager',
} as const
const password = 'seven quiet harbour lights'

const session = {
  user: { name: 'Ada Red', isOperator: false },
  memberships: [{ accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', accountName: 'Night Label', role: 'manager' }],
} as const

async function openInvitation(hub: FakeHub) {
  hub.answer('readLink', link)
  const page = renderPage(hub, '/invitation#invitation-secret')
  await page.findByRole('heading', { name: 'Join Night Label' })
  return page
}

describe('an invitation', () => {
  it('says what it leads to and what the person will be able to do', async () => {
    const page = await openInvitation(visitorHub())
    expect(
      page.getByText('You are invited to join Night Label. You will be able to deliver and edit releases.'),
    ).toBeDefined()
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Email address' }).value).toBe('ada@label.example')
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Email address' }).readOnly).toBe(true)
  })

  it('makes a person with a password, who then sees the label', async () => {
    const hub = visitorHub()
    const page = await openInvitation(hub)
    await page.user.type(page.getByRole('textbox', { name: 'Your name' }), 'Ada Red')
    await page.user.type(page.getByLabelText('Choose a password'), password)
    hub.answer('signUpByInvitation', session)
    hub.answer('getSession', session)
    await page.user.click(page.getByRole('button', { name: 'Join' }))
    await page.findByRole('navigation', { name: 'Main' })
    expect(hub.asked('signUpByInvitation')[0]?.body).toEqual({
      token: 'invitation-secret',
      name: 'Ada Red',
      password: 'seven quiet harbour lights',
    })
  })

  it('is not taken without a name and a password', async () => {
    const hub = visitorHub()
    const page = await openInvitation(hub)
    await page.user.click(page.getByRole('button', { name: 'Join' }))
    expect(readProblem(page.getByRole('textbox', { name: 'Your name' }))).toBe('Your name is missing.')
    expect(readProblem(page.getByLabelText('Choose a password'))).toBe('Password is missing.')
    expect(hub.asked('signUpByInvitation')).toEqual([])
  })

  it('shows at the password that the hub refuses it', async () => {
    const hub = visitorHub()
    const page = await openInvitation(hub)
    hub.fail('signUpByInvitation', 'password_refused', { detail: 'This password is too easy to guess.' })
    await page.user.type(page.getByRole('textbox', { name: 'Your name' }), 'Ada Red')
    await page.user.type(page.getByLabelText('Choose a password'), 'aaaaaaaaaaaaaaaaaa{Enter}')
    await expect
      .poll(() => readProblem(page.getByLabelText('Choose a password')))
      .toBe('This password is too easy to guess.')
  })

  it('shows at the email address that another person has it', async () => {
    const hub = visitorHub()
    const page = await openInvitation(hub)
    const fix = 'Sign in first, then open the link again.'
    hub.fail('signUpByInvitation', 'mail_taken', {
      errors: [{ pointer: '/email', detail: 'This email address is already in use.', fix }],
    })
    await page.user.type(page.getByRole('textbox', { name: 'Your name' }), 'Ada Red')
    await page.user.type(page.getByLabelText('Choose a password'), `${password}{Enter}`)
    await expect
      .poll(() => readProblem(page.getByRole('textbox', { name: 'Email address' })))
      .toBe('This email address is already in use. Sign in first, then open the link again.')
  })

  it('goes to the outside provider where that is chosen', async () => {
    const hub = visitorHub()
    hub.answer('getHubFacts', { name: 'music.test', needsSetup: false, outside: { name: 'Acme' } })
    hub.answer('beginOutsideSignIn', { location: 'https://acme.example/authorize' })
    const page = await openInvitation(hub)
    await page.findByText(/You sign in at Acme and return here\./)
    await page.user.type(page.getByRole('textbox', { name: 'Your name' }), 'Ada Red{Enter}')
    await expect.poll(() => page.leftFor()).toEqual(['https://acme.example/authorize'])
    expect(hub.asked('beginOutsideSignIn')[0]?.body).toEqual({ link: { token: 'invitation-secret', name: 'Ada Red' } })
  })

  it('adds the label to the signed-in person, by one press', async () => {
    const hub = labelHub()
    const page = await openInvitation(hub)
    expect(page.queryByRole('textbox')).toBe(null)
    await page.user.click(page.getByRole('button', { name: 'Join Night Label' }))
    await page.findByRole('navigation', { name: 'Main' })
    expect(hub.asked('acceptInvitation').map(({ body }) => body)).toEqual([{ token: 'invitation-secret' }])
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  })

  it('says why the signed-in person could not join', async () => {
    const hub = labelHub()
    hub.fail('acceptInvitation', 'link_invalid', { detail: 'The link was used.' })
    const page = await openInvitation(hub)
    await page.user.click(page.getByRole('button', { name: 'Join Night Label' }))
    expect(await readAlert(page)).toBe('The link was used.')
  })

  it.each(['/invitation', '/invitation#used'])('at %s says that it no longer works', async (address) => {
    const hub = visitorHub()
    hub.fail('readLink', 'link_invalid')
    const page = renderPage(hub, address)
    expect(await page.findByRole('heading', { name: 'This invitation no longer works' })).toBeDefined()
  })

  it('that could not be read can be read again', async () => {
    const hub = visitorHub()
    hub.fail('readLink', 'internal_error')
    const page = renderPage(hub, '/invitation#invitation-secret')
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('readLink', link)
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'Join Night Label' })
  })
})
