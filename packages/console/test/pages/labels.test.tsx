import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { FakeHub } from '../harness/fake-hub.ts'
import { labelHub, type Person } from '../harness/label-hub.ts'
import { openDelivery } from '../harness/open-delivery.ts'
import { readAlert, readProblem, seeLoading, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const label = '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const at = '2026-11-25T12:00:00.000Z'
const blueLamp = {
  id: 'lbl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  name: 'Blue Lamp',
  defaults: {
    pLine: { text: 'Blue Lamp' },
    genre: 'jazz',
    contributors: [{ partyId: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }],
    trackDefaults: { containsSamples: false },
  },
  createdAt: at,
  updatedAt: at,
} as const
const arabic = { ...blueLamp, id: 'lbl_01JD3MZ6V8Q4W9X2K7N5T0RHYC', name: 'ليل', defaults: {} } as const
const path = `/labels/lbl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`

const listOf = (data: readonly object[]) => ({ data, page: { hasMore: false, nextCursor: null } })

function labelsHub(person?: Person) {
  const hub = labelHub(person)
  hub.answer('listLabels', listOf([blueLamp, arabic]))
  // The defaults of the example would be filled in otherwise.
  hub.answer('getLabel', () => blueLamp)
  hub.answer('getParty', { name: 'Ada' })
  hub.answer('listReference', ({ params }) => ({
    data:
      params.list === 'genres'
        ? [
            { code: 'jazz', name: 'Jazz' },
            { code: 'folk', name: 'Folk' },
          ]
        : [{ code: 'composer', name: 'Composer' }],
  }))
  return hub
}

const updates = (hub: FakeHub) => hub.asked('updateLabel').map(({ body }) => body)

describe('the list of labels', () => {
  it('shows each with the names of its defaults', async () => {
    const page = await openInLabel(labelsHub(), '/labels')
    const link = await page.findByRole('link', { name: 'Blue Lamp' })
    expect(link.getAttribute('href')).toBe(`${label}${path}`)
    expect(textsOf(page.main.getAllByRole('row'))).toEqual([
      'Name Defaults Changed',
      'Blue Lamp ℗ Recording owner, Genre, Artists and credits Tracks: Contains third-party samples yesterday',
      'ليل None yesterday',
    ])
  })

  it('searches, and keeps the search in the address', async () => {
    const hub = labelsHub()
    const page = await openInLabel(hub, '/labels')
    fireEvent.change(await page.findByRole('searchbox', { name: 'Search labels' }), { target: { value: 'blue' } })
    await expect.poll(() => hub.asked('listLabels').at(-1)?.query).toMatchObject({ query: 'blue' })
    expect(page.address()).toContain('?query=blue')
  })

  it.each([
    ['/labels', 'No labels yet'],
    ['/labels?query=unknown', 'No labels found'],
  ])('at %s without any says: %s', async (address, heading) => {
    const hub = labelsHub()
    hub.answer('listLabels', listOf([]))
    const page = await openInLabel(hub, address)
    expect(await page.findByRole('heading', { name: heading })).toBeDefined()
  })

  it('shows that it loads, and what is wrong when it could not be loaded', async () => {
    const hub = labelsHub()
    hub.fail('listLabels', 'account_suspended')
    const held = hub.hold('listLabels')
    const page = await openInLabel(hub, '/labels')
    await seeLoading(page)
    held.release()
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
  })

  it('offers no new label to a viewer, neither there nor at its address', async () => {
    const page = await openInLabel(labelsHub({ role: 'viewer' }), '/labels')
    await page.findByRole('link', { name: 'Blue Lamp' })
    expect(page.queryByRole('link', { name: 'New label' })).toBe(null)
  })
})

describe('a new label', () => {
  it('is created with its defaults, with the keyboard alone, and the list is next', async () => {
    const hub = labelsHub()
    const page = await openInLabel(hub, '/labels/new')
    const name = await page.findByLabelText('Label name')
    name.focus()
    await page.user.keyboard(' Red Lamp ')
    const releases = within(page.getByRole('region', { name: 'Releases' }))
    await releases.findAllByText('Folk')
    await page.user.selectOptions(releases.getByLabelText('Genre'), 'Folk')
    const line = within(releases.getByRole('group', { name: '℗ Recording owner' }))
    await page.user.type(line.getByLabelText('Text'), 'Red Lamp')
    const tracks = within(page.getByRole('region', { name: 'Tracks' }))
    await page.user.selectOptions(tracks.getByLabelText(/Contains third-party samples/), 'No')
    name.focus()
    await page.user.keyboard('{Enter}')
    await page.findByRole('heading', { name: 'Labels' })
    expect(hub.asked('createLabel').map(({ body }) => body)).toEqual([
      {
        name: 'Red Lamp',
        defaults: { genre: 'folk', pLine: { text: 'Red Lamp' }, trackDefaults: { containsSamples: false } },
      },
    ])
  })

  it('needs a name, and the rest of what is begun', async () => {
    const hub = labelsHub()
    const page = await openInLabel(hub, '/labels/new')
    const releases = within(await page.findByRole('region', { name: 'Releases' }))
    const line = within(releases.getByRole('group', { name: '℗ Recording owner' }))
    await page.user.type(line.getByRole('textbox', { name: 'Year' }), '2026')
    await page.user.click(page.getByRole('button', { name: 'Create label' }))
    expect(readProblem(page.getByRole('textbox', { name: 'Label name' }))).toBe('Label name is missing.')
    expect(readProblem(line.getByRole('textbox', { name: 'Text' }))).toBe('Text is missing.')
    expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Label name' }))
    expect(hub.asked('createLabel')).toEqual([])
  })

  it('shows at its field what the hub does not accept, also in a folded section', async () => {
    const hub = labelsHub()
    hub.fail('createLabel', 'validation_failed', {
      errors: [
        {
          pointer: '/defaults/labelPartyIds/isni',
          detail: 'The check digit is wrong.',
          fix: 'Compare it with the source.',
        },
      ],
    })
    const page = await openInLabel(hub, '/labels/new')
    await page.user.type(await page.findByRole('textbox', { name: 'Label name' }), 'Red Lamp')
    await page.user.click(page.getByRole('button', { name: 'Create label' }))
    const ids = within(page.getByRole('group', { name: 'Label identifiers' }))
    const isni = ids.getByRole('textbox', { name: 'ISNI' })
    await expect.poll(() => readProblem(isni)).toBe('The check digit is wrong. Compare it with the source.')
    expect(isni.closest('details')?.open).toBe(true)
    expect(await readAlert(page)).toBe('Check the marked field.')
  })

  it('shows at the name that another label has it', async () => {
    const hub = labelsHub()
    hub.fail('createLabel', 'label_name_taken', { detail: 'A label “Blue Lamp” exists.' })
    const page = await openInLabel(hub, '/labels/new')
    const name = await page.findByRole('textbox', { name: 'Label name' })
    await page.user.type(name, 'Blue Lamp')
    await page.user.click(page.getByRole('button', { name: 'Create label' }))
    await expect.poll(() => readProblem(name)).toBe('A label “Blue Lamp” exists.')
  })

  it('is not offered to a viewer', async () => {
    const page = await openInLabel(labelsHub({ role: 'viewer' }), '/labels/new')
    await page.main.findByText(/change labels/)
    expect(page.queryByRole('button', { name: 'Create label' })).toBe(null)
  })
})

describe('the page of a label', () => {
  it('shows its defaults, with the name of an artist that is only linked', async () => {
    const page = await openInLabel(labelsHub(), path)
    const releases = within(await page.findByRole('region', { name: 'Releases' }))
    await expect.poll(() => releases.getByRole<HTMLInputElement>('combobox', { name: 'Name' }).value).toBe('Ada')
  })

  it('saves the version that was shown, and keeps what was not changed', async () => {
    const hub = labelsHub()
    hub.answer('updateLabel', { ...blueLamp, updatedAt: '2026-11-26T12:00:00.000Z' })
    const page = await openInLabel(hub, path)
    const releases = within(await page.findByRole('region', { name: 'Releases' }))
    await page.user.selectOptions(await releases.findByRole('combobox', { name: 'Genre' }), 'Folk')
    await page.user.click(page.getByRole('button', { name: 'Save' }))
    expect(await readAlert(page)).toBe('Saved. New drafts take these values; existing releases do not change.')
    expect(updates(hub)).toEqual([{ defaults: { ...blueLamp.defaults, genre: 'folk' } }])
    expect(hub.asked('updateLabel')[0]?.headers.get('if-match')).toMatch(/^"[0-9a-f]{64}"$/)
  })

  it('says that another person has changed it, and shows what is saved', async () => {
    const hub = labelsHub()
    hub.fail('updateLabel', 'precondition_failed')
    const page = await openInLabel(hub, path)
    const name = await page.findByRole<HTMLInputElement>('textbox', { name: 'Label name' })
    await page.user.type(name, ' 2')
    await page.user.click(page.getByRole('button', { name: 'Save' }))
    await page.findByRole('alert')
    hub.answer('getLabel', () => ({ ...blueLamp, name: 'Green Lamp', updatedAt: '2026-11-26T11:00:00.000Z' }))
    await page.user.click(page.getByRole('button', { name: 'Show the saved values' }))
    await page.findByRole('heading', { name: 'Green Lamp' })
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Label name' }).value).toBe('Green Lamp')
  })

  it('keeps what is typed and its version, although the hub has another one when the person returns', async () => {
    const hub = labelsHub()
    hub.answer('updateLabel', blueLamp)
    const page = await openInLabel(hub, path)
    await page.user.type(await page.findByRole('textbox', { name: 'Label name' }), ' 2')
    hub.answer('getLabel', () => ({ ...blueLamp, name: 'Green Lamp', updatedAt: '2026-11-26T11:00:00.000Z' }))
    vi.setSystemTime(Date.now() + 60_000)
    window.dispatchEvent(new Event('visibilitychange'))
    await page.user.click(page.getByRole('button', { name: 'Save' }))
    await readAlert(page)
    expect(updates(hub)).toEqual([{ name: 'Blue Lamp 2', defaults: blueLamp.defaults }])
    expect(hub.asked('getLabel')).toHaveLength(1)
  })

  it('deletes it once that is confirmed', async () => {
    const hub = labelsHub()
    const page = await openInLabel(hub, path)
    await page.user.click(await page.findByRole('button', { name: 'Delete' }))
    const dialog = within(page.getByRole('dialog', { name: 'Delete “Blue Lamp”?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await page.findByRole('heading', { name: 'Labels' })
    expect(hub.asked('deleteLabel')[0]?.headers.get('if-match')).toMatch(/^"/)
  })

  it('can be read but not changed by a viewer', async () => {
    const page = await openInLabel(labelsHub({ role: 'viewer' }), path)
    const name = await page.findByRole<HTMLInputElement>('textbox', { name: 'Label name' })
    expect([name.value, name.closest('fieldset')?.disabled]).toEqual(['Blue Lamp', true])
    expect(page.queryByRole('button', { name: /Save|Delete/ })).toBe(null)
  })

  it('shows an error for an unknown label', async () => {
    const hub = labelsHub()
    hub.fail('getLabel', 'label_not_found')
    const page = await openInLabel(hub, path)
    expect(await readAlert(page)).toContain('Label not found')
  })
})

describe('the label of a release', () => {
  it('is suggested while it is typed, and any other name is accepted', async () => {
    const { hub, page, save } = await openDelivery('release', {
      prepare: (one) => one.answer('listLabels', listOf([blueLamp])),
    })
    const field = await page.findByLabelText('Label', { selector: 'input' })
    await page.user.clear(field)
    await page.user.type(field, 'blu')
    expect(textsOf([await page.findByRole('option', { name: 'Blue Lamp' })])).toEqual(['Blue Lamp'])
    expect(hub.asked('listLabels').at(-1)?.query).toMatchObject({ query: 'blu' })
    await page.user.keyboard('{ArrowDown}{Enter}')
    await save()
    expect(hub.asked('updateRelease').at(-1)?.body).toMatchObject({ label: 'Blue Lamp' })
  })
})
