import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { labelHub, visitorHub } from '../harness/label-hub.ts'
import { readAlert, textsOf } from '../harness/page-states.ts'
import { renderPage } from '../harness/render-page.tsx'

const night = {
  accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  accountName: 'Night Label',
  role: 'owner',
  grantable: ['music:read', 'music:write'],
} as const
const day = {
  ...night,
  accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
  accountName: 'Day Label',
  grantable: ['music:read'],
} as const

const request = {
  client: { id: 'https://agent.example/client.json', name: 'Harbour Agent', isBuiltIn: false },
  device: null,
  returnsTo: 'agent.example',
  resource: 'mcp',
  accounts: [night],
} as const

async function openRequest(hub: FakeHub = labelHub()) {
  hub.answer('getAuthorizationRequest', request)
  const page = renderPage(hub, '/authorize/request-0001')
  await page.findByRole('heading', { name: 'Harbour Agent wants to access your account' })
  return { hub, page }
}

describe('a program that requests to act for a person', () => {
  it('is named with who made it, where the answer goes and what it may do', async () => {
    const { page } = await openRequest()
    expect(page.getByText(/is a third-party program.+You return to agent\.example\./)).toBeDefined()
    expect(page.getByText('https://agent.example/client.json')).toBeDefined()
    expect(page.getByText('Signed in as Mia Blue')).toBeDefined()
    expect(textsOf([page.getByText('Account:')])).toEqual(['Account: Night Label'])
    const may = within(page.getByRole('group', { name: 'It will be able to' }))
    expect(may.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, true])
  })

  it('is allowed what is ticked, and the window goes back to it', async () => {
    const { hub, page } = await openRequest()
    hub.answer('allowAuthorization', { returnTo: 'https://agent.example/callback?code=1' })
    await page.user.click(page.getByRole('checkbox', { name: 'Upload files; create, edit and submit releases' }))
    await page.user.click(page.getByRole('button', { name: 'Allow' }))
    await expect.poll(() => page.leftFor()).toEqual(['https://agent.example/callback?code=1'])
    expect(hub.asked('allowAuthorization').map(({ params, body }) => [params, body])).toEqual([
      [{ uid: 'request-0001' }, { accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', permissions: ['music:read'] }],
    ])
  })

  it('cannot be allowed without a permission', async () => {
    const { hub, page } = await openRequest()
    for (const box of page.getAllByRole('checkbox')) await page.user.click(box)
    expect(page.getByText('Choose at least one permission.')).toBeDefined()
    await page.user.click(page.getByRole('button', { name: 'Allow' }))
    expect(hub.asked('allowAuthorization')).toEqual([])
  })

  it('is refused by the other button', async () => {
    const { hub, page } = await openRequest()
    hub.answer('refuseAuthorization', { returnTo: 'https://agent.example/callback?error=access_denied' })
    await page.user.click(page.getByRole('button', { name: 'Deny' }))
    await expect.poll(() => page.leftFor()).toEqual(['https://agent.example/callback?error=access_denied'])
    expect(hub.asked('allowAuthorization')).toEqual([])
  })

  it('acts for the label that is chosen, with what the role there allows', async () => {
    const hub = labelHub()
    hub.answer('getAuthorizationRequest', { ...request, accounts: [night, day] })
    hub.answer('allowAuthorization', { returnTo: 'https://agent.example/callback' })
    const page = renderPage(hub, '/authorize/request-0001')
    await page.user.selectOptions(await page.findByRole('combobox', { name: 'Account' }), 'Day Label')
    expect(page.getAllByRole('checkbox').length).toBe(1)
    await page.user.click(page.getByRole('button', { name: 'Allow' }))
    await expect.poll(() => page.leftFor().length).toBe(1)
    expect(hub.asked('allowAuthorization')[0]?.body).toEqual({
      accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
      permissions: ['music:read'],
    })
  })

  it('begins with the label that was open last', async () => {
    localStorage.setItem('spindle:account', 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ')
    const hub = labelHub()
    hub.answer('getAuthorizationRequest', { ...request, accounts: [night, day] })
    const page = renderPage(hub, '/authorize/request-0001')
    expect((await page.findByRole<HTMLSelectElement>('combobox', { name: 'Account' })).value).toBe(
      'acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
    )
  })

  it('can only be refused where no role of the person allows it', async () => {
    const hub = labelHub()
    hub.answer('getAuthorizationRequest', { ...request, accounts: [{ ...night, grantable: [] }] })
    const page = renderPage(hub, '/authorize/request-0001')
    expect(await page.findByText(/Your role does not allow this in any of your accounts/)).toBeDefined()
    expect(page.queryByRole('button', { name: 'Allow' })).toBe(null)
    hub.lose('refuseAuthorization')
    await page.user.click(page.getByRole('button', { name: 'Deny' }))
    expect(await readAlert(page)).toContain('The hub did not respond.')
  })

  it('that is the command line gets a key, and is named with its machine and without a warning', async () => {
    const hub = labelHub()
    hub.answer('getAuthorizationRequest', {
      ...request,
      client: { id: 'spindle', name: 'spindle', isBuiltIn: true },
      device: 'mias-laptop',
      resource: 'keys',
    })
    const page = renderPage(hub, '/authorize/request-0001')
    await page.findByRole('heading', { name: 'spindle on mias-laptop wants to access your account' })
    expect(page.getByText(/It gets an API key for the account\. The key expires in 90 days\./)).toBeDefined()
    expect(page.queryByText(/third-party program/)).toBe(null)
  })

  it('waits for a confirmation when the hub requires one', async () => {
    const { hub, page } = await openRequest()
    hub.fail('allowAuthorization', 'confirmation_needed')
    await page.user.click(page.getByRole('button', { name: 'Allow' }))
    await page.findByRole('dialog', { name: 'Confirm that it is you' })
    await page.user.click(page.getByRole('button', { name: 'Cancel' }))
    expect(await readAlert(page)).toContain('Confirm your identity to continue')
    expect(page.leftFor()).toEqual([])
  })

  it('whose request has ended shows that', async () => {
    const hub = labelHub()
    hub.fail('getAuthorizationRequest', 'authorization_request_not_found')
    const page = renderPage(hub, '/authorize/request-0001')
    expect(await page.findByRole('heading', { name: 'This request is no longer valid' })).toBeDefined()
    expect(page.queryByRole('button')).toBe(null)
  })

  it('whose request could not be loaded can be loaded again', async () => {
    const hub = labelHub()
    hub.fail('getAuthorizationRequest', 'internal_error')
    const page = renderPage(hub, '/authorize/request-0001')
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('getAuthorizationRequest', request)
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'Harbour Agent wants to access your account' })
  })

  it('waits while the person signs in', async () => {
    const page = renderPage(visitorHub(), '/authorize/request-0001')
    await page.findByRole('heading', { name: 'Sign in to music.test' })
    expect(page.address()).toBe('/sign-in?next=%2Fauthorize%2Frequest-0001')
  })
})
