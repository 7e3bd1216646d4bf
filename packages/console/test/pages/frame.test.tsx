import { act, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { labelHub, visitorHub } from '../harness/label-hub.ts'
import { readAlert, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel, renderPage } from '../harness/render-page.tsx'

const day = { accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', accountName: 'Day Label', role: 'viewer' } as const
const night = { accountId: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', accountName: 'Night Label', role: 'owner' } as const

/** Whose pages have little on them. */
const quiet = () => {
  const hub = labelHub()
  hub.answer('listKeys', { data: [] })
  hub.answer('getDistributorAnalytics', { meta: { sources: [] }, data: [] })
  return hub
}

describe('the frame around every page', () => {
  it('leads to each page of the label, and marks the one that is open', async () => {
    const page = await openInLabel(quiet(), '/keys')
    const links = within(page.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(textsOf(links.slice(0, 11))).toEqual([
      'Home',
      'Deliver',
      'Catalog',
      'Analytics',
      'Artists',
      'Labels',
      'Stores',
      'Reports',
      'Settings',
      'Team',
      'Activity',
    ])
    expect(links.filter((link) => link.getAttribute('aria-current') === 'page').map(textOf)).toEqual([
      'Settings',
      'Settings',
    ])
  })

  it('leads to each page of the settings, and marks the one that is open', async () => {
    const hub = quiet()
    hub.answer('listWebhooks', { data: [] })
    const page = await openInLabel(hub, '/webhooks')
    const links = within(page.getByRole('navigation', { name: 'Settings' })).getAllByRole('link')
    expect(textsOf(links)).toEqual(['API keys', 'Webhooks', 'Connected applications', 'Exports', 'Release defaults'])
    expect(links.filter((link) => link.getAttribute('aria-current') === 'page').map(textOf)).toEqual(['Webhooks'])
    const main = within(page.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(main.filter((link) => link.getAttribute('aria-current') === 'page').map(textOf)).toEqual([
      'Settings',
      'Settings',
    ])
  })

  it('leads operators to their own pages', async () => {
    const hub = labelHub({ isOperator: true })
    hub.answer('listReviews', { data: [] })
    hub.answer('listKeys', { data: [] })
    const page = await openInLabel(hub, '/keys')
    await page.user.click(page.getAllByRole('link', { name: 'Operator' })[0] as HTMLElement)
    await page.findByRole('heading', { name: 'Reviews' })
  })

  it('begins with a link that skips it', async () => {
    const page = await openInLabel(quiet(), '/keys')
    await page.user.tab()
    expect(document.activeElement).toBe(page.getByRole('link', { name: 'Skip to content' }))
    expect(document.getElementById('main')).toBe(page.getByRole('main'))
  })

  it('gives the keyboard to the page after a navigation', async () => {
    const page = await openInLabel(quiet(), '/keys')
    await page.user.click(page.main.getByRole('link', { name: 'Webhooks' }))
    await page.findByRole('heading', { name: 'Webhooks' })
    expect(document.activeElement).toBe(page.getByRole('main'))
  })

  it('changes to another label', async () => {
    const hub = quiet()
    hub.answer('getSession', { memberships: [night, day], user: { isOperator: false } })
    const page = await openInLabel(hub, '/keys')
    const choice = page.getByRole<HTMLSelectElement>('combobox', { name: 'Account' })
    expect(textsOf(within(choice).getAllByRole('option'))).toEqual(['Night Label', 'Day Label'])
    await page.user.selectOptions(choice, 'Day Label')
    await expect.poll(() => page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ')
    expect(localStorage.getItem('spindle:account')).toBe('acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ')
  })

  it('keeps the theme that is chosen in its menu', async () => {
    const page = await openInLabel(quiet(), '/keys')
    await page.user.click(page.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    await page.user.click(page.getByRole('radio', { name: 'Match system' }))
    expect(document.documentElement.dataset.theme).toBe(undefined)
  })

  it('shows the version of the hub in its menu', async () => {
    const page = await openInLabel(quiet(), '/keys')
    expect(page.getByText('Spindle 0.2.0+e930feb')).toBeDefined()
  })

  it('signs out, also when the hub does not answer', async () => {
    const hub = quiet()
    hub.lose('signOut')
    const page = await openInLabel(hub, '/keys')
    await page.user.click(page.getByRole('button', { name: 'Sign out' }))
    await page.findByRole('heading', { name: 'Sign in to music.test' })
    expect(page.address()).toBe('/sign-in')
  })

  it('warns of a hub without encryption', async () => {
    const hub = quiet()
    hub.answer('getHubFacts', { needsSetup: false, isEncrypted: false, outside: null })
    const page = await openInLabel(hub, '/keys')
    expect(await page.main.findByText(/This connection is not encrypted/)).toBeDefined()
  })

  it('says that the network is gone, until it is back', async () => {
    const page = await openInLabel(quiet(), '/keys')
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    expect(await readAlert(page)).toMatch(/^You are offline\./)
    online.mockRestore()
    act(() => void dispatchEvent(new Event('online')))
    await expect.poll(() => page.queryByText(/^You are offline\./)).toBe(null)
  })
})

describe('addresses that lead nowhere', () => {
  it('say that there is no such page in the label, and lead to its start', async () => {
    const page = await openInLabel(quiet(), '/nothing')
    await page.findByRole('heading', { name: 'Page not found' })
    expect(page.main.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    )
  })

  it('say so outside of any label as well', async () => {
    const page = renderPage(visitorHub(), '/nothing')
    expect(await page.findByRole('heading', { name: 'Page not found' })).toBeDefined()
  })

  it('of a label that the person does not belong to lead to one of the own', async () => {
    const page = renderPage(labelHub(), '/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ/keys')
    await page.findByRole('heading', { name: 'You are not a member of this label' })
    expect(page.getByRole('link', { name: 'Go to your label' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    )
  })

  it('of a person without a label say whom to ask', async () => {
    const hub = labelHub()
    hub.answer('getSession', { memberships: [], user: { isOperator: false } })
    const page = renderPage(hub, '/')
    expect(await page.findByRole('heading', { name: 'You are not a member of a label yet' })).toBeDefined()
  })
})

describe('the start of the console', () => {
  it('leads to the label that was open last', async () => {
    localStorage.setItem('spindle:account', 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ')
    const hub = labelHub()
    hub.answer('getSession', { memberships: [night, day], user: { isOperator: false } })
    const page = renderPage(hub, '/')
    await expect.poll(() => page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ')
  })

  it('leads an operator without a label to the reviews', async () => {
    const hub = labelHub()
    hub.answer('getSession', { memberships: [], user: { isOperator: true } })
    hub.answer('listReviews', { data: [] })
    const page = renderPage(hub, '/')
    await expect.poll(() => page.address()).toBe('/operator/reviews')
  })

  it('says what is wrong when the session cannot be loaded, and tries again', async () => {
    const hub = labelHub()
    hub.fail('getSession', 'internal_error')
    const page = renderPage(hub, '/')
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('getSession', { memberships: [night], user: { isOperator: false } })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('navigation', { name: 'Main' })
  })

  it('uses the answer that was requested before the page was there', async () => {
    const hub = labelHub()
    hub.fail('getSession', 'signed_out')
    const early = labelHub()
    const asked = early.fetch('/console/api/session', { headers: { 'x-spindle-console': '1' } })
    Object.assign(globalThis, { spindleSession: asked })
    const page = renderPage(hub, '/')
    await page.findByRole('navigation', { name: 'Main' })
    expect(hub.asked('getSession')).toEqual([])
  })
})

describe('the shortcuts of single letters', () => {
  it.each([
    ['gc', 'Catalog'],
    ['ga', 'Analytics'],
    ['gk', 'API keys'],
    ['gt', 'Team'],
    ['gy', 'Activity'],
    ['n', 'Deliver a release'],
  ])('%s leads to %s', async (keys, title) => {
    const page = await openInLabel(quiet(), '/connections')
    await page.user.keyboard(keys)
    await page.findByRole('heading', { name: title, level: 1 })
  })

  it('are listed by ?, and the list closes by Escape', async () => {
    const page = await openInLabel(quiet(), '/connections')
    await page.user.keyboard('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(textOf(dialog)).toContain('g c Catalog')
    await page.user.keyboard('{Escape}')
    expect(page.queryByRole('dialog')).toBe(null)
  })

  it('do nothing while a dialog is open, or with a modifier', async () => {
    const page = await openInLabel(quiet(), '/connections')
    await page.user.keyboard('{Control>}n{/Control}')
    await page.user.keyboard('?')
    await page.user.keyboard('gk')
    expect(page.address()).toContain('/connections')
  })

  it('do nothing once they are switched off', async () => {
    localStorage.setItem('spindle:shortcuts', 'off')
    const page = await openInLabel(quiet(), '/connections')
    await page.user.keyboard('gk')
    await page.user.keyboard('n')
    await page.user.keyboard('?')
    expect(page.queryByRole('dialog')).toBe(null)
    expect(page.address()).toContain('/connections')
  })
})
