import { fireEvent } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { labelHub } from '../harness/label-hub.ts'
import { readAlert, seeLoading, textsOf } from '../harness/page-states.ts'
import { openInLabel } from '../harness/render-page.tsx'

const recording = {
  isrc: 'ZZABC2700101',
  title: 'Night Drive',
  version: 'Live',
  displayArtist: 'Ada',
  durationMs: 200_000,
  contributors: [
    { name: 'Ada', role: 'main_artist' },
    { name: 'Ada Lovelace', role: 'composer' },
  ],
  trackCount: 2,
  tracks: [
    {
      trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      title: 'Night Drive',
      isrc: null,
      releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      releaseTitle: 'The Album',
      status: 'draft',
      releaseDate: null,
    },
    {
      trackId: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYC',
      title: 'Night Drive',
      isrc: 'ZZABC2700101',
      releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYC',
      releaseTitle: 'The Single',
      status: 'live',
      releaseDate: '2027-01-15',
    },
  ],
} as const

const label = '/console/a/acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

async function openList(items: readonly object[], path = '/recordings') {
  const hub = labelHub()
  hub.answer('listRecordings', { data: items, page: { hasMore: false, nextCursor: null } })
  return { hub, page: await openInLabel(hub, path) }
}

describe('the list of recordings', () => {
  it('shows each with its ISRC and how many tracks have it, and leads to it', async () => {
    const { page } = await openList([recording, { ...recording, isrc: 'ZZABC2700102', version: null }])
    const link = await page.findByRole('link', { name: 'Night Drive (Live)' })
    expect(link.getAttribute('href')).toBe(`${label}/recordings/ZZABC2700101`)
    expect(textsOf(page.main.getAllByRole('row'))).toEqual([
      'Title ISRC Length Tracks',
      'Night Drive (Live) Ada ZZABC2700101 3:20 2',
      'Night Drive Ada ZZABC2700102 3:20 2',
    ])
  })

  it.each([
    ['night', { query: 'night' }],
    ['ZZ-ABC-27-00101', { isrc: 'ZZ-ABC-27-00101' }],
  ])('searches for %s, also from its address', async (typed, asked) => {
    const { hub, page } = await openList([recording])
    fireEvent.change(await page.findByRole('searchbox', { name: 'Search recordings' }), { target: { value: typed } })
    await expect.poll(() => hub.asked('listRecordings').at(-1)?.query).toMatchObject(asked)
    expect(new URLSearchParams(location.search).get('query')).toBe(typed)
  })

  it.each([
    ['/recordings', 'No recordings yet'],
    ['/recordings?query=nothing', 'No recordings found'],
  ])('at %s without any says: %s', async (path, heading) => {
    const { page } = await openList([], path)
    expect(await page.findByRole('heading', { name: heading })).toBeDefined()
  })

  it('shows that it loads', async () => {
    const hub = labelHub()
    hub.answer('listRecordings', { data: [recording] })
    const held = hub.hold('listRecordings')
    const page = await openInLabel(hub, '/recordings')
    await seeLoading(page)
    held.release()
    await page.findByRole('link', { name: 'Night Drive (Live)' })
  })

  it('says what is wrong when it could not be loaded', async () => {
    const hub = labelHub()
    hub.fail('listRecordings', 'account_suspended')
    const page = await openInLabel(hub, '/recordings')
    expect(await readAlert(page)).toBe(
      'Could not load this. The operator of this hub has suspended the account Try again',
    )
  })
})

describe('the page of a recording', () => {
  it('shows its credits, its streams and the releases it is on', async () => {
    const hub = labelHub()
    hub.answer('getRecording', recording)
    hub.answer('getDistributorAnalytics', { totals: { streams: 1234 } })
    const page = await openInLabel(hub, '/recordings/ZZABC2700101')
    await page.findByRole('heading', { name: 'Night Drive (Live)' })
    await page.findByText('1,234')
    expect(page.getByText('Ada Lovelace', { exact: false }).textContent).toContain('(composer)')
    expect(textsOf(page.main.getAllByRole('row'))).toEqual([
      'Release Status Release date ISRC',
      'The Album Night Drive Draft None yet',
      'The Single Night Drive Live 15 Jan 2027 ZZABC2700101',
    ])
    const link = page.getByRole('link', { name: 'The Album' })
    expect(link.getAttribute('href')).toBe(`${label}/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`)
    expect(hub.asked('getDistributorAnalytics').at(-1)?.query).toMatchObject({ isrc: 'ZZABC2700101' })
  })

  it.each([
    [{ trackCount: 3 }, ['1 older track is not shown.']],
    [
      { trackCount: 0, tracks: [], contributors: [] },
      ['No release has this recording any more. It keeps its ISRC.', 'No credits are entered.'],
    ],
  ])('with %o says: %s', async (facts, sentences) => {
    const hub = labelHub()
    hub.answer('getRecording', { ...recording, ...facts })
    const page = await openInLabel(hub, '/recordings/ZZABC2700101')
    for (const sentence of sentences) expect(await page.findByText(sentence)).toBeDefined()
  })

  it('shows an error for an unknown ISRC', async () => {
    const hub = labelHub()
    hub.fail('getRecording', 'recording_not_found')
    const page = await openInLabel(hub, '/recordings/ZZABC2700199')
    expect(await readAlert(page)).toContain('Recording not found')
  })
})
