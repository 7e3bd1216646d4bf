import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { shortMaster } from '../../../server/test/harness/submittable.ts'
import { draft, openDelivery } from '../harness/open-delivery.ts'
import { textOf, textsOf } from '../harness/page-states.ts'
import type { LabelView } from '../harness/render-page.tsx'

/** A draft of a table import: its tracks have no audio until a file is chosen. */

const [first, second] = draft.tracks
const bare = { ...first, uploadId: undefined, durationMs: null }
const newUpload = 'upl_01JD3MZ6V8Q4W9X2K7N5T0NEWB'

const openBare = (step: string, tracks: readonly object[] = [bare, second]) =>
  openDelivery(step, {
    facts: { upc: '4006381333931', tracks },
    prepare: (hub) => {
      hub.answer('listUploads', ({ query }) => ({
        data: (query.ids ?? '').split(',').map((id) => ({ id: id as `upl_${string}`, status: 'ready' as const })),
      }))
      hub.answer('getUpload', { id: newUpload, status: 'received' })
      hub.receiveUpload(newUpload)
    },
  })

async function dropFile(page: LabelView, name: string): Promise<void> {
  const field = page.main.getByText('Choose files', { selector: 'button' }).previousElementSibling as HTMLInputElement
  await page.user.upload(field, new File([new Uint8Array(shortMaster(1))], name, { type: 'audio/wav' }))
}

describe('a draft with a track that has no audio', () => {
  it('lists the track in the files with the names of its file, and no upload', async () => {
    const { page } = await openBare('files')
    const list = within(await page.findByRole('region', { name: 'Missing audio' }))
    expect(textsOf(list.getAllByRole('listitem'))).toEqual([
      'Harbour Lights Choose audio file File name: DEA450600001.wav or 4006381333931_1_1.wav Remove track',
    ])
    await page.findByText('1 file uploaded')
    expect(page.queryByText(/unfinished/)).toBe(null)
  })

  it('shows no panel of uploads on other pages', async () => {
    const { hub, page } = await openBare('files')
    await page.findByRole('region', { name: 'Missing audio' })
    await expect.poll(() => hub.asked('listUploads').length).toBeGreaterThan(0)
    await page.user.click(page.getByRole('link', { name: 'Catalog' }))
    await page.findByRole('heading', { name: 'Catalog' })
    expect(page.queryByRole('region', { name: /^Uploads/ })).toBe(null)
  })

  it('marks the track, and its form says what to do', async () => {
    const { page } = await openBare('tracks')
    await page.user.click(await page.findByRole('button', { name: '1 Harbour Lights' }))
    expect(page.getByText('Audio missing', { selector: '.chip' })).toBeDefined()
    const notice = (await page.findByText('This track has no audio yet.')).closest('.notice')
    expect(textOf(notice as Element)).toBe(
      'This track has no audio yet. Choose audio file File name: DEA450600001.wav or 4006381333931_1_1.wav',
    )
  })

  it('keeps the track when something else is saved', async () => {
    const { hub, page, save } = await openBare('tracks')
    await page.user.click(await page.findByRole('button', { name: '2 Quay' }))
    await page.user.type(await page.findByRole('textbox', { name: 'Title' }), '!')
    await save()
    expect(hub.asked('updateRelease')[0]?.body).toMatchObject({
      tracks: [
        { id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', title: 'Harbour Lights' },
        { id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHZZ', title: 'Quay!' },
      ],
    })
  })

  it.each(['DE-A45-06-00001.wav', '04006381333931_01_01.wav'])(
    'takes a dropped file named %s for the track',
    async (name) => {
      const { hub, page, save } = await openBare('files')
      await page.findByRole('region', { name: 'Missing audio' })
      await dropFile(page, name)
      await page.findByText('2 files uploaded')
      expect(page.queryByRole('region', { name: 'Missing audio' })).toBe(null)
      await save()
      expect(hub.asked('updateRelease').at(-1)?.body).toMatchObject({
        tracks: [
          { id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB', title: 'Harbour Lights', uploadId: newUpload },
          { id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHZZ' },
        ],
      })
    },
  )

  it('waits again when the chosen file is removed, and goes when the track is removed', async () => {
    const { hub, page, save } = await openBare('files')
    await page.findByRole('region', { name: 'Missing audio' })
    await dropFile(page, 'DEA450600001.wav')
    await page.user.click(await page.findByRole('button', { name: 'Remove DEA450600001.wav' }))
    await page.user.click(await page.findByRole('button', { name: 'Remove track: Harbour Lights' }))
    expect(page.queryByRole('region', { name: 'Missing audio' })).toBe(null)
    await save()
    expect(hub.asked('updateRelease').at(-1)?.body).toMatchObject({
      tracks: [{ id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHZZ' }],
    })
  })
})
