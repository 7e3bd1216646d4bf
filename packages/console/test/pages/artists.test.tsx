import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { openDelivery } from '../harness/open-delivery.ts'
import { readAlert, readProblem, seeLoading, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const ada = {
  id: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  name: 'Ada',
  names: [],
  legalName: 'Ada King',
  isni: '0000000121032683',
  ipi: null,
  spotify: null,
  apple: null,
  newAt: ['spotify'],
  defaultRoles: ['main_artist', 'composer'],
  releaseCount: 2,
} as const
const amal = {
  ...ada,
  id: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYC',
  name: 'أمل',
  legalName: null,
  isni: null,
  newAt: [],
  defaultRoles: [],
  releaseCount: 0,
} as const

const label = '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const roles = [
  { code: 'main_artist', name: 'Main artist' },
  { code: 'composer', name: 'Composer' },
]

const nothing = { data: [], page: { hasMore: false, nextCursor: null } }
const night = {
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  title: 'Night',
  status: 'live',
  releaseDate: '2026-11-06',
  roles: ['main_artist'],
  tracks: [{ roles: ['main_artist'] }, { roles: ['composer'] }],
} as const
const draft = {
  ...night,
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYC',
  title: 'ليل',
  status: 'draft',
  releaseDate: null,
  roles: [],
  tracks: [],
} as const

function artistsHub(person?: Person) {
  const hub = labelHub(person)
  hub.answer('listPartyReleases', { ...nothing, data: [night, draft] })
  hub.answer('listPartySuggestions', nothing)
  hub.answer('listParties', { data: [ada, amal], page: { hasMore: false, nextCursor: null } })
  hub.answer('getParty', ada)
  hub.answer('listReference', ({ params }) => ({
    data: params.list === 'roles' ? roles : [{ code: 'ar', name: 'Arabic' }],
  }))
  return hub
}

describe('the list of artists', () => {
  it('shows each with its identifiers, its default roles and its releases', async () => {
    const page = await openInLabel(artistsHub(), '/artists')
    const link = await page.findByRole('link', { name: 'Ada' })
    expect(link.getAttribute('href')).toBe(`${label}/artists/pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB`)
    await page.findByText('Main artist, Composer')
    expect(textsOf(page.main.getAllByRole('row'))).toEqual([
      'Name Identifiers Default roles Releases',
      'Ada Ada King ISNI 0000000121032683 New at Spotify Main artist, Composer 2',
      'أمل None None 0',
    ])
  })

  it('searches, and keeps the search in the address', async () => {
    const hub = artistsHub()
    const page = await openInLabel(hub, '/artists')
    fireEvent.change(await page.findByRole('searchbox', { name: 'Search artists' }), { target: { value: 'ada' } })
    await expect.poll(() => hub.asked('listParties').at(-1)?.query).toMatchObject({ query: 'ada' })
    expect(new URLSearchParams(location.search).get('query')).toBe('ada')
  })

  it.each([
    ['/artists', 'No artists yet'],
    ['/artists?query=unknown', 'No artists found'],
  ])('at %s without any says: %s', async (path, heading) => {
    const hub = artistsHub()
    hub.answer('listParties', { data: [], page: { hasMore: false, nextCursor: null } })
    const page = await openInLabel(hub, path)
    expect(await page.findByRole('heading', { name: heading })).toBeDefined()
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const hub = artistsHub()
    hub.fail('listParties', 'account_suspended')
    const held = hub.hold('listParties')
    const page = await openInLabel(hub, '/artists')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
  })

  it('offers no new artist to a viewer', async () => {
    const page = await openInLabel(artistsHub({ role: 'viewer' }), '/artists')
    await page.findByRole('link', { name: 'Ada' })
    expect(page.queryByRole('link', { name: 'New artist' })).toBe(null)
  })
})

describe('a new artist', () => {
  it('is created with what is filled in, and the list is next', async () => {
    const hub = artistsHub()
    const page = await openInLabel(hub, '/artists/new')
    await page.user.type(await page.findByRole('textbox', { name: 'Name' }), ' Ada ')
    await page.user.type(page.getByRole('textbox', { name: 'IPI name number (optional)' }), '00052210040')
    await page.user.click(page.getByRole('checkbox', { name: 'Apple Music' }))
    await page.user.click(await page.findByRole('checkbox', { name: 'Composer' }))
    await page.user.click(page.getByRole('button', { name: 'Add name' }))
    const item = within(page.getByRole('group', { name: 'Name 1' }))
    await page.user.type(item.getByRole('combobox', { name: 'Language' }), 'arabic')
    await page.user.type(item.getByRole('textbox', { name: 'Name in this language' }), 'آدا')
    await page.user.click(page.getByRole('button', { name: 'Create artist' }))
    await page.findByRole('heading', { name: 'Artists' })
    expect(hub.asked('createParty').map(({ body }) => body)).toEqual([
      {
        name: 'Ada',
        ipi: '00052210040',
        newAt: ['apple'],
        defaultRoles: ['composer'],
        names: [{ language: 'ar', name: 'آدا' }],
      },
    ])
  })

  it('needs a name, and both parts of a name in another language', async () => {
    const hub = artistsHub()
    const page = await openInLabel(hub, '/artists/new')
    await page.user.click(await page.findByRole('button', { name: 'Add name' }))
    await page.user.click(page.getByRole('button', { name: 'Create artist' }))
    expect(readProblem(page.getByRole('textbox', { name: 'Name' }))).toBe('Name is missing.')
    expect(readProblem(page.getByRole('combobox', { name: 'Language' }))).toBe('Language is missing.')
    expect(readProblem(page.getByRole('textbox', { name: 'Name in this language' }))).toBe(
      'Name in this language is missing.',
    )
    expect(hub.asked('createParty')).toEqual([])
  })

  it('shows at its field what the hub does not accept', async () => {
    const hub = artistsHub()
    hub.fail('createParty', 'validation_failed', {
      errors: [{ pointer: '/isni', detail: 'The check digit is wrong.', fix: 'Compare it with the source.' }],
    })
    const page = await openInLabel(hub, '/artists/new')
    await page.user.type(await page.findByRole('textbox', { name: 'Name' }), 'Ada')
    const isni = page.getByRole('textbox', { name: 'ISNI (optional)' })
    await page.user.type(isni, '0000000121032684')
    await page.user.click(page.getByRole('button', { name: 'Create artist' }))
    await expect.poll(() => readProblem(isni)).toBe('The check digit is wrong. Compare it with the source.')
  })
})

describe('the page of an artist', () => {
  it('saves only what was changed, and says that drafts follow', async () => {
    const hub = artistsHub()
    hub.answer('updateParty', { ...ada, legalName: null, newAt: [], updatedAt: '2026-11-26T12:00:00.000Z' })
    const page = await openInLabel(hub, '/artists/pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    await page.user.clear(await page.findByRole('textbox', { name: 'Legal name (optional)' }))
    await page.user.click(page.getByRole('checkbox', { name: 'Spotify' }))
    await page.user.click(page.getByRole('button', { name: 'Save' }))
    expect(await readAlert(page)).toBe('Saved. Drafts that name this artist follow within seconds.')
    expect(hub.asked('updateParty').map(({ body }) => body)).toEqual([{ legalName: null, newAt: [] }])
  })

  it('lists the releases that name the artist, with its roles on them', async () => {
    const page = await openInLabel(artistsHub(), '/artists/pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    const link = await page.findByRole('link', { name: 'Night' })
    expect(link.getAttribute('href')).toBe(`${label}/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`)
    await page.findByText('Main artist, Composer')
    expect(textsOf(page.main.getAllByRole('row'))).toEqual([
      'Release Roles Status Release date Tracks',
      'Night Main artist, Composer Live 6 Nov 2026 2',
      'ليل Draft 0',
    ])
  })

  it('says that no release names it', async () => {
    const hub = artistsHub()
    hub.answer('listPartyReleases', nothing)
    const page = await openInLabel(hub, '/artists/pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(await page.findByText('No release names this artist.')).toBeDefined()
  })

  const openMerge = async (preview: object) => {
    const hub = artistsHub()
    hub.answer('mergeParty', ({ body }) => ({
      party: { ...ada, legalName: 'Ada Lovelace', updatedAt: '2026-11-26T12:00:00.000Z' },
      duplicate: amal.id,
      dryRun: (body as { dryRun?: boolean }).dryRun ?? false,
      takenOver: ['spotify', 'legalName'] as const,
      conflicts: [],
      releases: { drafts: 1, unsubmittedChanges: 1, submitted: 1 },
      ...preview,
    }))
    const page = await openInLabel(hub, '/artists/pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    await page.user.click(await page.findByRole('button', { name: 'Merge a duplicate…' }))
    const dialog = within(page.getByRole('dialog', { name: 'Merge a duplicate into “Ada”' }))
    await page.user.type(dialog.getByRole('combobox', { name: 'Duplicate' }), 'a')
    // The artist itself is not offered.
    expect(textsOf([await page.findByRole('option')])).toEqual(['أمل 0 releases'])
    await page.user.keyboard('{ArrowDown}{Enter}')
    return { hub, page, dialog }
  }

  it('takes a duplicate in after its preview', async () => {
    const { hub, page, dialog } = await openMerge({})
    await dialog.findByText('This artist takes from the duplicate: Spotify artist ID and legal name.')
    dialog.getByText('2 drafts and unsubmitted changes name the duplicate and will name this artist within seconds.')
    dialog.getByText('1 submitted release keeps the former artist until the next change.')
    await page.user.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(await readAlert(page)).toBe('Merged. Drafts that named the duplicate follow within seconds.')
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Legal name (optional)' }).value).toBe('Ada Lovelace')
    expect(page.queryByRole('dialog')).toBe(null)
    expect(hub.asked('mergeParty').map(({ body }) => body)).toEqual([
      { duplicate: amal.id, dryRun: true },
      { duplicate: amal.id },
    ])
  })

  it('takes no duplicate in that has another identifier', async () => {
    const conflicts = [{ member: 'isni', party: '0000000121032683', duplicate: '0000000118690082' }]
    const { dialog } = await openMerge({ conflicts })
    await dialog.findByText('ISNI: “0000000121032683” here, “0000000118690082” at the duplicate.')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true)
  })

  it('says why an artist cannot be deleted, and deletes one that no release names', async () => {
    const hub = artistsHub()
    hub.fail('deleteParty', 'party_in_use', { detail: '2 releases name this party.' })
    const page = await openInLabel(hub, '/artists/pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    await page.user.click(await page.findByRole('button', { name: 'Delete' }))
    const dialog = within(page.getByRole('dialog', { name: 'Delete “Ada”?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await readAlert(page)).toContain('2 releases name this party.')
    hub.answer('deleteParty', undefined)
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await page.findByRole('heading', { name: 'Artists' })
  })

  it('can be read but not changed by a viewer', async () => {
    const page = await openInLabel(artistsHub({ role: 'viewer' }), '/artists/pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    const name = await page.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect([name.value, name.closest('fieldset')?.disabled]).toEqual(['Ada', true])
    expect(page.queryByRole('button', { name: 'Save' })).toBe(null)
  })

  it('shows an error for an unknown artist', async () => {
    const hub = artistsHub()
    hub.fail('getParty', 'party_not_found')
    const page = await openInLabel(hub, '/artists/pty_01JD3MZ6V8Q4W9X2K7N5T0RHZZ')
    expect(await readAlert(page)).toContain('Party not found')
  })
})

describe('a contributor of a delivery', () => {
  const linked = { name: 'Ada', role: 'main_artist', partyId: ada.id, newAt: ['spotify'] }
  const openContributor = (contributor: object) =>
    openDelivery('release', {
      facts: { contributors: [contributor] },
      prepare: (hub) => hub.answer('listParties', { data: [ada, amal], page: { hasMore: false, nextCursor: null } }),
    })
  const contributorsOf = ({ hub }: Awaited<ReturnType<typeof openDelivery>>): unknown =>
    (hub.asked('updateRelease').at(-1)?.body as { contributors?: unknown } | undefined)?.contributors

  it('is suggested while its name is typed, and takes the artist that is chosen', async () => {
    const opened = await openContributor({ name: 'Ad', role: 'main_artist' })
    const { hub, page, save } = opened
    const name = await page.findByRole('combobox', { name: 'Name' })
    await page.user.type(name, 'a')
    const option = await page.findByRole('option', { name: /^Ada/ })
    expect(textsOf([option])).toEqual(['Ada Ada King · 2 releases'])
    expect(hub.asked('listParties').at(-1)?.query).toMatchObject({ query: 'Ada' })
    await page.user.keyboard('{ArrowDown}{Enter}')
    expect(
      page.getByText('Name and identifiers come from your artists. Change the name to enter another artist.'),
    ).toBeDefined()
    await save()
    expect(contributorsOf(opened)).toEqual([{ name: 'Ada', role: 'main_artist', partyId: ada.id }])
  })

  it('stays linked while something else is changed', async () => {
    const opened = await openContributor(linked)
    const { page, save } = opened
    await page.user.selectOptions(await page.findByRole('combobox', { name: 'Role' }), 'Composer')
    await save()
    expect(contributorsOf(opened)).toEqual([{ ...linked, role: 'composer' }])
  })

  it('is not saved only because the page was opened', async () => {
    const { hub, page, save } = await openContributor(linked)
    await page.findByRole('combobox', { name: 'Name' })
    await save()
    expect(hub.asked('updateRelease')).toEqual([])
  })

  it('is another one when the name is changed', async () => {
    const opened = await openContributor(linked)
    const { page, save } = opened
    await page.user.type(await page.findByRole('combobox', { name: 'Name' }), 'm')
    await save()
    expect(contributorsOf(opened)).toEqual([{ name: 'Adam', role: 'main_artist' }])
  })
})
