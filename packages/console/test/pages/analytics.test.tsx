import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { labelHub } from '../harness/label-hub.ts'
import { readAlert, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const meta = {
  sandbox: false,
  unavailable: ['listeners'],
  sources: [{ outlet: 'site-a', name: 'Night Radio', cadence: 'continuous', completeThrough: '2026-11-25' }],
  names: { rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB: { title: 'Night Drive', artist: 'Ada Red' } },
} as const
const days = {
  range: { from: '2026-11-24', to: '2026-11-25' },
  totals: { streams: 300, playedMs: 7_200_000 },
  data: [
    { date: '2026-11-24', group: {}, metrics: { streams: 100, playedMs: 3_600_000 } },
    { date: '2026-11-25', group: {}, metrics: { streams: 200, playedMs: 3_600_000 } },
  ],
  comparison: {
    range: { from: '2026-11-22', to: '2026-11-23' },
    totals: { streams: 200, playedMs: 7_200_000 },
    change: { streams: 50, playedMs: 0 },
    data: [{ date: '2026-11-23', group: {}, metrics: { streams: 200, playedMs: 7_200_000 } }],
  },
  meta,
} as const
const groups = {
  ...days,
  comparison: undefined,
  data: [
    { group: { release: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }, metrics: { streams: 250 } },
    { group: { release: null }, metrics: { streams: 50 } },
  ],
} as const

async function openAnalytics(path = '/analytics', prepare = (_hub: FakeHub) => {}) {
  const hub = labelHub()
  hub.answer('getDistributorAnalytics', ({ query }) => (query.groupBy === undefined ? days : groups) as never)
  prepare(hub)
  const page = await openInLabel(hub, path)
  await page.findByRole('heading', { name: 'Analytics' })
  return { hub, page }
}

describe('the numbers of a label', () => {
  it('are summed beside the period before', async () => {
    const { page } = await openAnalytics()
    const card = await page.findByRole('region', { name: 'Streams' })
    expect(textOf(card.querySelector('.totals') as Element)).toBe(
      'Streams 300 ±0 % over 1 day with earlier data Time played 2 h −50 % over 1 day with earlier data Listeners Not reported Data up to 25 Nov 2026 (UTC) Compared with 22 Nov 2026 to 23 Nov 2026',
    )
  })

  it('are read day by day with the arrow keys', async () => {
    const { page } = await openAnalytics()
    const reader = await page.findByRole<HTMLInputElement>('slider', {
      name: 'Streams by day. Use the arrow keys to move between days.',
    })
    expect(reader.getAttribute('aria-valuetext')).toBe('25 Nov 2026: 200, previous period 200')
    fireEvent.change(reader, { target: { value: '0' } })
    expect(reader.getAttribute('aria-valuetext')).toBe('24 Nov 2026: 100')
  })

  it('are shown as a table on request', async () => {
    const { page } = await openAnalytics()
    const button = await page.findByRole('button', { name: 'Show as table', expanded: false })
    await page.user.click(button)
    const table = within(page.getByRole('region', { name: 'Numbers by day' })).getByRole('table')
    expect(textsOf(within(table).getAllByRole('row'))).toEqual([
      'Day Streams Previous period',
      '24 Nov 2026 100 –',
      '25 Nov 2026 200 200',
    ])
    await page.user.click(page.getByRole('button', { name: 'Hide table', expanded: true }))
    expect(page.queryByRole('table')).toBe(null)
  })

  it('are for the chosen period, number and comparison, which are in the address', async () => {
    const { hub, page } = await openAnalytics()
    await page.user.click(await page.findByRole('button', { name: '90 days', pressed: false }))
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Metric' }), 'Time played')
    await page.user.click(page.getByRole('checkbox', { name: 'Compare with previous period' }))
    await expect
      .poll(
        () =>
          hub
            .asked('getDistributorAnalytics')
            .filter(({ query }) => query.granularity === 'day')
            .at(-1)?.query,
      )
      .toEqual({
        from: '2026-08-28',
        to: '2026-11-25',
        granularity: 'day',
        metrics: 'streams,playedMs',
      })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/analytics?days=90&metric=playedMs&compare=none')
    expect(page.getByRole('region', { name: 'Time played' })).toBeDefined()
  })

  it('take from the address what they can, and leave the rest', async () => {
    const { page } = await openAnalytics('/analytics?days=9&metric=colour&by=nothing')
    expect(await page.findByRole('button', { name: '28 days', pressed: true })).toBeDefined()
    expect(page.getByRole('button', { name: 'Release', pressed: true })).toBeDefined()
  })

  it('are downloaded as a table', async () => {
    const { page } = await openAnalytics('/analytics?by=track')
    expect((await page.findByRole('link', { name: 'Download CSV' })).getAttribute('href')).toBe(
      'http://hub.test/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/api/v1/distributor/analytics?from=2026-10-29&to=2026-11-25&format=csv&groupBy=track&metrics=streams%2CplayedMs',
    )
  })

  it('name their sources, and say that they are made up where they are', async () => {
    const { page } = await openAnalytics('/analytics', (hub) =>
      hub.answer('getDistributorAnalytics', { ...days, meta: { ...meta, sandbox: true } }),
    )
    expect(await page.findByText('These are demo numbers, not real plays.')).toBeDefined()
    expect(textOf(page.getByText('Night Radio').closest('dd') as Element)).toBe(
      'Night Radio: updated within seconds of each play, complete up to 25 Nov 2026 (UTC)',
    )
  })

  it('are explained where no outlet has reported any', async () => {
    const { page } = await openAnalytics('/analytics', (hub) =>
      hub.answer('getDistributorAnalytics', { ...days, meta: { ...meta, sources: [] } }),
    )
    expect(await page.findByRole('heading', { name: 'No numbers yet' })).toBeDefined()
    expect(page.queryByRole('link', { name: 'Download CSV' })).toBe(null)
  })

  it('show that they load, and what is wrong when they could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('getDistributorAnalytics', 'account_suspended')
    const held = hub.hold('getDistributorAnalytics')
    const page = await openInLabel(hub, '/analytics')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
    hub.answer('getDistributorAnalytics', days)
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('region', { name: 'Streams' })
  })
})

describe('what the numbers consist of', () => {
  it('is listed by release with a link to each', async () => {
    const { page } = await openAnalytics()
    const card = within(await page.findByRole('region', { name: 'Breakdown' }))
    await card.findByRole('link', { name: 'Night Drive · Ada Red' })
    expect(textsOf(card.getAllByRole('listitem'))).toEqual(['Night Drive · Ada Red 250', 'Not set 50'])
  })

  it('is listed by country with its name', async () => {
    const { hub, page } = await openAnalytics()
    await page.findByRole('link', { name: 'Night Drive · Ada Red' })
    hub.answer('getDistributorAnalytics', {
      ...groups,
      data: [{ group: { territory: 'DE' }, metrics: { streams: 300 } }],
      page: { hasMore: true, nextCursor: 'x' },
    } as never)
    await page.user.click(page.getByRole('button', { name: 'Country' }))
    await page.findByText('Germany')
    expect(page.getByText('Showing the top 1. Download the CSV for all.')).toBeDefined()
    expect(page.address()).toContain('by=territory')
  })

  it.each([
    ['Track', 'track', ['Intro · Ada Red · DEA450600001 250', 'trk_gone 50']],
    ['Outlet', 'outlet', ['Night Radio 250', 'site-gone 50']],
  ] as const)('is listed by %s with what each is called, and the id of what has no name', async (name, by, lines) => {
    const ids = { track: ['trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'trk_gone'], outlet: ['site-a', 'site-gone'] }[by]
    const { page } = await openAnalytics(`/analytics?by=${by}`, (hub) =>
      hub.answer(
        'getDistributorAnalytics',
        ({ query }) =>
          (query.groupBy === undefined
            ? days
            : {
                ...groups,
                meta: {
                  ...meta,
                  names: {
                    trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB: { title: 'Intro', artist: 'Ada Red', isrc: 'DEA450600001' },
                  },
                },
                data: ids.map((id, index) => ({ group: { [by]: id }, metrics: { streams: [250, 50][index] } })),
              }) as never,
      ),
    )
    const card = within(await page.findByRole('region', { name: 'Breakdown' }))
    await card.findByRole('button', { name, pressed: true })
    expect(textsOf(await card.findAllByRole('listitem'))).toEqual(lines)
  })

  it('says that there were no plays', async () => {
    const { page } = await openAnalytics('/analytics', (hub) =>
      hub.answer(
        'getDistributorAnalytics',
        ({ query }) => (query.groupBy === undefined ? days : { ...groups, data: [] }) as never,
      ),
    )
    expect(await page.findByText('No plays in this period.')).toBeDefined()
  })
})
