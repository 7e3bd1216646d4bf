import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConnectionError, type Integration, SpindleError } from '@spindle/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findMirrorPlace, type MirrorPlace, makeFolder, prepareMirror } from './mirror-place.ts'
import type { MirrorSession } from './mirror-session.ts'
import { refreshQueue } from './refresh-queue.ts'
import type { RefreshedRelease } from './refresh-release.ts'

let place: MirrorPlace
const idOf = (number: number): string => `rel_${String(number).padStart(26, '0')}`
const gone = (): SpindleError => new SpindleError('gone', { code: 'release_not_found', status: 404 })

beforeEach(async () => {
  place = await findMirrorPlace(await mkdtemp(join(tmpdir(), 'spindle-queue-')))
  await makeFolder(place.own)
  await prepareMirror(place)
})
afterEach(() => rm(place.root, { recursive: true }))

/** A session with a hub that only knows the answer to `release`. */
function openSession(release: (id: string) => Promise<unknown>, changes: Partial<MirrorSession> = {}): MirrorSession {
  return {
    integration: { release } as unknown as Integration,
    place,
    covers: [],
    audio: 'none',
    signal: new AbortController().signal,
    patienceMs: 60_000,
    concurrency: 2,
    onAway: () => {},
    ...changes,
  }
}

const releaseOf = (id: string) => ({ id, title: `Release ${id}`, cover: null, signedCover: null, tracks: [] })

describe('the queue of releases', () => {
  it('copies a release, finds it unchanged the second time, and removes it when the hub ends it', async () => {
    let isGone = false
    const done: RefreshedRelease[] = []
    const session = openSession(async (id) => {
      if (isGone) throw gone()
      return releaseOf(id)
    })
    const queue = refreshQueue(session, (one) => void done.push(one))
    await queue.refresh(idOf(1))
    expect([...queue.changed]).toEqual([idOf(1)])
    queue.changed.clear()
    await queue.refresh(idOf(1))
    expect([...queue.changed]).toEqual([])
    isGone = true
    await queue.refresh(idOf(1))
    await queue.refresh(idOf(1))
    expect(done.map(({ outcome }) => outcome)).toEqual(['copied', 'unchanged', 'removed', 'absent'])
  })

  it('works on as many at a time as it may, and on each of them only once at a time', async () => {
    const now = new Map<string, number>()
    let most = 0
    const session = openSession(async (id) => {
      now.set(id, (now.get(id) ?? 0) + 1)
      most = Math.max(
        most,
        [...now.values()].reduce((sum, count) => sum + count, 0),
      )
      expect(now.get(id)).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      now.set(id, 0)
      return releaseOf(id)
    })
    const done: string[] = []
    const queue = refreshQueue(session, ({ releaseId }) => void done.push(releaseId))
    const ids = [1, 2, 3, 4, 5, 1, 1].map(idOf)
    await queue.refreshAll(ids)
    expect(done.sort()).toEqual([...ids].sort())
    expect(most).toBe(2)
  })

  it('begins no other release after one has failed', async () => {
    const asked: string[] = []
    const session = openSession(
      async (id) => {
        asked.push(id)
        throw new SpindleError('refused', { code: 'invalid_token', status: 401 })
      },
      { concurrency: 1 },
    )
    const queue = refreshQueue(session, () => {})
    await expect(queue.refreshAll([1, 2, 3].map(idOf))).rejects.toMatchObject({ code: 'invalid_token' })
    expect(asked).toEqual([idOf(1)])
  })

  it('waits for a hub that is away, and says so once', async () => {
    let failures = 2
    const away: string[] = []
    const session = openSession(
      async (id) => {
        if (failures-- > 0) throw new ConnectionError('no answer', { code: 'connection_failed' })
        return releaseOf(id)
      },
      { onAway: ({ code }) => void away.push(code) },
    )
    const done: RefreshedRelease[] = []
    await refreshQueue(session, (one) => void done.push(one)).refresh(idOf(1))
    expect(done).toMatchObject([{ outcome: 'copied' }])
    expect(away).toEqual(['connection_failed'])
  })

  it('refuses an id that is not one of a release before it asks the hub', async () => {
    const asked: string[] = []
    const session = openSession(async (id) => asked.push(id))
    for (const id of ['../../etc', 'rel_1', '', `${idOf(1)}/..`, `${idOf(1)}\n`])
      await expect(refreshQueue(session, () => {}).refresh(id)).rejects.toMatchObject({ code: 'unexpected_answer' })
    expect(asked).toEqual([])
  })
})
