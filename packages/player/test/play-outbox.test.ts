import { beforeEach, describe, expect, it, vi } from 'vitest'
import { atEnd } from '../../server/test/harness/cleanup.ts'
import type { CountedPlay } from '../src/plays/play-counter.ts'
import { type PlayOutbox, playOutbox } from '../src/plays/play-outbox.ts'

const now = Date.parse('2026-05-01T08:10:00Z')
const play = (id: string, more: Partial<CountedPlay> = {}): CountedPlay => ({
  ...{ id, trackId: 'trk_1', at: '2026-05-01T08:00:00.000Z', playedMs: 31_000 },
  ...more,
})

let status: number
let sent: string[][]
let beacons: string[][]
let stored: Map<string, string>
let nowMs: number
const idsIn = (body: string): string[] => (JSON.parse(body) as CountedPlay[]).map(({ id }) => id)

const storage = (): Storage => ({
  get length() {
    return stored.size
  },
  key: (index) => [...stored.keys()][index] ?? null,
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
  clear: () => stored.clear(),
})

const openOutbox = (kept: Storage | undefined = storage()): PlayOutbox =>
  playOutbox({
    address: '/plays',
    storage: kept,
    nowMs: () => nowMs,
    async post(body) {
      sent.push(idsIn(body))
      if (status === 0) throw new TypeError('no network')
      return { ok: status < 300, status }
    },
    beacon: (body) => void beacons.push(idsIn(body)),
  })

beforeEach(() => {
  vi.useFakeTimers()
  status = 204
  sent = []
  beacons = []
  stored = new Map()
  nowMs = now
})
atEnd(() => vi.useRealTimers())

describe('plays on their way', () => {
  it('are sent when they are final, and forgotten when they were accepted', async () => {
    const outbox = openOutbox()
    outbox.save(play('a'), false)
    expect([sent, stored.size]).toEqual([[], 1])
    outbox.save(play('a', { playedMs: 60_000 }), true)
    await vi.runAllTimersAsync()
    expect([sent, stored.size]).toEqual([[['a']], 0])
  })

  it.each([0, 500, 502, 503, 429, 404])('are sent again with the same id after status %s', async (bad) => {
    status = bad
    const outbox = openOutbox()
    outbox.save(play('a'), true)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(sent).toEqual([['a']])
    status = 200
    await vi.advanceTimersByTimeAsync(2_000)
    expect([sent, stored.size]).toEqual([[['a'], ['a']], 0])
  })

  it('are dropped if the server refuses the body', async () => {
    status = 400
    openOutbox().save(play('a'), true)
    await vi.runAllTimersAsync()
    expect([sent, stored.size]).toEqual([[['a']], 0])
  })

  it('are sent together after an outage, fewer requests as it lasts', async () => {
    status = 503
    const outbox = openOutbox()
    for (const id of ['a', 'b', 'c']) outbox.save(play(id), true)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(sent.length).toBeLessThan(30)
    status = 200
    await vi.advanceTimersByTimeAsync(300_000)
    expect([sent.at(-1), stored.size]).toEqual([['a', 'b', 'c'], 0])
  })

  it('go with the page, and are sent again by the next one in case that failed', async () => {
    const outbox = openOutbox()
    outbox.leave(() => outbox.save(play('a'), true))
    expect([sent, beacons]).toEqual([[], [['a']]])
    openOutbox().open()
    await vi.runAllTimersAsync()
    expect([sent, stored.size]).toEqual([[['a']], 0])
  })

  it('of a page that crashed are sent by the next one, a minute after their last change', async () => {
    openOutbox().save(play('a'), false)
    nowMs += 59_000
    openOutbox().open()
    expect(sent).toEqual([])
    nowMs += 2_000
    openOutbox().open()
    await vi.runAllTimersAsync()
    expect(sent).toEqual([['a']])
  })

  it('older than a week are dropped, and what others stored is left alone', async () => {
    openOutbox().save(play('old', { at: '2026-04-20T08:00:00.000Z' }), false)
    stored.set('spindle-play:broken', '{')
    stored.set('theme', 'dark')
    stored.set('spindle-play:x', JSON.stringify({ address: '/other', play: play('x'), openAtMs: 0 }))
    openOutbox().open()
    await vi.runAllTimersAsync()
    expect([sent, [...stored.keys()]]).toEqual([[], ['spindle-play:broken', 'theme', 'spindle-play:x']])
  })

  it('are sent where nothing can be stored', async () => {
    const full = { ...storage(), setItem: () => expect.unreachable() } as unknown as Storage
    Object.defineProperty(full, 'setItem', {
      value: () => {
        throw new Error('full')
      },
    })
    for (const kept of [undefined, full]) openOutbox(kept).save(play('a'), true)
    await vi.runAllTimersAsync()
    expect(sent).toEqual([['a'], ['a']])
  })
})
