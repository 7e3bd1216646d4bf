import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { readAlert, textOf, textsOf } from '../harness/page-states.ts'
import { type LabelView, openInLabel } from '../harness/render-page.tsx'

/** Names that releases credit without an artist, on the page of the artists. */

const label = '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const ada = { id: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB', name: 'Ada' } as const
const mary = { id: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYC', name: 'Mary', legalName: null, releaseCount: 4 } as const
const night = { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', title: 'Night', status: 'draft' } as const

const credited = {
  name: 'ADA',
  spellings: [
    { name: 'ADA', trackCount: 3 },
    { name: 'Áda', trackCount: 1 },
  ],
  roles: [{ role: 'main_artist', trackCount: 4 }],
  releaseCount: 2,
  draftCount: 1,
  trackCount: 4,
  releases: [night],
  identifiers: [],
  matches: [
    { partyId: ada.id, name: 'Ada', matchedName: 'Ada', reason: 'same_name' },
    { partyId: mary.id, name: 'Mary', matchedName: 'Adda', reason: 'same_other_name' },
  ],
} as const
const arabic = {
  ...credited,
  name: 'أمل',
  spellings: [{ name: 'أمل', trackCount: 1 }],
  releaseCount: 1,
  trackCount: 1,
  releases: [],
  matches: [],
} as const

const pageOf = (data: readonly object[], total?: number) => ({
  data,
  page: { hasMore: false, nextCursor: null, ...(total !== undefined && { total }) },
})

function namesHub(person?: Person) {
  const hub = labelHub(person)
  hub.answer('listParties', pageOf([]))
  hub.answer('listPartySuggestions', ({ query }) =>
    query.dismissed === 'true' ? pageOf([arabic], 1) : pageOf([credited, arabic]),
  )
  hub.answer('acceptPartySuggestion', ({ body: { name, partyId, dryRun = false } }) => ({
    name,
    party:
      partyId === undefined && dryRun ? null : partyId === mary.id ? mary : { ...ada, name: partyId ? 'Ada' : name },
    created: partyId === undefined,
    dryRun,
    releases: { drafts: 1, submitted: 1 },
    trackCount: 3,
  }))
  hub.answer('dismissPartySuggestion', ({ body: { name, dismissed = true } }) => ({ name, dismissed }))
  return hub
}

const accepted = (hub: FakeHub) => hub.asked('acceptPartySuggestion').map(({ body }) => body)
const decided = (hub: FakeHub) => hub.asked('dismissPartySuggestion').map(({ body }) => body)

async function openLink(hub: FakeHub, name: string) {
  const page = await openInLabel(hub, '/artists')
  await page.user.click(await page.findByRole('button', { name: `Link “${name}”…` }))
  return { page, dialog: within(page.getByRole('dialog', { name: `Link “${name}” to an artist` })) }
}

const rowsOf = (page: LabelView): string[] => textsOf(page.main.getAllByRole('row'))

describe('names without an artist', () => {
  it('are counted above the artists, each with its releases and the artist it may mean', async () => {
    const page = await openInLabel(namesHub(), '/artists')
    await page.findByRole('heading', { name: '2 names are not linked to an artist' })
    expect(rowsOf(page)).toEqual([
      'Name Found on Suggested artist Actions',
      'ADA Also written Áda 2 releases, 4 tracks Night Ada Same name Link… Dismiss',
      'أمل 1 release, 1 track None Link… Dismiss',
    ])
    expect(page.getByRole('link', { name: 'Night' }).getAttribute('href')).toBe(`${label}/releases/${night.releaseId}`)
    expect(page.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe(`${label}/artists/${ada.id}`)
  })

  it('are not mentioned when there is none', async () => {
    const hub = namesHub()
    hub.answer('listPartySuggestions', pageOf([]))
    const page = await openInLabel(hub, '/artists')
    await page.findByRole('heading', { name: 'No artists yet' })
    await expect.poll(() => hub.asked('listPartySuggestions').length).toBe(2)
    expect(page.main.queryByText(/linked to an artist|dismissed name/)).toBe(null)
  })

  it('are loaded page by page', async () => {
    const hub = namesHub()
    hub.answerPages('listPartySuggestions', [[credited], [arabic]])
    const page = await openInLabel(hub, '/artists')
    await page.findByRole('heading', { name: 'More than 1 name is not linked to an artist' })
    await page.user.click(page.getByRole('button', { name: 'Show more' }))
    await page.findByRole('heading', { name: '2 names are not linked to an artist' })
    expect(rowsOf(page)).toHaveLength(3)
  })

  it('do not hide the artists when they cannot be loaded', async () => {
    const hub = namesHub()
    hub.fail('listPartySuggestions', 'internal_error')
    const page = await openInLabel(hub, '/artists')
    expect(await readAlert(page)).toContain('Try again')
    await page.findByRole('heading', { name: 'No artists yet' })
  })

  it('are shown to a viewer, who cannot decide about them', async () => {
    const page = await openInLabel(namesHub({ role: 'viewer' }), '/artists')
    await page.findByRole('heading', { name: '2 names are not linked to an artist' })
    expect(page.main.queryByRole('button', { name: /^Link|^Dismiss “/ })).toBe(null)
    expect(page.main.getByText(/change artists/)).toBeDefined()
  })
})

describe('linking a name', () => {
  it('suggests the artist of the same name, shows what follows, and takes the name off the list', async () => {
    const hub = namesHub()
    const { page, dialog } = await openLink(hub, 'ADA')
    expect(textsOf(dialog.getAllByRole('radio').map((radio) => radio.closest('label') as Element))).toEqual([
      'Ada Same name',
      'Mary Also named “Adda”',
      'Another artist',
      'A new artist',
    ])
    await dialog.findByText('1 draft with 3 tracks will credit the artist within seconds.')
    dialog.getByText('1 submitted release keeps the name without an artist.')
    await page.user.click(dialog.getByRole('button', { name: 'Link' }))
    expect(await readAlert(page)).toBe('“ADA” is linked to Ada.')
    expect(accepted(hub)).toEqual([
      { name: 'ADA', partyId: ada.id, dryRun: true },
      { name: 'ADA', partyId: ada.id },
    ])
    // The hub still lists it until the drafts have followed.
    await page.findByRole('heading', { name: '1 name is not linked to an artist' })
    expect(rowsOf(page)).toHaveLength(2)
    expect(document.activeElement?.textContent).toContain('is linked to')
  })

  it('takes another artist, found by a part of its name, with the keyboard alone', async () => {
    const hub = namesHub()
    hub.answer('listParties', pageOf([mary]))
    const { page, dialog } = await openLink(hub, 'أمل')
    expect(dialog.queryByRole('button', { name: 'Link' })).toBe(null)
    await page.user.click(dialog.getByRole('combobox', { name: 'Find an artist' }))
    await page.user.keyboard('mar')
    expect(textsOf([await dialog.findByRole('option')])).toEqual(['Mary 4 releases'])
    await page.user.keyboard('{ArrowDown}{Enter}')
    await dialog.findByText(/will credit the artist/)
    dialog.getByRole('button', { name: 'Link' }).focus()
    await page.user.keyboard('{Enter}')
    expect(await readAlert(page)).toBe('“أمل” is linked to Mary.')
    expect(accepted(hub).at(-1)).toEqual({ name: 'أمل', partyId: mary.id })
  })

  it('creates an artist with the chosen spelling', async () => {
    const hub = namesHub()
    const { page, dialog } = await openLink(hub, 'ADA')
    await page.user.click(dialog.getByRole('radio', { name: 'A new artist' }))
    await page.user.selectOptions(dialog.getByRole('combobox', { name: 'Name of the new artist' }), 'Áda')
    await dialog.findByText(/will credit the artist/)
    await page.user.click(dialog.getByRole('button', { name: 'Create and link' }))
    expect(await readAlert(page)).toBe('“ADA” is linked to Áda.')
    expect(accepted(hub).at(-1)).toEqual({ name: 'Áda' })
  })

  it('stays open and says why the hub refuses', async () => {
    const hub = namesHub()
    const { page, dialog } = await openLink(hub, 'ADA')
    await dialog.findByText(/will credit the artist/)
    hub.fail('acceptPartySuggestion', 'quota_exceeded', { detail: 'The account has 50,000 parties.' })
    await page.user.click(dialog.getByRole('button', { name: 'Link' }))
    expect(textOf(await dialog.findByRole('alert'))).toContain('The account has 50,000 parties.')
  })

  it('ends with Escape', async () => {
    const { page } = await openLink(namesHub(), 'ADA')
    await page.user.keyboard('{Escape}')
    expect(page.queryByRole('dialog')).toBe(null)
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Link “ADA”…' }))
  })
})

describe('dismissing a name', () => {
  it('takes it off the list, and can be undone', async () => {
    const hub = namesHub()
    const page = await openInLabel(hub, '/artists')
    await page.user.click(await page.findByRole('button', { name: 'Dismiss “ADA”' }))
    expect(await readAlert(page)).toBe('“ADA” was dismissed and will not be suggested again. Undo')
    expect(rowsOf(page)).toHaveLength(2)
    await page.user.click(page.getByRole('button', { name: 'Undo' }))
    await expect.poll(() => rowsOf(page)).toHaveLength(3)
    expect(decided(hub)).toEqual([{ name: 'ADA' }, { name: 'ADA', dismissed: false }])
  })

  it('leaves the name when the hub fails', async () => {
    const hub = namesHub()
    hub.fail('dismissPartySuggestion', 'quota_exceeded', { detail: 'The account has decided about 50,000 names.' })
    const page = await openInLabel(hub, '/artists')
    await page.user.click(await page.findByRole('button', { name: 'Dismiss “ADA”' }))
    expect(await readAlert(page)).toContain('The account has decided about 50,000 names.')
    expect(rowsOf(page)).toHaveLength(3)
  })

  it('lists what is dismissed, and suggests it again', async () => {
    const hub = namesHub()
    const page = await openInLabel(hub, '/artists')
    await page.user.click(await page.findByRole('button', { name: '1 dismissed name' }))
    const dialog = within(page.getByRole('dialog', { name: 'Dismissed names' }))
    await page.user.click(await dialog.findByRole('button', { name: 'Suggest “أمل” again' }))
    expect(page.queryByRole('dialog')).toBe(null)
    await expect.poll(() => decided(hub)).toEqual([{ name: 'أمل', dismissed: false }])
  })

  it('leads to the dismissed names when no other name waits, and for people who only read', async () => {
    const hub = namesHub({ role: 'viewer' })
    hub.answer('listPartySuggestions', ({ query }) =>
      query.dismissed === 'true' ? pageOf([arabic, credited], 2) : pageOf([]),
    )
    const page = await openInLabel(hub, '/artists')
    await page.user.click(await page.findByRole('button', { name: '2 dismissed names' }))
    const dialog = within(page.getByRole('dialog', { name: 'Dismissed names' }))
    await dialog.findByText('ADA')
    expect(dialog.queryByRole('button', { name: /again$/ })).toBe(null)
    expect(page.main.queryByText(/linked to an artist/)).toBe(null)
  })
})
