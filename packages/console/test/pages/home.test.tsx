import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const night = {
  id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  title: 'Night Drive',
  displayArtist: 'Ada Red',
  coverUploadId: null,
} as const
const idOf = (index: number) => `rel_01JD3MZ6V8Q4W9X2K7N5T0RHX${index}`
const streams = {
  streams: 12_345,
  previousStreams: 10_000,
  changePercent: 23.5,
  to: '2026-11-25',
  sandbox: false,
} as const
const summary = {
  releases: { total: 3, byStatus: { draft: 0, changes_requested: 0, rejected: 0, delivery_failed: 0 } },
  attention: { total: 0, data: [] },
  drafts: { total: 0, data: [] },
  unsentChanges: { total: 0, data: [] },
  streams,
} as const

async function openHome(facts: object, person?: Person) {
  const hub = labelHub(person)
  hub.answer('getSummary', { ...summary, ...facts })
  hub.answer('listAccountActivity', { data: [] })
  const page = await openInLabel(hub, '')
  await page.findByRole('heading', { name: 'Good afternoon, Mia Blue' })
  return { hub, page }
}

describe('the start of a label', () => {
  it('says that nothing needs attention', async () => {
    const { page } = await openHome({})
    expect(
      await page.findByText('Nothing needs your attention. All delivered releases are on their way or live.'),
    ).toBeDefined()
    expect(page.queryByRole('heading', { name: /^Drafts/ })).toBe(null)
  })

  it.each([
    [{ reason: 'findings', errors: 2, outletNames: [] }, 'Fix 2 issues before you submit it', 'Fix'],
    [{ reason: 'changes_requested', errors: 0, outletNames: [] }, 'Changes requested in review', 'Fix'],
    [{ reason: 'rejected', errors: 0, outletNames: [] }, 'Rejected in review', 'View'],
    [
      { reason: 'refused', errors: 0, outlets: ['store-a', 'store-b'], outletNames: ['Store A', 'Store B'] },
      'Refused by Store A and Store B',
      'View',
    ],
    [
      { reason: 'delivery_failed', errors: 0, outlets: ['store-a'], outletNames: ['Store A'] },
      'Delivery to Store A failed',
      'View',
    ],
    [{ reason: 'delivery_failed', errors: 0, outletNames: [] }, 'A delivery failed', 'View'],
  ] as const)('lists what needs somebody with the reason: %o', async (facts, reason, go) => {
    const { page } = await openHome({ attention: { total: 1, data: [{ ...night, message: null, ...facts }] } })
    const card = (await page.findByRole('heading', { name: 'Needs your attention (1)' })).closest(
      'section',
    ) as HTMLElement
    const row = within(card).getByRole('listitem')
    expect(textOf(row)).toContain(`Ada Red · ${reason}`)
    expect(row.textContent).toContain(`${go} ›`)
    expect(within(row).getByRole('link', { name: 'Night Drive' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    )
  })

  it('shows the requests in the words of the review', async () => {
    const { page } = await openHome({
      attention: {
        total: 1,
        data: [{ ...night, reason: 'changes_requested', errors: 0, outletNames: [], message: 'The cover is blurred.' }],
      },
    })
    expect(await page.findByText('The cover is blurred.')).toBeDefined()
  })

  it('lists answers of reviews and outlets before drafts, which are counted', async () => {
    const items = (size: number, facts: object) =>
      Array.from({ length: size }, (_, index) => ({ ...night, id: idOf(index), ...facts }))
    const finding = { reason: 'findings', status: 'draft', errors: 1, outletNames: [], message: null }
    const refused = {
      reason: 'refused',
      status: 'live',
      errors: 0,
      outlets: ['store-a'],
      outletNames: ['Store A'],
      message: null,
    }
    const { page } = await openHome({
      releases: { total: 600, byStatus: { draft: 505, changes_requested: 0, rejected: 0, delivery_failed: 0 } },
      drafts: { total: 4, data: [] },
      attention: { total: 502, data: [{ ...night, ...refused }, ...items(9, finding)] },
    })
    const card = (await page.findByRole('heading', { name: 'Needs your attention (502)' })).closest(
      'section',
    ) as HTMLElement
    const rows = within(card).getAllByRole('listitem')
    expect(rows.length).toBe(4)
    expect(textOf(rows[0] as HTMLElement)).toContain('Refused by Store A')
    const more = within(card).getByRole('link', {
      name: '501 drafts have issues to fix before you submit them',
    })
    const catalog = '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/catalog'
    expect(more.getAttribute('href')).toBe(`${catalog}?status=draft&hasErrors=true`)
    expect(within(card).getByRole('link', { name: 'Needs your attention (502)' }).getAttribute('href')).toBe(
      `${catalog}?needsAttention=true`,
    )
    await page.findByRole('heading', { name: 'Drafts (505)' })
    expect(page.getByRole('link', { name: 'Drafts (505)' }).getAttribute('href')).toBe(`${catalog}?status=draft`)
  })

  it('leads to all answers when there are more than it lists', async () => {
    const asked = { ...night, reason: 'changes_requested', status: 'changes_requested', errors: 0, outletNames: [] }
    const { page } = await openHome({
      releases: { total: 60, byStatus: { draft: 0, changes_requested: 31, rejected: 0, delivery_failed: 9 } },
      attention: {
        total: 40,
        data: Array.from({ length: 10 }, (_, index) => ({ ...asked, id: idOf(index), message: null })),
      },
    })
    const link = await page.findByRole('link', { name: 'Changes requested (31)' })
    expect(link.getAttribute('href')).toBe('/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/catalog?status=changes_requested')
    expect(page.getByRole('link', { name: 'Delivery failed (9)' })).toBeDefined()
    expect(page.queryByRole('link', { name: /^Rejected/ })).toBe(null)
  })

  it('lists releases whose changes nobody has submitted', async () => {
    const { page } = await openHome({ unsentChanges: { total: 1, data: [{ ...night, status: 'live' }] } })
    const card = (await page.findByRole('heading', { name: 'Unsubmitted changes (1)' })).closest(
      'section',
    ) as HTMLElement
    expect(textsOf(within(card).getAllByRole('listitem'))).toEqual(['Night Drive Ada Red · Live'])
    await page.user.click(within(card).getByRole('link', { name: 'Unsubmitted changes (1)' }))
    await page.findByRole('heading', { name: 'Catalog' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/catalog?hasUnsentChanges=true&hasErrors=false')
  })

  it('lists drafts that nothing stops, and leads to all of them', async () => {
    const { page } = await openHome({
      releases: { total: 9, byStatus: { ...summary.releases.byStatus, draft: 7 } },
      drafts: { total: 7, data: [{ ...night, displayArtist: null }] },
    })
    await page.findByRole('heading', { name: 'Drafts (7)' })
    expect(page.getByText('No artist yet', { exact: false })).toBeDefined()
    await page.user.click(page.getByRole('link', { name: 'All drafts' }))
    await page.findByRole('heading', { name: 'Catalog' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/catalog?status=draft')
  })

  it('shows the streams of four weeks beside those before', async () => {
    const { page } = await openHome({})
    expect(await page.findByText('12,345')).toBeDefined()
    expect(page.getByText('+23.5 % vs. the previous 28 days')).toBeDefined()
    expect(page.getByRole('img', { name: 'Streams, 28 days: 12,345' })).toBeDefined()
    expect(page.getByText('Data up to 25 Nov 2026 (UTC)')).toBeDefined()
    expect(page.queryByText('These are demo numbers, not real plays.')).toBe(null)
  })

  it.each([
    [{ streams: 0, previousStreams: 0, changePercent: null }, 'No plays were reported in the last 28 days.'],
    [{ previousStreams: 0, changePercent: null }, 'no plays in the previous 28 days'],
    [{ sandbox: true }, 'These are demo numbers, not real plays.'],
  ])('says of the streams %o what they are', async (facts, text) => {
    const { page } = await openHome({ streams: { ...streams, ...facts } })
    expect(await page.findByText(text)).toBeDefined()
  })

  it('has no streams for people who may not see numbers', async () => {
    const { page } = await openHome({ streams: null })
    await page.findByText(/^Nothing needs your attention/)
    expect(page.queryByRole('heading', { name: 'Streams, 28 days' })).toBe(null)
  })

  it('shows only the latest event of each release, and at most six', async () => {
    const hub = labelHub()
    hub.answer('getSummary', summary)
    const entry = {
      at: '2026-11-26T11:00:00.000Z',
      actor: { type: 'user', name: 'Mia Blue' },
      reason: null,
      data: {},
    } as const
    const release = { ...entry, type: 'release.live', release: { id: night.id, title: 'Night Drive' } } as const
    hub.answer('listAccountActivity', {
      data: [
        release,
        { ...release, type: 'release.approved' },
        ...Array.from({ length: 8 }, () => ({ ...entry, type: 'passkey.added' as const, release: null })),
      ],
    })
    const page = await openInLabel(hub, '')
    const card = (await page.findByRole('heading', { name: 'Recent activity' })).closest('section') as HTMLElement
    await within(card).findByRole('link', { name: 'Night Drive' })
    expect(textsOf(within(card).getAllByRole('listitem'))).toEqual([
      'Night Drive Live by Mia Blue 1 hour ago',
      ...Array.from({ length: 5 }, () => 'Mia Blue added a passkey 1 hour ago'),
    ])
  })

  it('says that nothing happened yet, and leads to all activity', async () => {
    const { page } = await openHome({})
    expect(await page.findByText('No activity yet.')).toBeDefined()
    await page.user.click(page.getByRole('link', { name: 'All activity' }))
    await page.findByRole('heading', { name: 'Activity' })
  })

  it('says what is wrong with one card while the others are there', async () => {
    const hub = labelHub()
    hub.answer('getSummary', summary)
    hub.fail('listAccountActivity', 'internal_error')
    const page = await openInLabel(hub, '')
    expect(await readAlert(page)).toBe(
      'Could not load this. An unexpected error occurred in the hub Request req_7 Try again',
    )
    expect(page.getByText('12,345')).toBeDefined()
    hub.answer('listAccountActivity', { data: [] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('No activity yet.')
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('getSummary', 'account_suspended')
    const held = hub.hold('getSummary')
    const page = await openInLabel(hub, '')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
    hub.answer('getSummary', summary)
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('12,345')
  })
})

describe('the start of a label without releases', () => {
  const none = { releases: { total: 0 } } as const

  it('leads to the first delivery', async () => {
    const { page } = await openHome(none)
    const link = await page.findByRole('link', { name: 'Deliver a release' })
    expect(link.getAttribute('href')).toBe('/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/deliver')
    expect(page.getByRole('heading', { name: 'No releases yet' })).toBeDefined()
  })

  it('offers a viewer no delivery', async () => {
    const { page } = await openHome(none, { role: 'viewer' })
    await page.findByRole('heading', { name: 'No releases yet' })
    expect(page.queryByRole('link', { name: 'Deliver a release' })).toBe(null)
  })
})
