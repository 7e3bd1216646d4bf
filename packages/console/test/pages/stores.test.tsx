import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const label = '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const releaseId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const none = { live: 0, scheduled: 0, pending: 0, failed: 0, takenDown: 0 }
const failure = {
  code: 'store_refused',
  message: 'ICPN is unknown',
  releases: 3,
  releaseId,
  nextAttemptAt: null,
} as const
const far = {
  outlet: {
    id: 'far',
    name: 'Far Store',
    kind: 'sftp',
    store: {
      ernVersion: '4.3',
      takes: {
        audio: ['flac', 'wav'],
        leastCover: 3000,
        models: ['subscription'],
        uses: ['stream'],
        territories: { mode: 'include', codes: ['DE'] },
      },
      genres: ['jazz', 'folk'],
    },
  },
  isPaused: true,
  releases: { live: 1200, scheduled: 5, pending: 4, failed: 3, takenDown: 1 },
  failures: [failure, { ...failure, message: 'خطأ', releases: 1, nextAttemptAt: '2026-11-26T12:30:00.000Z' }],
  otherFailures: 2,
} as const
const site = {
  outlet: { id: 'site-a', name: 'site-a', kind: 'property' },
  isPaused: false,
  releases: none,
  failures: [],
  otherFailures: 0,
} as const
const open = { ...site, outlet: { id: 'open', name: 'متجر', kind: 's3', store: { ernVersion: '4.3.2' } } } as const

function storesHub(stores: readonly object[] = [far, open, site], person?: Person) {
  const hub = labelHub(person)
  // The members of the example would be filled in otherwise.
  hub.answer('listStores', () => ({ data: stores as never, page: { hasMore: false, nextCursor: null } }))
  return hub
}

describe('the stores of a label', () => {
  it('say what happened to its releases at each, also to people who only read', async () => {
    const page = await openInLabel(storesHub(undefined, { role: 'viewer' }), '/stores')
    await page.findByRole('table')
    const rows = textsOf(page.main.getAllByRole('row'))
    expect(rows[0]).toBe('Store Live Scheduled On the way Refused Taken down')
    expect(rows[1]).toMatch(
      /^Far Store Paused Gets messages in DDEX ERN 4\.3 The operator has paused it\. Deliveries wait\./,
    )
    expect(rows[1]).toMatch(/1,200 5 4 3 1$/)
    expect(rows[2]).toBe('متجر Gets messages in DDEX ERN 4.3.2 It accepts every release. 0 0 0 0 0')
    expect(rows[3]).toBe('site-a Website or app 0 0 0 0 0')
  })

  it('say what each accepts', async () => {
    const page = await openInLabel(storesHub(), '/stores')
    const summary = await page.findByText('What it accepts')
    expect(summary.getAttribute('aria-label')).toBe('What Far Store accepts')
    expect(textsOf([...(summary.parentElement?.querySelectorAll('dl > div') ?? [])])).toEqual([
      'Audio FLAC and WAV',
      'Cover at least 3,000 pixels on the shorter side',
      'Offers Subscription',
      'Uses Stream',
      'Territories Only in these: Germany',
      'Genres 2 genres',
    ])
  })

  it('lead to the releases of a store in the catalog', async () => {
    const hub = storesHub()
    hub.answer('listOutlets', () => ({ data: [{ id: 'far', name: 'Far Store', kind: 'sftp' }] }))
    const page = await openInLabel(hub, '/stores')
    const link = await page.findByRole('link', { name: 'View releases at Far Store' })
    expect(link.getAttribute('href')).toBe(`${label}/catalog?deliveredTo=far`)
    expect(page.main.getAllByRole('link', { name: /^View releases at/ })).toHaveLength(1)
    await page.user.click(link)
    await expect.poll(() => hub.asked('listCatalog').at(-1)?.query).toMatchObject({ deliveredTo: 'far' })
    await expect
      .poll(() => page.main.getByRole<HTMLSelectElement>('combobox', { name: 'Store' }).selectedOptions[0]?.textContent)
      .toBe('Far Store')
  })

  it('lead from each number to the releases that it counts', async () => {
    const hub = storesHub()
    hub.answer('listOutlets', () => ({ data: [{ id: 'far', name: 'Far Store', kind: 'sftp' }] }))
    const page = await openInLabel(hub, '/stores')
    await page.findByRole('table')
    const links = page.main.getAllByRole('link', { name: /^[\d,]+ releases? at / })
    expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      ['1,200 releases at Far Store: Live', `${label}/catalog?deliveredTo=far&deliveryState=live`],
      ['5 releases at Far Store: Scheduled', `${label}/catalog?deliveredTo=far&deliveryState=scheduled`],
      ['4 releases at Far Store: On the way', `${label}/catalog?deliveredTo=far&deliveryState=pending`],
      ['3 releases at Far Store: Refused', `${label}/catalog?deliveredTo=far&deliveryState=failed`],
      ['1 release at Far Store: Taken down', `${label}/catalog?deliveredTo=far&deliveryState=taken_down`],
      ['3 releases at Far Store: ICPN is unknown', `${label}/catalog?deliveredTo=far&deliveryReason=ICPN+is+unknown`],
      ['1 release at Far Store: خطأ', `${label}/catalog?deliveredTo=far&deliveryReason=${encodeURIComponent('خطأ')}`],
    ])
    await page.user.click(page.main.getByRole('link', { name: '1 release at Far Store: خطأ' }))
    await expect
      .poll(() => hub.asked('listCatalog').at(-1)?.query)
      .toMatchObject({ deliveredTo: 'far', deliveryReason: 'خطأ' })
    const reason = await page.main.findByRole<HTMLSelectElement>('combobox', { name: 'Reason' })
    await page.user.selectOptions(reason, 'Any')
    await expect.poll(() => hub.asked('listCatalog').at(-1)?.query.deliveryReason).toBe(undefined)
    expect(page.main.queryByRole('combobox', { name: 'Reason' })).toBe(null)
  })

  it('show why they refused releases, in their own words', async () => {
    const page = await openInLabel(storesHub(), '/stores')
    const card = within(
      (await page.findByRole('heading', { name: 'Refused or failed' })).closest('section') as HTMLElement,
    )
    expect(textsOf(card.getAllByRole('listitem'))).toEqual([
      'ICPN is unknown 3 releases · View the newest',
      'خطأ 1 release · next attempt in 30 minutes · View it',
      '2 more reasons at this store',
    ])
    expect(
      card.getByRole('link', { name: 'View the newest release at Far Store: ICPN is unknown' }).getAttribute('href'),
    ).toBe(`${label}/releases/${releaseId}`)
    // A name begins with the visible text, so that people who speak to their computer can use it (WCAG 2.5.3).
    expect(textsOf(card.getAllByRole('link', { name: /^View it: the release at Far Store, خطأ$/ }))).toEqual([
      'View it',
    ])
  })

  it('that refuse nothing say so', async () => {
    const page = await openInLabel(storesHub([site]), '/stores')
    expect(textOf(await page.findByText(/No store has refused a release/))).toContain('No store has refused a release.')
  })

  it('load page by page', async () => {
    const hub = labelHub()
    hub.answerPages('listStores', [[far], [site]] as never)
    const page = await openInLabel(hub, '/stores')
    await page.findByRole('table')
    await page.user.click(page.main.getByRole('button', { name: 'Show more' }))
    await page.findByText('site-a')
  })

  it('say when there are none', async () => {
    const page = await openInLabel(storesHub([]), '/stores')
    expect(await page.findByText('The hub operator has not connected a site or store yet.')).toBeDefined()
  })

  it('show that they load', async () => {
    const hub = storesHub()
    const held = hub.hold('listStores')
    const page = await openInLabel(hub, '/stores')
    await seeLoading(page)
    held.release()
    await page.findByRole('table')
  })

  it('say what is wrong when they could not be loaded', async () => {
    const failing = labelHub()
    failing.fail('listStores', 'internal_error')
    const other = await openInLabel(failing, '/stores')
    await readAlert(other)
    failing.answer('listStores', () => ({ data: [site] as never, page: { hasMore: false, nextCursor: null } }))
    await other.user.click(other.getByRole('button', { name: 'Try again' }))
    await other.findByText('site-a')
  })
})
