import { operations } from '@spindle/contract'
import { checkValue } from '@spindle/contract/check'
import { consoleOperations } from '@spindle/contract/console'
import { describe, expect, it } from 'vitest'
import { fakeHub } from '../harness/fake-hub.ts'
import { fillAnswer } from '../harness/fill-answer.ts'
import { webLocks } from '../harness/web-locks.ts'

describe('the hub in memory', () => {
  it('has its own answer to every operation that the console may call', () => {
    const own = operations.filter(({ auth }) => auth !== 'integrationToken')
    const wrong = [...own, ...consoleOperations].flatMap(({ id, responses }) =>
      Object.entries(responses).flatMap(([status, { schema }]) =>
        schema === null ? [] : checkValue(schema, fillAnswer(schema, undefined)).map((one) => ({ id, status, ...one })),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('fills in what a test leaves out, and gives each item of a list its own id', async () => {
    const hub = fakeHub()
    hub.answer('listKeys', { data: [{ name: 'A' }, { name: 'B' }] })
    const answer = await hub.fetch('/console/a/acc_1/api/v1/distributor/keys?limit=20', sessionOf('GET'))
    const { data, page } = (await answer.json()) as {
      data: { id: string; name: string; status: string }[]
      page: object
    }
    expect(data.map(({ id, name, status }) => [id, name, status])).toEqual([
      ['key_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'A', 'active'],
      ['key_01JD3MZ6V8Q4W9X2K7N5T0RH01', 'B', 'active'],
    ])
    expect(page).toEqual({ limit: 1, nextCursor: null, hasMore: false })
  })

  it('takes an answer that no hub gives for a fault of the test', async () => {
    const hub = fakeHub()
    hub.answer('getKey', { hint: 'x'.repeat(200) })
    await expect(hub.fetch('/console/a/acc_1/api/v1/distributor/keys/key_1', sessionOf('GET'))).rejects.toThrow(
      'no hub answers getKey so',
    )
    expect(hub.faults.length).toBe(1)
  })

  it('takes a request of no operation, an unknown parameter and a wrong body for faults of the page', async () => {
    const hub = fakeHub()
    await expect(hub.fetch('/console/api/nothing')).rejects.toThrow('no operation takes GET /console/api/nothing')
    await hub.fetch('/console/a/acc_1/api/v1/distributor/keys?colour=red', sessionOf('GET'))
    await hub.fetch('/console/api/session/confirm', {
      ...sessionOf('POST'),
      body: JSON.stringify({ password: '' }),
    })
    await hub.fetch('/console/api/sessions', { method: 'GET' })
    expect(hub.faults).toEqual([
      'Error: no operation takes GET /console/api/nothing',
      'listKeys takes no parameter colour',
      'confirmSession takes no such body: /password Must not be empty.',
      'listSessions is asked by no page of the console',
    ])
  })

  it('fails only as the operation can', async () => {
    const hub = fakeHub()
    hub.fail('listKeys', 'release_not_found')
    await expect(hub.fetch('/api/v1/distributor/keys')).rejects.toThrow('listKeys never fails with release_not_found')
  })

  it('drops a request that is aborted while its answer is held', async () => {
    const hub = fakeHub()
    hub.hold('listKeys')
    const gone = new AbortController()
    const asked = hub.fetch('/api/v1/distributor/keys', { signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
  })
})

describe('the locks of the window', () => {
  it('are given to one after the other, and to several who share at the same time', async () => {
    const locks = webLocks()
    const seen: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = locks.request('a', { mode: 'shared' }, () => promise)
    const second = locks.request('a', { mode: 'shared' }, () => void seen.push('shared'))
    const third = locks.request('a', () => void seen.push('alone'))
    await second
    expect(await locks.request('a', { ifAvailable: true }, (lock) => lock)).toBe(null)
    expect((await locks.query()).held).toEqual([{ name: 'a' }])
    expect(seen).toEqual(['shared'])
    resolve()
    await Promise.all([first, third])
    expect(seen).toEqual(['shared', 'alone'])
  })

  it('are not waited for any more after the signal', async () => {
    const locks = webLocks()
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = locks.request('a', () => promise)
    const gone = new AbortController()
    const second = locks.request('a', { signal: gone.signal }, () => 'never')
    gone.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    resolve()
    await first
  })
})

const sessionOf = (method: string) => ({
  method,
  headers: { 'x-spindle-console': '1', 'content-type': 'application/json' },
})
