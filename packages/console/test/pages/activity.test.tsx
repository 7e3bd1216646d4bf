import type { ActivityEntry } from '@spindle/contract/console'
import { describe, expect, it } from 'vitest'
import { labelHub } from '../harness/label-hub.ts'
import { readAlert, seeLoading, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const keyMade = {
  at: '2026-11-26T11:00:00.000Z',
  type: 'key.created',
  actor: { type: 'user', name: 'Mia Blue' },
  release: null,
  reason: null,
  data: { name: 'Laptop' },
} as const
const submitted = {
  ...keyMade,
  type: 'release.submitted',
  release: { id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', title: 'Night Drive' },
  data: {},
} as const

const eventOf = (number: number, type: ActivityEntry['type'], outlet?: string) => ({
  ...submitted,
  id: `evt_01JD3MZ6V8Q4W9X2K7N5T0RH0${number}`,
  at: `2026-11-26T10:59:0${number}.000Z`,
  type,
  actor: { type: 'hub', name: null } as const,
  data: outlet === undefined ? {} : { outlet },
})
const takedown = [
  eventOf(6, 'release.taken_down'),
  eventOf(5, 'delivery.taken_down', 'Shop'),
  eventOf(4, 'delivery.taken_down', 'Radio'),
  eventOf(3, 'delivery.takedown_sent', 'Radio'),
  eventOf(2, 'delivery.takedown_sent', 'Shop'),
  {
    ...eventOf(1, 'release.takedown_requested'),
    actor: { type: 'user', id: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', name: 'Mia Blue' },
    reason: 'Rights moved',
  },
] as const

async function openActivity(entries: readonly object[], path = '/activity') {
  const hub = labelHub()
  hub.answer('listMembers', { data: [{ name: 'Tom Green' }] })
  hub.answer('listAccountActivity', { data: entries })
  const page = await openInLabel(hub, path)
  await page.findByRole('heading', { name: 'Activity' })
  return { hub, page }
}

describe('the activity of a label', () => {
  it('says who did what to whom, and when', async () => {
    const { page } = await openActivity([
      keyMade,
      { ...keyMade, type: 'member.role_changed', data: { name: 'Tom Green', from: 'viewer', to: 'manager' } },
      { ...keyMade, type: 'session.started', actor: { type: 'hub', name: null }, data: {} },
    ])
    await page.findByText('created the key', { exact: false })
    expect(textsOf(page.main.getAllByRole('listitem'))).toEqual([
      'Mia Blue created the key Laptop 1 hour ago',
      'Mia Blue changed the role of Tom Green (viewer → manager) 1 hour ago',
      'The hub signed in 1 hour ago',
    ])
  })

  it('is listed under its days', async () => {
    const { page } = await openActivity([
      keyMade,
      { ...submitted, id: 'evt_01JD3MZ6V8Q4W9X2K7N5T0RHYC', at: '2026-11-26T10:30:00.000Z' },
      { ...keyMade, id: 'aud_01JD3MZ6V8Q4W9X2K7N5T0RHYD', at: '2026-11-25T11:00:00.000Z' },
    ])
    await page.findByRole('link', { name: 'Night Drive' })
    const days = page.main.getAllByRole('heading', { level: 2 })
    expect(days.map((day) => day.textContent.replace(',', ''))).toEqual([
      'Thursday 26 November 2026',
      'Wednesday 25 November 2026',
    ])
    expect(page.main.getAllByRole('list').map((list) => list.children.length)).toEqual([2, 1])
  })

  it('shows a takedown as one row that opens to its events', async () => {
    const { page } = await openActivity([...takedown, { ...keyMade, id: 'aud_01JD3MZ6V8Q4W9X2K7N5T0RHZZ' }])
    const row = 'Night Drive Takedown: 2 of 2 outlets confirmed by Mia Blue Rights moved 1 hour ago'
    const show = await page.findByRole('button', { name: 'Show 6 events: Takedown, Night Drive' })
    expect(textsOf(page.main.getAllByRole('listitem'))).toEqual([
      `${row} Show 6 events`,
      'Mia Blue created the key Laptop 1 hour ago',
    ])
    expect(page.getByRole('link', { name: 'Night Drive' }).getAttribute('href')).toMatch(
      /rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB$/,
    )
    expect(show.getAttribute('aria-expanded')).toBe('false')
    await page.user.click(show)
    expect(show.getAttribute('aria-expanded')).toBe('true')
    const events = page.main.getAllByRole('list').at(-1)
    expect(show.getAttribute('aria-controls')).toBe(events?.id)
    expect(textsOf([...(events?.children ?? [])])).toEqual([
      'Taken down 1 hour ago',
      'Taken down at Shop 1 hour ago',
      'Taken down at Radio 1 hour ago',
      'Takedown sent at Radio 1 hour ago',
      'Takedown sent at Shop 1 hour ago',
      'Takedown requested by Mia Blue Rights moved 1 hour ago',
    ])
    await page.user.click(page.getByRole('button', { name: 'Hide 6 events: Takedown, Night Drive' }))
    expect(page.main.getAllByRole('listitem')).toHaveLength(2)
  })

  it('counts the outlets of a takedown that have not confirmed it, and says why', async () => {
    const failed = { ...eventOf(9, 'delivery.takedown_failed', 'Shop'), reason: 'Try again later' }
    const { page } = await openActivity([failed, ...takedown.slice(2)])
    await page.findByRole('button', { name: 'Show 5 events: Takedown, Night Drive' })
    expect(textsOf(page.main.getAllByRole('listitem'))[0]).toBe(
      'Night Drive Takedown: 1 outlet confirmed, 1 failed by Mia Blue Try again later 1 hour ago Show 5 events',
    )
  })

  it('leaves a takedown open while older events of it are loaded', async () => {
    const hub = labelHub()
    hub.answerPages('listAccountActivity', [takedown.slice(0, 3), takedown.slice(3)])
    const page = await openInLabel(hub, '/activity')
    await page.user.click(await page.findByRole('button', { name: 'Show 3 events: Takedown, Night Drive' }))
    await page.user.click(page.getByRole('button', { name: 'Show older' }))
    const hide = await page.findByRole('button', { name: 'Hide 6 events: Takedown, Night Drive' })
    expect(hide.getAttribute('aria-expanded')).toBe('true')
  })

  it('leads to the release that something happened to, unless it was deleted', async () => {
    const { page } = await openActivity([
      submitted,
      { ...submitted, type: 'release.deleted', release: { title: 'Gone' } },
    ])
    const link = await page.findByRole('link', { name: 'Night Drive' })
    expect(link.getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    )
    expect(page.getByText('Gone')).toBeDefined()
    expect(page.queryByRole('link', { name: 'Gone' })).toBe(null)
  })

  it('is filtered by person, kind and days, which are in the address', async () => {
    const { hub, page } = await openActivity([keyMade])
    await page.findByText('created the key', { exact: false })
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Person' }), 'Tom Green')
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Type' }), 'Keys and connections')
    await page.user.type(page.getByLabelText('From'), '2026-11-01')
    await page.user.type(page.getByLabelText('To'), '2026-11-30')
    await expect
      .poll(() => hub.asked('listAccountActivity').at(-1)?.query)
      .toEqual({
        actor: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
        kind: 'keys',
        from: '2026-11-01T00:00:00.000Z',
        to: '2026-12-01T00:00:00.000Z',
        limit: '50',
      })
    expect(page.address()).toBe(
      '/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/activity?by=usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB&kind=keys&from=2026-11-01&to=2026-11-30',
    )
  })

  it('can be narrowed to failures, which is in the address and in the downloads', async () => {
    const { hub, page } = await openActivity([keyMade])
    await page.findByText('created the key', { exact: false })
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Result' }), 'Only failures')
    await expect.poll(() => hub.asked('listAccountActivity').at(-1)?.query).toEqual({ failures: 'true', limit: '50' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/activity?failures=true')
    expect((await page.findByRole('link', { name: 'CSV' })).getAttribute('href')).toBe(
      '/console/api/accounts/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/activity/export?failures=true&format=csv',
    )
  })

  it('ignores what is not a filter in the address', async () => {
    const { hub } = await openActivity(
      [keyMade],
      '/activity?kind=nonsense&failures=perhaps&from=yesterday&to=2026-99-99',
    )
    await expect.poll(() => hub.asked('listAccountActivity').at(-1)?.query).toEqual({ limit: '50' })
  })

  it('is downloaded as it is filtered', async () => {
    const { page } = await openActivity([keyMade], '/activity?kind=keys')
    expect((await page.findByRole('link', { name: 'CSV' })).getAttribute('href')).toBe(
      '/console/api/accounts/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/activity/export?kind=keys&format=csv',
    )
    expect(page.getByRole('link', { name: 'NDJSON' }).getAttribute('href')).toContain('format=ndjson')
  })

  it('says that nothing matches', async () => {
    const { page } = await openActivity([])
    expect(await page.findByRole('heading', { name: 'No activity' })).toBeDefined()
    expect(page.queryByRole('link', { name: 'CSV' })).toBe(null)
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('listAccountActivity', 'internal_error')
    const held = hub.hold('listAccountActivity')
    const page = await openInLabel(hub, '/activity')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    hub.answer('listAccountActivity', { data: [keyMade] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('created the key', { exact: false })
  })

  it('shows what is older by the button', async () => {
    const hub = labelHub()
    hub.answerPages('listAccountActivity', [
      [keyMade],
      [{ ...keyMade, id: 'aud_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', type: 'key.revoked' }],
    ])
    const page = await openInLabel(hub, '/activity')
    await page.user.click(await page.findByRole('button', { name: 'Show older' }))
    await page.findByText('revoked the key', { exact: false })
  })
})
