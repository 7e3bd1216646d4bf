import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { labelHub } from '../harness/label-hub.ts'
import { draft, night, openCatalog } from '../harness/open-catalog.ts'
import { readAlert, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

describe('the catalog', () => {
  it('has a row for each release with type, status, date and length', async () => {
    const { page } = await openCatalog()
    const table = await page.findByRole('table')
    expect(textsOf(within(table).getAllByRole('row'))).toEqual([
      'Release Type Status Release date Tracks',
      'Night Drive Ada Red Album Live 20 Nov 2026 10 · 40:00',
      'Harbour No artist yet Single Draft No date 1',
    ])
    expect(textOf(page.main.getByRole('status'))).toBe('2 releases')
    expect(within(table).getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe(
      '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHZZ',
    )
  })

  it('shows the number of outlets of a release that is not at all of them', async () => {
    const hub = labelHub()
    hub.answer('listCatalog', { data: [{ ...night, status: 'delivering', deliverySummary: { live: 1, total: 3 } }] })
    const page = await openInLabel(hub, '/catalog')
    expect(await page.findByText('1 of 3 outlets')).toBeDefined()
    expect(page.getByText('On the way', { selector: '.chip' })).toBeDefined()
  })

  it('marks releases whose changes nobody has submitted', async () => {
    const hub = labelHub()
    hub.answer('listCatalog', { data: [{ ...night, pendingRevision: 3 }, draft] })
    const page = await openInLabel(hub, '/catalog')
    expect(textOf((await page.findByText('Unsubmitted changes')).closest('tr') as Element)).toContain('Night Drive')
    await page.user.click(page.getByRole('button', { name: 'Covers', pressed: false }))
    expect(page.getByText('Unsubmitted changes')).toBeDefined()
  })

  it('shows covers in place of the table, and puts that into the address', async () => {
    const { page } = await openCatalog()
    const button = await page.findByRole('button', { name: 'Covers', pressed: false })
    await page.user.click(button)
    expect(page.queryByRole('table')).toBe(null)
    expect(page.address()).toContain('view=covers')
    expect(page.getByRole('checkbox', { name: 'Select Night Drive' })).toBeDefined()
    await page.user.click(page.getByRole('button', { name: 'Table' }))
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/catalog')
  })

  it('requests what is typed once the typing pauses', async () => {
    const { hub, page } = await openCatalog()
    await page.user.type(page.getByRole('searchbox', { name: 'Search' }), 'night')
    await expect.poll(() => hub.asked('listCatalog').at(-1)?.query.query).toBe('night')
    expect(hub.asked('listCatalog').map(({ query }) => query.query)).toEqual([undefined, 'night'])
    expect(page.address()).toContain('?query=night')
  })

  it('requests the chosen status, type, days and order', async () => {
    const { hub, page } = await openCatalog()
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Status' }), 'Live')
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Type' }), 'Album')
    await page.user.type(page.getByLabelText('Released from'), '2026-01-01')
    await page.user.selectOptions(await page.findByRole('combobox', { name: 'Sort by' }), 'Title')
    await expect
      .poll(() => hub.asked('listCatalog').at(-1)?.query)
      .toEqual({
        status: 'live',
        type: 'album',
        releasedFrom: '2026-01-01',
        sort: 'title',
        limit: '20',
        count: 'true',
      })
    expect(page.getByRole('button', { name: 'Filters (3)' })).toBeDefined()
  })

  it('requests what is at a store in a state, and what there is to do', async () => {
    const { hub, page } = await openCatalog()
    const choose = (label: string, option: string) =>
      page.user.selectOptions(page.getByRole('combobox', { name: label }), option)
    await choose('Delivery', 'Refused')
    await choose('Changes', 'Not submitted')
    await choose('To do', 'No issues')
    await expect
      .poll(() => hub.asked('listCatalog').at(-1)?.query)
      .toEqual({ deliveryState: 'failed', hasUnsentChanges: 'true', hasErrors: 'false', limit: '20', count: 'true' })
    await choose('To do', 'Needs attention')
    await choose('Delivery', 'Any')
    await expect
      .poll(() => hub.asked('listCatalog').at(-1)?.query)
      .toEqual({ hasUnsentChanges: 'true', needsAttention: 'true', limit: '20', count: 'true' })
    expect(page.address()).toContain('?hasUnsentChanges=true&needsAttention=true')
    expect(page.getByRole('button', { name: 'Filters (2)' })).toBeDefined()
  })

  it('takes its filters from the address, and nothing else', async () => {
    const { hub } = await openCatalog('/catalog?status=nonsense&type=single&releasedFrom=soon&sort=colour')
    await expect
      .poll(() => hub.asked('listCatalog').at(-1)?.query)
      .toEqual({
        type: 'single',
        limit: '20',
        count: 'true',
      })
  })

  it('downloads what is filtered as a table', async () => {
    const { page } = await openCatalog('/catalog?status=live')
    expect((await page.findByRole('link', { name: 'Download CSV' })).getAttribute('href')).toBe(
      'http://hub.test/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/api/v1/distributor/catalog?format=csv&status=live',
    )
  })

  it('opens and closes the filters of a narrow window', async () => {
    const { page } = await openCatalog()
    const button = page.getByRole('button', { name: 'Filters', expanded: false })
    await page.user.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.dataset.open).toBe('true')
  })

  it('says that nothing matches the filters, and clears them', async () => {
    const hub = labelHub()
    hub.answer('listCatalog', { data: [] })
    const page = await openInLabel(hub, '/catalog?query=zzz&status=live')
    await page.findByRole('heading', { name: 'No matches' })
    hub.answer('listCatalog', { data: [night] })
    await page.user.click(page.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
    await page.findByRole('link', { name: 'Night Drive' })
    expect(page.address()).toBe('/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/catalog')
    expect(page.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('')
  })

  it('says what it is for when it is empty', async () => {
    const hub = labelHub()
    hub.answer('listCatalog', { data: [] })
    const page = await openInLabel(hub, '/catalog')
    expect(await page.findByRole('heading', { name: 'The catalog is empty' })).toBeDefined()
    expect(page.queryByRole('button', { name: 'Clear filters' })).toBe(null)
    expect(page.queryByRole('link', { name: 'Download CSV' })).toBe(null)
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('listCatalog', 'account_suspended')
    const held = hub.hold('listCatalog')
    const page = await openInLabel(hub, '/catalog')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
    hub.answer('listCatalog', { data: [night] })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('link', { name: 'Night Drive' })
  })

  it('shows more after what it has, and leaves out what was deleted', async () => {
    const hub = labelHub()
    hub.answerPages('listCatalog', [[night], [draft, { id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHZY', deleted: true }]])
    const page = await openInLabel(hub, '/catalog')
    await page.user.click(await page.findByRole('button', { name: 'Show more' }))
    await page.findByRole('link', { name: 'Harbour' })
    expect(page.main.getAllByRole('row').length).toBe(3)
  })

  it('loads the list again when the hub reports that a release has changed', async () => {
    const { hub, page } = await openCatalog()
    await page.findByRole('link', { name: 'Harbour' })
    hub.answer('listCatalog', { data: [{ ...draft, status: 'submitted' }] })
    hub.tell({ event: 'release', id: 'v1.2', data: { id: draft.id, status: 'submitted' } } as never)
    expect(await page.findByText('Submitted', { selector: '.chip' })).toBeDefined()
  })
})

describe('the catalog while releases change', () => {
  const idOf = (index: number) => `rel_01JD3MZ6V8Q4W9X2K7N5T0R${String(index).padStart(3, '0')}` as const
  const made = (index: number) => ({ ...draft, id: idOf(index), title: `Import ${index}` })
  const tellOf = (hub: FakeHub, index: number) =>
    hub.tell({ event: 'release', id: `v1.${index + 2}`, data: { id: idOf(index), status: 'draft' } } as never)

  it('counts new releases in a button, and shows them when it is pressed', async () => {
    const { hub, page } = await openCatalog()
    await page.findByRole('link', { name: 'Harbour' })
    hub.answer('listCatalog', {
      data: [made(1), made(0), { ...night, status: 'taken_down' }, draft],
      page: { total: 4 },
    })
    tellOf(hub, 0)
    const button = await page.findByRole('button', { name: '2 new' })
    expect(page.queryByRole('link', { name: 'Import 1' })).toBe(null)
    expect(page.getByText('Taken down', { selector: '.chip' })).toBeDefined()
    await page.user.click(button)
    await page.findByRole('link', { name: 'Import 1' })
    expect(page.queryByRole('button', { name: /new$/ })).toBe(null)
    expect(textOf(page.main.getByRole('status'))).toBe('4 releases')
  })

  it('requests the list once for many changes in a moment', async () => {
    const { hub, page } = await openCatalog()
    await page.findByRole('link', { name: 'Harbour' })
    for (let index = 0; index < 50; index++) tellOf(hub, index)
    await expect.poll(() => hub.asked('listCatalog').length).toBe(2)
  })

  it('lets the page come that a person asked for', async () => {
    const hub = labelHub()
    hub.answerPages('listCatalog', [[night], [draft]])
    const page = await openInLabel(hub, '/catalog')
    const more = await page.findByRole('button', { name: 'Show more' })
    const held = hub.hold('listCatalog')
    await page.user.click(more)
    for (let index = 0; index < 20; index++) tellOf(hub, index)
    await expect.poll(() => hub.asked('listCatalog').length).toBe(3)
    held.release()
    await page.findByRole('link', { name: 'Harbour' })
    expect(hub.asked('listCatalog').filter(({ query }) => query.cursor === '1').length).toBe(1)
  })

  it('changes the status of a release far below without a request for its page', async () => {
    const hub = labelHub()
    hub.answerPages('listCatalog', [[night], [draft]])
    const page = await openInLabel(hub, '/catalog')
    await page.user.click(await page.findByRole('button', { name: 'Show more' }))
    await page.findByRole('link', { name: 'Harbour' })
    hub.tell({ event: 'release', id: 'v1.2', data: { id: draft.id, status: 'delivering' } } as never)
    await page.findByText('On the way', { selector: '.chip' })
    await expect
      .poll(() => hub.asked('listCatalog').map(({ query }) => query.cursor))
      .toEqual([undefined, '1', undefined])
  })
})

describe('the keyboard in the catalog', () => {
  it('goes from row to row by j and k, and to the search by /', async () => {
    const { page } = await openCatalog()
    await page.findByRole('link', { name: 'Harbour' })
    await page.user.keyboard('j')
    expect(document.activeElement?.textContent).toBe('Night Drive')
    await page.user.keyboard('j')
    expect(document.activeElement?.textContent).toBe('Harbour')
    await page.user.keyboard('k')
    expect(document.activeElement?.textContent).toBe('Night Drive')
    await page.user.keyboard('/')
    expect(document.activeElement).toBe(page.getByRole('searchbox', { name: 'Search' }))
  })

  it('goes to the search by / from a page that has none', async () => {
    const hub = labelHub()
    hub.answer('listCatalog', { data: [night, draft], page: { total: 2 } })
    hub.answer('listMembers', { data: [] })
    hub.answer('listInvitations', { data: [] })
    hub.answer('listServiceClients', { data: [] })
    const page = await openInLabel(hub, '/team')
    await page.findByRole('heading', { name: 'Team' })
    await page.user.keyboard('/')
    const field = await page.findByRole('searchbox', { name: 'Search' })
    await expect.poll(() => document.activeElement).toBe(field)
    await page.user.keyboard('night')
    expect((field as HTMLInputElement).value).toBe('night')
  })

  it('types letters into the search without effect on the page', async () => {
    const { page } = await openCatalog()
    const field = page.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
    await page.user.type(field, 'gh?n')
    expect(field.value).toBe('gh?n')
    expect(page.queryByRole('dialog')).toBe(null)
    expect(page.getByRole('heading', { name: 'Catalog' })).toBeDefined()
  })
})
