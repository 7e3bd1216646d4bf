import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { labelHub } from '../harness/label-hub.ts'
import { textOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const track = (number: number, title: string, id: string) =>
  ({ id: `trk_${id}`, number, title, displayArtist: 'Ada Red', uploadId: `upl_${id}`, durationMs: 60_000 }) as const
const first = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const second = '01JD3MZ6V8Q4W9X2K7N5T0RHZZ'
const technical = {
  kind: 'audio',
  container: 'wav',
  bitDepth: 24,
  sampleRate: 44_100,
  durationMs: 60_000,
  peaks: [0, 128, 255],
  integratedLufs: -14,
  truePeakDbtp: -1,
} as const

/** A release with two tracks, and the calls of the window's player. */
async function openTracks() {
  const calls: string[] = []
  const prototype = HTMLMediaElement.prototype
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    calls.push(`play ${this.src}`)
    vi.spyOn(this, 'paused', 'get').mockReturnValue(false)
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    vi.spyOn(this, 'paused', 'get').mockReturnValue(true)
    this.dispatchEvent(new Event('pause'))
  })
  const hub = labelHub()
  const release = {
    title: 'Night Drive',
    displayArtist: 'Ada Red',
    liveAt: null,
    tracks: [track(1, 'Harbour', first), track(2, 'Quay', second)],
  } as const
  const uploads = [first, second].map((id) => ({ id: `upl_${id}`, status: 'ready' as const, technical }))
  hub.answer('getReleaseWithUploads', { release, uploads })
  hub.answer('getRelease', release)
  hub.answer('listUploads', { data: uploads })
  hub.answer('listReleaseEvents', { data: [] })
  hub.answer('listReleaseMessages', { data: [] })
  const page = await openInLabel(hub, '/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  await page.findByRole('group', { name: 'Listen to Harbour' })
  return { page, calls }
}

const addressOf = (id: string): string =>
  `http://hub.test/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB/api/v1/distributor/uploads/upl_${id}/audio`

describe('listening to a track', () => {
  it('starts with a press, and continues in the bar at the bottom of the window', async () => {
    const { page, calls } = await openTracks()
    expect(page.queryByRole('region', { name: 'Player' })).toBe(null)
    await page.user.click(page.getByRole('button', { name: 'Play Harbour' }))
    const bar = within(page.getByRole('region', { name: 'Player' }))
    expect(calls).toEqual([`play ${addressOf(first)}`])
    expect(bar.getByRole('button', { name: 'Pause Harbour' })).toBeDefined()
    expect(textOf(bar.getByText('0:00 / 1:00'))).toBe('0:00 / 1:00')
    await page.user.click(bar.getByRole('button', { name: 'Pause Harbour' }))
    expect(page.getAllByRole('button', { name: 'Play Harbour' }).length).toBe(2)
  })

  it('changes to another track, which the bar then names', async () => {
    const { page, calls } = await openTracks()
    await page.user.click(page.getByRole('button', { name: 'Play Harbour' }))
    await page.user.click(page.getAllByRole('button', { name: 'Pause Harbour' })[0] as HTMLElement)
    await page.user.click(page.getByRole('button', { name: 'Play Quay' }))
    expect(calls.at(-1)).toBe(`play ${addressOf(second)}`)
    expect(within(page.getByRole('region', { name: 'Player' })).getByText('Quay')).toBeDefined()
  })

  it('is gone through by arrow keys in steps of five seconds', async () => {
    const { page } = await openTracks()
    const slider = page.getByRole<HTMLInputElement>('slider', { name: 'Position in Harbour' })
    expect(slider.getAttribute('aria-valuetext')).toBe('0:00 of 1:00')
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    fireEvent.keyDown(slider, { key: 'ArrowRight' })
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect(slider.getAttribute('aria-valuetext')).toBe('0:05 of 1:00')
  })

  it('ends with the bar, which its button takes away', async () => {
    const { page } = await openTracks()
    await page.user.click(page.getByRole('button', { name: 'Play Harbour' }))
    await page.user.click(page.getByRole('button', { name: 'Close player' }))
    expect(page.queryByRole('region', { name: 'Player' })).toBe(null)
  })

  it('shows what was measured beside the shape', async () => {
    const { page } = await openTracks()
    const row = page.getByRole('group', { name: 'Listen to Harbour' }).closest('li') as HTMLElement
    expect(textOf(row)).toContain('WAV 24-bit 44.1 kHz · -14.0 LUFS · -1.0 dBTP')
  })
})
