import type { Upload } from '@spindle/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellNews } from '../../data/live/live-news.ts'
import { AnalysisWatch, mostAsked } from './analysis-watch.ts'

const account = 'acc_1'
const upload = (id: string, status: string): Upload => ({ id, status }) as unknown as Upload

describe('files that wait for their analysis', () => {
  let statuses: Map<string, string>
  let asked: string[][]
  let ended: string[]
  let gone: string[]
  let watch: AnalysisWatch

  beforeEach(() => {
    vi.useFakeTimers()
    statuses = new Map()
    asked = []
    ended = []
    gone = []
    watch = new AnalysisWatch({
      accountId: account,
      list(ids) {
        asked.push([...ids])
        return Promise.resolve(
          ids.flatMap((id) => {
            const status = statuses.get(id)
            return status === undefined ? [] : [upload(id, status)]
          }),
        )
      },
      onEnded(uploads, missing) {
        ended.push(...uploads.map(({ id }) => id))
        gone.push(...missing)
      },
    })
  })

  afterEach(() => {
    watch.close()
    vi.useRealTimers()
  })

  it('are requested together, and no more once they have ended', async () => {
    for (const id of ['upl_1', 'upl_2', 'upl_3']) {
      statuses.set(id, 'ready')
      watch.watch([id])
    }
    statuses.set('upl_2', 'rejected')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked).toEqual([['upl_1', 'upl_2', 'upl_3']])
    expect(ended).toEqual(['upl_1', 'upl_2', 'upl_3'])
  })

  it('are requested again until they have, and those that are gone or expired are reported', async () => {
    statuses.set('upl_1', 'analysing').set('upl_2', 'expired')
    watch.watch(['upl_1', 'upl_2', 'upl_3'])
    await vi.advanceTimersByTimeAsync(100)
    expect(gone).toEqual(['upl_2', 'upl_3'])
    statuses.set('upl_1', 'ready')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked.slice(1)).toEqual([['upl_1']])
    expect(ended).toEqual(['upl_1'])
  })

  it('are requested after an event about one of them, and after no other event', async () => {
    statuses.set('upl_1', 'analysing')
    watch.watch(['upl_1'])
    await vi.advanceTimersByTimeAsync(100)
    statuses.set('upl_1', 'ready')
    const told = { id: undefined, event: 'upload' } as const
    tellNews(account, { ...told, data: { id: 'upl_9', status: 'ready' } })
    await vi.advanceTimersByTimeAsync(100)
    expect(asked.length).toBe(1)
    tellNews(account, { ...told, data: { id: 'upl_1', status: 'ready' } })
    await vi.advanceTimersByTimeAsync(100)
    expect(ended).toEqual(['upl_1'])
  })

  it('are requested a hundred at a time, one request after the other', async () => {
    const ids = Array.from({ length: mostAsked + 5 }, (_, index) => `upl_${index}`)
    for (const id of ids) statuses.set(id, 'analysing')
    watch.watch(ids)
    await vi.advanceTimersByTimeAsync(100)
    for (const id of ids) statuses.set(id, 'ready')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked[0]?.length).toBe(mostAsked)
    expect(ended.toSorted()).toEqual(ids.toSorted())
  })
})
