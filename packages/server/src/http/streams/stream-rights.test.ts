import { describe, expect, it } from 'vitest'
import type { AccountId } from '../../platform/values/ids.ts'
import type { StreamRight } from '../principal.ts'
import { streamRights } from './stream-rights.ts'

const [ours, theirs] = ['acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHZZ'] as AccountId[]
const keyOf = (id: string, accountId = ours as AccountId): StreamRight => ({ kind: 'apiKey', id, accountId })
const sessionOf = (id: string, accountId = ours as AccountId): StreamRight => ({ kind: 'session', id, accountId })

describe('the rights of streams', () => {
  const open = () => {
    const gone = new Set<string>()
    const suspended = new Set<string>()
    const asked: number[] = []
    const live = async (rights: readonly StreamRight[]) => {
      asked.push(rights.length)
      if (gone.has('database')) throw new Error('away')
      return rights.filter(({ id, accountId }) => !gone.has(`${id} ${accountId}`))
    }
    const rights = streamRights({
      listLiveKeys: live,
      listLiveSessions: live,
      isSuspended: async (id) => suspended.has(id),
    })
    const ended: string[] = []
    const watch = (right: StreamRight) => rights.watch(right, () => ended.push(`${right.id} ${right.accountId}`))
    return { gone, suspended, asked, ended, watch }
  }
  it('end each stream whose key, session or membership is gone, and no other one', async () => {
    const { gone, ended, watch } = open()
    const stops = [keyOf('key_1'), keyOf('key_2'), sessionOf('ses_1'), sessionOf('ses_1', theirs)].map(watch)
    gone.add(`key_1 ${ours}`).add(`ses_1 ${theirs}`)
    await expect.poll(() => ended.toSorted()).toEqual([`key_1 ${ours}`, `ses_1 ${theirs}`])
    for (const stop of stops) stop()
  })

  it('end every stream of a suspended account', async () => {
    const { suspended, ended, watch } = open()
    const stops = [keyOf('key_1'), sessionOf('ses_1'), keyOf('key_2', theirs)].map(watch)
    suspended.add(String(ours))
    await expect.poll(() => ended.length).toBe(2)
    expect(ended.toSorted()).toEqual([`key_1 ${ours}`, `ses_1 ${ours}`])
    for (const stop of stops) stop()
  })

  it('end two streams of one right, and none while the database is away', async () => {
    const { gone, asked, ended, watch } = open()
    const stops = [keyOf('key_1'), keyOf('key_1')].map(watch)
    gone.add('database').add(`key_1 ${ours}`)
    await expect.poll(() => asked.length).toBeGreaterThan(2)
    expect(ended).toEqual([])
    gone.delete('database')
    await expect.poll(() => ended).toEqual([`key_1 ${ours}`, `key_1 ${ours}`])
    for (const stop of stops) stop()
  })
})
