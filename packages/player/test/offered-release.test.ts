import { beforeEach, describe, expect, it, vi } from 'vitest'
import { atEnd } from '../../server/test/harness/cleanup.ts'
import { readNews } from '../src/release/follow-events.ts'
import { type OfferedRelease, offeredRelease } from '../src/release/offered-release.ts'
import { sampleRelease } from './harness/releases.ts'

const data = (members: object) => JSON.stringify({ releaseId: 'rel_1', trackIds: [], endedTrackIds: [], ...members })

describe('an event', () => {
  it.each([
    ['takedown', data({}), { kind: 'takedown' }],
    ['changed', data({ endedTrackIds: ['trk_2'] }), { kind: 'changed', endedTrackIds: ['trk_2'] }],
    ['audio', data({ trackIds: ['trk_1'] }), { kind: 'changed', endedTrackIds: [] }],
    ['live', data({}), { kind: 'changed', endedTrackIds: [] }],
    ['reset', '{}', { kind: 'changed', endedTrackIds: [] }],
    ['ready', '{}', { kind: 'changed', endedTrackIds: [] }],
    ['changed', 'no JSON', { kind: 'changed', endedTrackIds: [] }],
    ['takedown', data({ releaseId: 'rel_2' }), undefined],
    ['changed', data({ releaseId: 'rel_2' }), undefined],
  ])('%s %s', (name, text, news) => {
    expect(readNews(name, text, 'rel_1')).toEqual(news)
  })

  it('may be about this release while that is not known yet', () => {
    expect(readNews('takedown', data({ releaseId: 'rel_2' }), undefined)).toEqual({
      kind: 'changed',
      endedTrackIds: [],
    })
  })
})

describe('an offered release', () => {
  let changes: [string[], readonly string[]][]
  let answers: (() => Promise<Response>)[]
  let offered: OfferedRelease
  const real = globalThis.fetch
  atEnd(() => {
    globalThis.fetch = real
  })
  const json = (value: object, status = 200) => Promise.resolve(new Response(JSON.stringify(value), { status }))

  beforeEach(() => {
    changes = []
    answers = []
    globalThis.fetch = vi.fn(() => answers.shift()?.() ?? Promise.reject(new TypeError('no network')))
    offered = offeredRelease({
      address: () => '/releases/rel_1',
      onChange: ({ tracks }, ended) => changes.push([tracks.map(({ trackId }) => trackId), ended]),
    })
  })

  it('names the tracks that a later answer lacks', async () => {
    answers = [() => json(sampleRelease()), () => json(sampleRelease(2, [1, 3]))]
    await offered.load()
    await offered.load()
    expect(changes).toEqual([
      [['trk_1', 'trk_2', 'trk_3'], []],
      [['trk_1', 'trk_3'], ['trk_2']],
    ])
  })

  it.each([404, 410])('has no tracks after an answer of %s', async (status) => {
    answers = [() => json(sampleRelease()), () => json({}, status)]
    await offered.load()
    await offered.load()
    expect(changes.at(-1)).toEqual([[], ['trk_1', 'trk_2', 'trk_3']])
    expect(offered.current()?.title).toBe('Night Harbour')
  })

  it('stays as it is while the server cannot answer', async () => {
    answers = [() => json(sampleRelease()), () => json({}, 502)]
    await offered.load()
    await expect(offered.load()).rejects.toThrow('/releases/rel_1: 502')
    await expect(offered.load()).rejects.toThrow('no network')
    expect(changes).toHaveLength(1)
  })

  it('ends at a takedown without another answer', () => {
    offered.set(sampleRelease())
    expect(offered.receive('takedown', data({}))).toBe(false)
    expect(changes.at(-1)).toEqual([[], ['trk_1', 'trk_2', 'trk_3']])
  })

  it('drops ended tracks at once, and is to be loaded again', () => {
    offered.set(sampleRelease())
    expect(offered.receive('changed', data({ endedTrackIds: ['trk_1'] }))).toBe(true)
    expect(changes.at(-1)).toEqual([['trk_2', 'trk_3'], ['trk_1']])
  })

  it('does not come back by an answer that was asked for before the takedown', async () => {
    offered.set(sampleRelease())
    let answer: (response: Response) => void = () => {}
    answers = [() => new Promise((resolve) => (answer = resolve))]
    const loading = offered.load()
    offered.receive('takedown', data({}))
    answer(await json(sampleRelease()))
    await loading
    expect(offered.current()?.tracks).toEqual([])
  })

  it('comes back when it is live again', async () => {
    offered.set(sampleRelease())
    offered.receive('takedown', data({}))
    expect(offered.receive('live', data({}))).toBe(true)
    answers = [() => json(sampleRelease(2))]
    await offered.load()
    expect(changes.at(-1)).toEqual([['trk_1', 'trk_2', 'trk_3'], []])
  })
})
