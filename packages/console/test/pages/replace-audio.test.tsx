import { createHash } from 'node:crypto'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openRelease, release, track } from '../harness/open-release.ts'
import { readProblem } from '../harness/page-states.ts'

const scheduled = { status: 'scheduled', revision: 1 } as const
const newUpload = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHZZ'
const name = 'Replace the audio of “Harbour Lights”'

async function openDialog() {
  const { hub, page } = await openRelease(scheduled)
  await page.user.click(await page.findByRole('button', { name }))
  return { hub, page, dialog: within(await page.findByRole('dialog', { name })) }
}

const inputOf = (): HTMLInputElement => document.querySelector('dialog input[type=file]') as HTMLInputElement

describe('replacing the audio of a track', () => {
  it('sends the file, then the track with its id, the new upload and the reason', async () => {
    const { hub, page, dialog } = await openDialog()
    const bytes = 'a new master'
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    hub.receiveUpload(newUpload)
    hub.answer('getUpload', {
      id: newUpload,
      status: 'received',
      size: bytes.length,
      sha256,
    })
    hub.answer('updateRelease', { ...release, ...scheduled, revision: 2, pendingRevision: 2 })
    await page.user.upload(inputOf(), new File([bytes], 'right.wav', { type: 'audio/wav' }))
    expect(dialog.getByText('right.wav')).toBeDefined()
    await page.user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The wrong mix was sent')
    await page.user.click(dialog.getByRole('button', { name: 'Replace' }))
    await expect.poll(() => page.queryByRole('dialog')).toBe(null)
    const [asked] = hub.asked('updateRelease')
    expect(asked?.headers.get('if-match')).toBe('"1"')
    expect(asked?.body).toEqual({
      audioChangeReason: 'The wrong mix was sent',
      tracks: [
        { id: track.id, uploadId: newUpload, title: 'Harbour Lights', displayArtist: 'Ada Red', isrc: 'DEA450600001' },
      ],
    })
    expect(hub.faults).toEqual([])
  })

  it('needs a file and a reason', async () => {
    const { hub, page, dialog } = await openDialog()
    await page.user.type(dialog.getByRole('textbox', { name: /Reason/ }), ' ')
    await page.user.click(dialog.getByRole('button', { name: 'Replace' }))
    expect(dialog.getByText('Choose the new audio file.')).toBeDefined()
    expect(dialog.getByRole('textbox', { name: /Reason/ }).getAttribute('aria-invalid')).toBe('true')
    expect(hub.asked('updateRelease')).toEqual([])
  })

  it('shows what is missing in its own words, not in those of the browser', async () => {
    const { page, dialog } = await openDialog()
    await page.user.click(dialog.getByRole('button', { name: 'Replace' }))
    expect(dialog.getByRole('alert').textContent).toBe('Choose the new audio file.')
    expect(readProblem(dialog.getByRole('textbox', { name: /Reason/ }))).toBe('Reason is missing.')
  })

  it.each([
    ['a draft', { status: 'draft' }],
    ['a live release', { status: 'live', liveAt: '2026-12-24T00:00:00.000Z' }],
    ['a release that was live', { status: 'delivering', liveAt: '2026-12-24T00:00:00.000Z' }],
  ])('is not offered for %s', async (_, facts) => {
    const { page } = await openRelease(facts)
    await page.findByText('Harbour Lights')
    expect(page.queryByRole('button', { name })).toBe(null)
  })

  it('is not offered to a viewer', async () => {
    const { page } = await openRelease(scheduled, undefined, { role: 'viewer' })
    await page.findByText('Harbour Lights')
    expect(page.queryByRole('button', { name })).toBe(null)
  })
})
