import { ConnectionError, type ReleaseEvent, type Releases } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { eventReader, type FollowOptions, followRelease } from './follow-release.ts'

const lost = new ConnectionError('lost', { code: 'connection_failed' })

/** A hub whose release is in these states, one after the other; an error is what a request fails with. */
function hubWith(
  states: readonly (string | Error | object)[],
  events: readonly Partial<ReleaseEvent>[] = [],
): Releases {
  const left = [...states]
  return {
    get: async (id: string) => {
      const state = left.length > 1 ? left.shift() : left[0]
      if (state instanceof Error) throw state
      const more = typeof state === 'object' ? state : { status: state }
      return { id, tracks: [], deliveries: [], review: null, ...more }
    },
    listEvents: async function* () {
      yield* events
    },
  } as never
}

const { signal } = new AbortController()
const follow = (releases: Releases, options: Partial<FollowOptions> = {}) =>
  followRelease(releases, 'rel_1', eventReader(releases, 'rel_1', signal), {
    until: 'delivered',
    signal,
    pauseMs: 1,
    onEvent: () => {},
    onAway: () => {},
    ...options,
  })

describe('followRelease', () => {
  it.each([
    ['delivered', ['submitted', 'delivering', 'live'], 'live'],
    ['delivered', ['delivering', 'scheduled', 'live'], 'scheduled'],
    ['live', ['scheduled', 'scheduled', 'live'], 'live'],
    ['taken_down', ['takedown_pending', 'taken_down'], 'taken_down'],
  ] as const)('until %s ends at the first of %j that is it', async (until, states, end) => {
    expect(await follow(hubWith(states), { until })).toMatchObject({ status: end })
  })

  it('outlives a restart of the hub, and says so once', async () => {
    const heard: unknown[] = []
    const releases = hubWith(['delivering', lost, lost, lost, 'live'])
    expect(await follow(releases, { onAway: (error) => heard.push(error) })).toMatchObject({ status: 'live' })
    expect(heard).toEqual([lost])
  })

  it.each([
    ['draft', 1],
    ['taken_down', 1],
    ['delivery_failed', 4],
    ['rejected', 4],
    ['changes_requested', 4],
  ])('ends at %s, which it does not leave by itself, with %i', async (status, exitCode) => {
    await expect(follow(hubWith([status]))).rejects.toMatchObject({
      code: 'wait_dead_end',
      exitCode,
      message: `The release is ${status.replaceAll('_', ' ')} and will not become delivered without a change`,
    })
  })

  it('lists what the reviewer asks for, at the member', async () => {
    const issues = [
      { pointer: '/tracks/0/title', note: 'Please use the full title' },
      { pointer: '', note: 'Two things' },
    ]
    const review = { decision: 'changes_requested', revision: 1, note: 'Nearly there', issues }
    const release = { status: 'changes_requested' as const, revision: 1, review: review as never }
    await expect(follow(hubWith([release]))).rejects.toMatchObject({
      problems: [
        { where: 'track 1, title', what: 'Please use the full title' },
        { where: 'release', what: 'Two things' },
      ],
    })
  })

  it('lists which outlets refused it, and why', async () => {
    const delivery = {
      outlet: { name: 'Sandbox' },
      status: 'refused',
      tracks: [],
      reason: { code: 'rights_conflict', message: 'No rights.' },
    }
    await expect(follow(hubWith([{ status: 'delivery_failed', deliveries: [delivery] }]))).rejects.toMatchObject({
      exitCode: 4,
      problems: [{ where: 'Sandbox', what: 'No rights.' }],
    })
  })

  it('gives up when the time is over', async () => {
    await expect(follow(hubWith(['delivering']), { timeoutMs: 5 })).rejects.toMatchObject({
      code: 'wait_timeout',
      exitCode: 1,
      message: 'Timed out: the release is still delivering, not delivered',
    })
  })

  it('ends with Ctrl-C', async () => {
    const abort = new AbortController()
    abort.abort(new Error('Interrupted'))
    await expect(follow(hubWith(['delivering']), { signal: abort.signal })).rejects.toThrow('Interrupted')
  })
})

describe('eventReader', () => {
  it('answers each event once, oldest first, from the newest at the beginning', async () => {
    const events = [{ id: 'evt_2' }, { id: 'evt_1' }]
    const takeNew = eventReader(hubWith(['live'], events as never), 'rel_1', signal)
    expect(await takeNew()).toEqual([{ id: 'evt_2' }])
    expect(await takeNew()).toEqual([])
    events.unshift({ id: 'evt_4' }, { id: 'evt_3' })
    const later = eventReader(hubWith(['live'], events as never), 'rel_1', signal)
    expect(await later()).toEqual([{ id: 'evt_4' }])
  })
})
