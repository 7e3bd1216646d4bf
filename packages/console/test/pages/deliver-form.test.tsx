import { describe, expect, it } from 'vitest'
import { draft, openDelivery } from '../harness/open-delivery.ts'
import { readProblem, textOf } from '../harness/page-states.ts'
import type { PageView } from '../harness/render-page.tsx'

/** The forms of a delivery before the hub has checked anything. */

async function write({ user }: PageView, field: HTMLElement, text: string): Promise<void> {
  await user.click(field)
  await user.paste(text)
}

describe('the rows of an album', () => {
  const tracks = Array.from({ length: 12 }, (_, index) => ({
    ...draft.tracks[0],
    id: `trk_01JD3MZ6V8Q4W9X2K7N5T0R${String(index).padStart(3, '0')}` as const,
    uploadId: `upl_01JD3MZ6V8Q4W9X2K7N5T0R${String(index).padStart(3, '0')}` as const,
    number: index + 1,
    title: index === 4 ? 'שיר של לילה' : `Song ${index + 1}`,
  }))

  it('are closed, and open one at a time', async () => {
    const { page } = await openDelivery('tracks', { facts: { type: 'album', tracks } })
    const third = await page.findByRole('button', { name: '3 Song 3' })
    expect(page.main.getAllByRole('heading', { level: 2 }).length).toBe(12)
    expect(page.main.queryByRole('textbox', { name: 'Title' })).toBe(null)
    await page.user.click(third)
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Song 3')
    await page.user.click(page.getByRole('button', { name: '5 שיר של לילה' }))
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('שיר של לילה')
    expect(third.getAttribute('aria-expanded')).toBe('false')
  })

  it('say what is missing before the hub was asked', async () => {
    const { page } = await openDelivery('tracks', {
      facts: { type: 'album', tracks },
      prepare: (hub) =>
        hub.answer('listUploads', { data: tracks.map(({ uploadId }) => ({ id: uploadId, status: 'ready' as const })) }),
    })
    const row = (await page.findByRole('button', { name: '1 Song 1' })).closest('li')
    expect(textOf(row as HTMLElement)).toContain('3 fields missing')
  })

  it('open where a link leads to one of their fields', async () => {
    const { page } = await openDelivery('tracks#trk_01JD3MZ6V8Q4W9X2K7N5T0R006%2Fisrc', { facts: { tracks } })
    const field = await page.findByRole('textbox', { name: 'ISRC' })
    await expect.poll(() => document.activeElement).toBe(field)
    expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Song 7')
  })
})

describe('what a submission needs', () => {
  it('is marked from the start, by the rules of the contract', async () => {
    const { page } = await openDelivery('release')
    await page.findByText('Fields marked * are needed to submit.')
    const needed = [...document.querySelectorAll('[data-needed]')].map((label) => label.textContent?.trim())
    expect(needed).toEqual([
      'Title',
      'Artists and credits',
      'Name',
      'Role',
      'Release date',
      'Genre',
      'Language',
      'Explicit content',
      'Label',
      '℗ Recording owner',
      'Year',
      'Text',
      '© Artwork and text owner',
      'Year',
      'Text',
      'Cover',
    ])
    expect(page.getByRole('combobox', { name: 'Language' }).getAttribute('aria-required')).toBe('true')
    expect(page.getByRole('textbox', { name: 'Version' }).getAttribute('aria-required')).toBe(null)
  })

  it('of AI is open as long as nothing is declared, and stays open while it is answered', async () => {
    const { page } = await openDelivery('release')
    const vocals = await page.findByRole('combobox', { name: 'Vocals' })
    const section = vocals.closest('details')
    expect(section?.open).toBe(true)
    await page.user.selectOptions(vocals, 'No AI')
    expect(section?.open).toBe(true)
    expect(page.getByRole('textbox', { name: 'Keywords' }).closest('details')?.open).toBe(false)
  })
})

describe('a field for one of many names', () => {
  const openLanguage = async () => {
    const opened = await openDelivery('release', { facts: { language: 'en' } })
    return { ...opened, field: await opened.page.findByRole<HTMLInputElement>('combobox', { name: 'Language' }) }
  }

  it('shows the name of the code', async () => {
    const { field } = await openLanguage()
    await expect.poll(() => field.value).toBe('English')
  })

  it('saves the code of a name that was typed to its end, and of any tag', async () => {
    const opened = await openLanguage()
    const { page, field } = opened
    await page.user.clear(field)
    await write(page, field, 'pt-br')
    await page.user.tab()
    expect(field.value).toBe('Brazilian Portuguese')
    await page.findByText('Saved 12:00')
    expect(opened.hub.asked('updateRelease').at(-1)?.body).toEqual({ language: 'pt-BR' })
  })

  it('says that a text is no such name, and keeps it to be corrected', async () => {
    const { page, field } = await openLanguage()
    await page.user.clear(field)
    await write(page, field, 'Klingonish')
    await page.user.tab()
    expect(field.value).toBe('Klingonish')
    expect(readProblem(field)).toBe('“Klingonish” is not in the list. The last saved value is kept.')
  })

  it('does not keep what only the beginning of a text meant', async () => {
    const opened = await openDelivery('release', { facts: { language: 'de' } })
    const { page } = opened
    const field = await page.findByRole<HTMLInputElement>('combobox', { name: 'Language' })
    await page.user.clear(field)
    // `en` is a code on the way.
    await page.user.type(field, 'enx')
    await page.user.tab()
    await opened.save()
    expect(opened.hub.asked('updateRelease').map(({ body }) => body)).not.toContainEqual({ language: 'en' })
    expect(readProblem(field)).toBe('“enx” is not in the list. The last saved value is kept.')
  })

  it('goes back to what it was with Escape', async () => {
    const { page, field } = await openLanguage()
    await write(page, field, 'x')
    await page.user.keyboard('{Escape}')
    expect(field.value).toBe('English')
  })
})

describe('the suggestions of tags', () => {
  it('are there when the draft is opened again, until they are used', async () => {
    const suggestion = { target: 'release', member: 'label', value: 'Day Label' }
    const onTrack = { target: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', member: 'isrc', value: 'DEA450600002' }
    const { page, releaseId } = await openDelivery('release', {
      prepareRelease: (releaseId) =>
        localStorage.setItem(`spindle:suggestions:${releaseId}`, JSON.stringify([suggestion, onTrack])),
    })
    await page.user.click(await page.findByRole('button', { name: 'Use: Label' }))
    expect(page.getByRole<HTMLInputElement>('combobox', { name: 'Label' }).value).toBe('Day Label')
    expect(localStorage.getItem(`spindle:suggestions:${releaseId}`)).toBe(JSON.stringify([onTrack]))
    await page.user.click(page.getByRole('link', { name: /^3 Tracks/ }))
    expect(await page.findByRole('button', { name: 'Use: ISRC for “Quay”' })).toBeDefined()
  })
})
