import type { Integration } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { followTakedowns } from './follow-takedowns.ts'
import type { MirrorSession } from './mirror-session.ts'
import type { RefreshQueue } from './refresh-queue.ts'

const event = (endedTrackIds: readonly string[], releaseId = 'rel_1') => ({
  event: 'changed',
  id: 'next',
  data: { releaseId, changedAt: '2026-11-28T12:00:00Z', trackIds: [], endedTrackIds },
})

/** Follows events that a test wrote down; answers the releases that were refreshed at once. */
function follow(events: () => AsyncGenerator<unknown>, signal = new AbortController().signal) {
  const refreshed: string[] = []
  const refresh = async (id: string): Promise<void> => {
    refreshed.push(id)
    if (id === 'rel_broken') throw new Error('the hub is away')
  }
  const session = { integration: { events } as unknown as Integration, signal } as MirrorSession
  const feed = followTakedowns(session, { refresh } as RefreshQueue)
  return { feed, refreshed }
}

describe('the events of a feed', () => {
  it('refresh a release at once only if tracks of it ended, and wake the command', async () => {
    const { feed, refreshed } = follow(async function* () {
      yield { event: 'ready', id: 'first', data: {} }
      yield event([])
      yield event(['trk_1'], 'rel_2')
    })
    await feed.untilNews(3_600_000)
    await feed.close()
    expect(refreshed).toEqual(['rel_2'])
  })

  it('continue after a refresh failed, because the feed shows the release again', async () => {
    const { feed, refreshed } = follow(async function* () {
      yield event(['trk_1'], 'rel_broken')
      yield event(['trk_2'], 'rel_3')
    })
    await feed.untilNews(3_600_000)
    await feed.close()
    expect(refreshed).toEqual(['rel_broken', 'rel_3'])
  })

  it('wake the command if the hub refuses them, so that it reads the feed', async () => {
    const { feed } = follow(async function* () {
      yield await Promise.reject(new Error('invalid_token'))
    })
    await feed.untilNews(3_600_000)
    await feed.close()
  })

  it('are waited for no longer than the interval, and not after Ctrl-C', async () => {
    const abort = new AbortController()
    const silent = async function* () {
      await new Promise<void>((resolve) => abort.signal.addEventListener('abort', () => resolve()))
      yield event([])
    }
    const { feed } = follow(silent, abort.signal)
    await feed.untilNews(1)
    const waiting = feed.untilNews(3_600_000)
    abort.abort()
    await waiting
    await feed.close()
  })
})
