import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub } from '../harness/label-hub.ts'
import { openDelivery } from '../harness/open-delivery.ts'
import { readAlert, readProblem, seeLoading, textOf, textsOf } from '../harness/page-states.ts'
import { openInLabel, type PageView } from '../harness/render-page.tsx'

/** Appends a text to a field at once: every key would render all fields of the form again. */
async function write({ user }: PageView, field: HTMLElement, text: string): Promise<void> {
  await user.click(field)
  await user.paste(text)
}

/** The changes of the release that the hub received, in order. */
const patchesOf = ({ hub }: Awaited<ReturnType<typeof openDelivery>>) =>
  hub.asked('updateRelease').map(({ body }) => body)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The merge patch (RFC 7396) that does what one does after the other. */
function joinPatches(first: unknown, second: unknown): unknown {
  if (!isObject(first) || !isObject(second)) return second
  const members = Object.entries(second).map(([name, value]) => [name, joinPatches(first[name], value)])
  return { ...first, ...Object.fromEntries(members) }
}

describe('the steps of a delivery', () => {
  it('are four, of which the one that is open is marked', async () => {
    const { page } = await openDelivery('release')
    await page.findByRole('heading', { name: 'Edit Night Drive' })
    const steps = within(page.getByRole('navigation', { name: 'Steps' })).getAllByRole('link')
    expect(textsOf(steps)).toEqual(['1 Files', '2 Release', '3 Tracks', '4 Review'])
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null, null])
  })

  it('are gone through by the button, and by Control and Enter from any field', async () => {
    const { page, releaseId } = await openDelivery('files')
    await page.user.click(await page.findByRole('link', { name: 'Continue to Release' }))
    const title = await page.findByRole('textbox', { name: 'Title' })
    await page.user.click(title)
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => page.address()).toBe(`/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/releases/${releaseId}/edit/tracks`)
  })

  it.each([
    ['live', 1],
    ['draft', 0],
  ] as const)('of a release that is %s say whether outlets keep what they have', async (status, notices) => {
    const { page } = await openDelivery('release', { facts: { status } })
    await page.findByRole('heading', { name: 'Edit Night Drive' })
    expect(page.queryAllByText('Outlets keep the current version until you submit these changes.')).toHaveLength(
      notices,
    )
  })

  it('show that the release loads, and what is wrong when it could not be loaded', async () => {
    const { hub, page, release } = await openDelivery('release', {
      prepare: (hub) => {
        hub.fail('getRelease', 'account_suspended')
        hub.hold('getRelease')
      },
    })
    await seeLoading(page)
    hub.answer('getRelease', release)
  })

  it('say that there is no such release, and try again by the button', async () => {
    const { hub, page, release } = await openDelivery('release', {
      prepare: (hub) => hub.fail('getRelease', 'release_not_found'),
    })
    expect(await readAlert(page)).toBe('Could not load this. Release not found Try again')
    hub.answer('getRelease', release)
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'Edit Night Drive' })
  })

  it('are closed to viewers, and show them whom to ask', async () => {
    const hub = labelHub({ role: 'viewer' })
    const page = await openInLabel(hub, '/deliver')
    expect(
      await page.findByText('Your role (viewer) cannot deliver releases. Ask an owner of the label.'),
    ).toBeDefined()
    expect(page.main.queryByRole('button')).toBe(null)
  })

  it('of a new delivery begin with files, and have no tracks and nothing to check yet', async () => {
    const hub = labelHub()
    const page = await openInLabel(hub, '/deliver')
    await page.findByRole('heading', { name: 'Deliver a release' })
    expect(page.getByText('Drop a folder with WAV or FLAC files and a cover')).toBeDefined()
    expect(page.getByRole('button', { name: 'Choose files' })).toBeDefined()
    await page.user.click(page.getByRole('link', { name: '3 Tracks' }))
    expect(await page.findByText('Tracks appear here after you add audio files.')).toBeDefined()
    await page.user.click(page.getByRole('link', { name: '4 Review' }))
    expect(await page.findByText('Nothing to check yet. Upload an audio file first.')).toBeDefined()
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Submit' }).disabled).toBe(true)
  })
})

describe('what is typed in a delivery', () => {
  it('is saved a moment later, as a change of what the hub had, and the page says so', async () => {
    const opened = await openDelivery('release')
    const { hub, page } = opened
    await write(page, await page.findByRole('textbox', { name: 'Title' }), ' II')
    expect(page.getByText('Not saved yet')).toBeDefined()
    await page.findByText('Saved 12:00')
    expect(patchesOf(opened)).toEqual([{ title: 'Night Drive II' }])
    expect(hub.asked('updateRelease')[0]?.headers.get('if-match')).toBe('"1"')
  })

  it('is sent at once by “Save now” when the connection was lost', async () => {
    const opened = await openDelivery('release')
    const { hub, page, release } = opened
    hub.lose('updateRelease')
    await write(page, await page.findByRole('textbox', { name: 'Title' }), ' II')
    await page.findByText('Not saved: no connection. Retrying automatically.')
    hub.answer('updateRelease', { ...release, revision: 2 })
    await page.user.click(page.getByRole('button', { name: 'Save now' }))
    await page.findByText('Saved 12:00')
    expect(patchesOf(opened).at(-1)).toEqual({ title: 'Night Drive II' })
  })

  it('that the hub does not take is marked at its field', async () => {
    const { hub, page } = await openDelivery('release')
    hub.fail('updateRelease', 'validation_failed', {
      errors: [{ pointer: '/title', detail: 'The title is too long.', fix: 'Shorten it.' }],
    })
    const title = await page.findByRole('textbox', { name: 'Title' })
    await write(page, title, ' II')
    await expect.poll(() => readProblem(title)).toBe('The title is too long. Shorten it.')
    expect(page.getByText(/^Not saved: /)).toBeDefined()
  })

  it('keeps the last title that was saved while the field is empty, and says so', async () => {
    const opened = await openDelivery('release')
    const { page } = opened
    const title = await page.findByRole('textbox', { name: 'Title' })
    await page.user.clear(title)
    expect(readProblem(title)).toBe('Title is missing. The last saved value is kept.')
    await page.findByText('Saved 12:00')
    expect(patchesOf(opened)).toEqual([])
  })

  it('is kept when the release was changed elsewhere, and the person chooses', async () => {
    const opened = await openDelivery('release')
    const { hub, page, release } = opened
    hub.fail('updateRelease', 'precondition_failed')
    hub.answer('getRelease', { ...release, revision: 3, title: 'Night Ride', updatedAt: '2026-11-26T11:58:00.000Z' })
    await write(page, await page.findByRole('textbox', { name: 'Title' }), ' II')
    const dialog = within(await page.findByRole('dialog', { name: 'Changed in another window' }))
    expect(dialog.getByText('This release was changed 2 minutes ago. Choose the version to keep.')).toBeDefined()
    expect(textsOf(dialog.getAllByRole('row'))).toEqual([
      'Field Other version Yours',
      'Title Night Ride Night Drive II',
    ])
    hub.answer('updateRelease', { ...release, revision: 4 })
    await page.user.click(dialog.getByRole('button', { name: 'Keep my version' }))
    await page.findByText('Saved 12:00')
    expect(hub.asked('updateRelease').at(-1)?.headers.get('if-match')).toBe('"3"')
  })

  it('gives way to the other version where that is chosen', async () => {
    const { hub, page, release } = await openDelivery('release')
    hub.fail('updateRelease', 'precondition_failed')
    hub.answer('getRelease', { ...release, revision: 3, title: 'Night Ride' })
    const title = await page.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
    await write(page, title, ' II')
    const dialog = within(await page.findByRole('dialog', { name: 'Changed in another window' }))
    await page.user.click(dialog.getByRole('button', { name: 'Decide later' }))
    expect(await readAlert(page)).toContain('Changed in another window')
    await page.user.click(page.getByRole('button', { name: 'Changed in another window' }))
    await page.user.click(page.getByRole('button', { name: 'Use other version' }))
    await expect.poll(() => title.value).toBe('Night Ride')
  })
})

describe('the fields of a release', () => {
  const open = async () => {
    const opened = await openDelivery('release')
    await opened.page.findByRole('textbox', { name: 'Title' })
    /** What was changed, once it is saved: on a slow machine, in several patches. */
    const saved = async () => {
      await opened.save()
      return patchesOf(opened).reduce<unknown>(joinPatches, undefined)
    }
    return { ...opened, saved }
  }

  it('have choices with the names that the hub publishes', async () => {
    const { page, saved } = await open()
    const genre = page.getByRole('combobox', { name: 'Genre' })
    await expect.poll(() => textsOf(within(genre).getAllByRole('option'))).toContain('Jazz')
    await page.user.selectOptions(genre, 'Jazz')
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Type' }), 'Album')
    expect(await saved()).toEqual({ genre: 'jazz', type: 'album' })
  })

  it('have days, which can be emptied', async () => {
    const { page, saved } = await open()
    const day = page.getByLabelText<HTMLInputElement>('Release date')
    expect(day.value).toBe('2026-12-24')
    await page.user.clear(day)
    expect(await saved()).toEqual({ releaseDate: null })
  })

  it('refuse a number out of its range, and do not save it', async () => {
    const { page, saved } = await open()
    const group = within(page.getByRole('group', { name: '℗ Recording owner' }))
    const year = group.getByRole('textbox', { name: 'Year' })
    await page.user.clear(year)
    await write(page, year, '18')
    expect(readProblem(year)).toBe('Enter a number from 1900 to 2200.')
    await page.user.clear(year)
    await write(page, year, '2026')
    await page.user.clear(group.getByRole('textbox', { name: 'Text' }))
    await write(page, group.getByRole('textbox', { name: 'Text' }), 'Night Label')
    expect(await saved()).toEqual({ pLine: { year: 2026, text: 'Night Label' } })
  })

  it('have lists, of which items are added and removed', async () => {
    const { page, saved } = await open()
    const list = within(page.getByRole('group', { name: 'Artists and credits' }))
    await page.user.click(list.getByRole('button', { name: 'Add artist or credit' }))
    const item = within(list.getByRole('group', { name: 'Artists and credits 2' }))
    await write(page, item.getByRole('combobox', { name: 'Name' }), 'Tom Green')
    await page.user.selectOptions(item.getByRole('combobox', { name: 'Role' }), 'Composer')
    expect(JSON.stringify(await saved())).toContain('"Tom Green"')
    await page.user.click(list.getByRole('button', { name: 'Remove: Artists and credits 2' }))
    expect(list.queryByRole('group', { name: 'Artists and credits 2' })).toBe(null)
  })

  it('say where a release counts: everywhere, in some countries, or everywhere else', async () => {
    const { page, saved } = await open()
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Territories' }), 'Only in these')
    const add = page.getByRole('combobox', { name: 'Add a territory' })
    await write(page, add, 'ger')
    await page.user.keyboard('{ArrowDown}{Enter}')
    await page.user.click(add)
    await page.user.click(await page.findByRole('option', { name: 'France FR' }))
    await page.user.click(page.getByRole('button', { name: 'Remove Germany' }))
    expect(await saved()).toEqual({ territories: { mode: 'include', codes: ['FR'] } })
  })

  it('send a release to every outlet, or only to some', async () => {
    const { page, saved } = await open()
    const outlets = within(page.getByRole('group', { name: 'Outlets' }))
    await page.user.click(outlets.getByRole('radio', { name: 'Only these outlets' }))
    await page.user.click(outlets.getByRole('checkbox', { name: 'Store B' }))
    expect(await saved()).toMatchObject({ outlets: ['store-a'] })
  })

  it('have words that are separated by commas', async () => {
    const { page, saved } = await open()
    await write(page, page.getByRole('textbox', { name: 'Keywords' }), 'night, drive,')
    expect(JSON.stringify(await saved())).toContain('["night","drive"]')
  })

  it('keep own data as names with values, once both are there', async () => {
    const { page, saved } = await open()
    const map = within(page.getByRole('group', { name: 'Your own data' }))
    await page.user.click(map.getByRole('button', { name: 'Add value' }))
    const names = map.getAllByRole('textbox', { name: 'Name' })
    const values = map.getAllByRole('textbox', { name: 'Value' })
    await write(page, names.at(-1) as HTMLElement, 'mood')
    await write(page, values.at(-1) as HTMLElement, 'calm')
    expect(JSON.stringify(await saved())).toContain('"mood":"calm"')
  })

  it('have flags that can be left open', async () => {
    const { page, saved } = await open()
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Various-artists compilation' }), 'Yes')
    expect(await saved()).toMatchObject({ isCompilation: true })
  })

  it('say that the hub gives a code where it does', async () => {
    const { page } = await open()
    expect(await page.findByText('If empty, the hub assigns one when you submit.')).toBeDefined()
  })

  it('open and take the keyboard where a link leads to them', async () => {
    const { page } = await openDelivery('release#release%2FtimeZone')
    const field = await page.findByRole('textbox', { name: 'Time zone' })
    await expect.poll(() => document.activeElement).toBe(field)
    expect(field.closest('details')?.open).toBe(true)
    expect(location.hash).toBe('')
  })
})

describe('the tracks of a delivery', () => {
  it('are moved by buttons, which say where a track is now', async () => {
    const opened = await openDelivery('tracks')
    const { page } = opened
    await page.user.click(await page.findByRole('button', { name: 'Move down: Harbour Lights' }))
    expect(page.getByText('Harbour Lights is now number 2 of 2')).toBeDefined()
    expect(page.main.getAllByRole('heading', { level: 2 }).map(textOf)).toEqual(['1 Quay', '2 Harbour Lights'])
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Move up: Quay' }).disabled).toBe(true)
    await expect.poll(() => JSON.stringify(patchesOf(opened).at(-1) ?? {})).toContain('"tracks"')
  })

  it('get people, rights and content of one of them', async () => {
    const opened = await openDelivery('tracks')
    const { page } = opened
    await page.user.click(await page.findByRole('button', { name: '1 Harbour Lights' }))
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Explicit content' }), 'Clean edit')
    await page.user.click(page.getByRole('button', { name: 'Use for all tracks' }))
    expect(page.getByText('Every track now has the same credits, rights and content details.')).toBeDefined()
    await expect
      .poll(() =>
        (patchesOf(opened).at(-1) as { tracks?: { explicit?: string }[] })?.tracks?.map(({ explicit }) => explicit),
      )
      .toEqual(['clean', 'clean'])
  })
})

describe('the review step of a delivery', () => {
  const finding = {
    severity: 'error',
    code: 'x',
    pointer: '/tracks/1/title',
    message: 'The title is in capitals.',
    fix: 'Write it as on the cover.',
  } as const

  it('lists what prevents submitting by what it is about, with a link to each field', async () => {
    const { page, releaseId } = await openDelivery('review', {
      prepare: (hub) => hub.answer('validateRelease', { findings: [finding], validation: { errors: 1, warnings: 0 } }),
    })
    const group = within(await page.findByRole('region', { name: 'Track 2, Quay' }))
    expect(textOf(group.getByRole('listitem'))).toBe('To fix: The title is in capitals. Write it as on the cover. Show')
    expect(group.getByRole('link', { name: /^Show: Track 2, Quay: / }).getAttribute('href')).toContain(
      `/releases/${releaseId}/edit/tracks#`,
    )
    expect(page.getByRole('link', { name: '3 Tracks 1 to fix' })).toBeDefined()
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Submit' }).disabled).toBe(true)
  })

  it('says what is wrong when the hub could not check, and checks again', async () => {
    const { hub, page } = await openDelivery('review', {
      prepare: (hub) => hub.fail('validateRelease', 'account_suspended'),
    })
    expect(await readAlert(page)).toContain('The operator of this hub has suspended the account')
    hub.answer('validateRelease', { findings: [], validation: { errors: 0, warnings: 0 } })
    await page.user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByText('✓ All checks pass.')
  })

  it('repeats what the reviewer requested', async () => {
    const { page } = await openDelivery('review', {
      facts: {
        status: 'changes_requested',
        review: {
          decision: 'changes_requested',
          revision: 1,
          note: '',
          issues: [{ pointer: '/title', code: 'other', note: 'As on the cover.' }],
        },
      },
    })
    const group = within(await page.findByRole('region', { name: 'Release' }))
    expect(textOf(group.getByRole('listitem'))).toContain('Changes requested in review: As on the cover.')
  })
})
