import { ConnectionError, type Uploads } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { uploadWatcher } from './upload-watcher.ts'

const lost = new ConnectionError('lost', { code: 'connection_failed' })

/** A hub that has analysed more at every look; an error is what a look fails with. */
function hubWith(
  looks: readonly (Readonly<Record<string, string>> | Error)[],
  older: Readonly<Record<string, string>> = {},
) {
  const requests: string[] = []
  const left = [...looks]
  const uploads = {
    list: () => ({
      pages: async function* () {
        requests.push('list')
        const look = left.length > 1 ? left.shift() : left[0]
        if (look instanceof Error) throw look
        yield { data: Object.entries(look ?? {}).map(([id, status]) => ({ id, status })) }
      },
    }),
    get: async (id: string) => {
      requests.push(`get ${id}`)
      return { id, status: older[id] }
    },
  } as unknown as Uploads
  return { uploads, requests }
}

const { signal } = new AbortController()
const options = { signal, pauseMs: 1, onAway: () => {} }

describe('uploadWatcher', () => {
  it('waits for many uploads with one request per look', async () => {
    const { uploads, requests } = hubWith([
      { a: 'analysing', b: 'analysing', c: 'analysing' },
      { a: 'ready', b: 'analysing', c: 'rejected' },
      { a: 'ready', b: 'ready', c: 'rejected' },
    ])
    const watcher = uploadWatcher(uploads, options)
    const found = await Promise.all(['a', 'b', 'c'].map((id) => watcher.waitFor(id)))
    expect(found.map(({ status }) => status)).toEqual(['ready', 'ready', 'rejected'])
    expect(requests).toEqual(['list', 'list', 'list'])
  })

  it('resolves every wait for one upload, such as two files with the same bytes', async () => {
    const watcher = uploadWatcher(hubWith([{ a: 'analysing' }, { a: 'ready' }]).uploads, options)
    const found = await Promise.all([watcher.waitFor('a'), watcher.waitFor('a')])
    expect(found.map(({ status }) => status)).toEqual(['ready', 'ready'])
  })

  it('requests one by one the uploads that are no longer in the list', async () => {
    const { uploads, requests } = hubWith([{ a: 'ready' }], { old: 'ready' })
    const watcher = uploadWatcher(uploads, options)
    await Promise.all([watcher.waitFor('a'), watcher.waitFor('old')])
    expect(requests).toEqual(['list', 'get old'])
  })

  it('can be used again after it has stopped', async () => {
    const watcher = uploadWatcher(hubWith([{ a: 'ready', b: 'ready' }]).uploads, options)
    expect(await watcher.waitFor('a')).toMatchObject({ id: 'a' })
    expect(await watcher.waitFor('b')).toMatchObject({ id: 'b' })
  })

  it('outlives a restart of the hub, and says so once', async () => {
    const heard: unknown[] = []
    const { uploads } = hubWith([lost, lost, { a: 'ready' }])
    const watcher = uploadWatcher(uploads, { ...options, onAway: (error) => heard.push(error) })
    expect(await watcher.waitFor('a')).toMatchObject({ status: 'ready' })
    expect(heard).toEqual([lost])
  })

  it('fails all who wait when the hub refuses', async () => {
    const refused = new Error('no')
    const watcher = uploadWatcher(hubWith([refused]).uploads, options)
    const outcomes = await Promise.allSettled([watcher.waitFor('a'), watcher.waitFor('b')])
    expect(outcomes).toEqual([
      { status: 'rejected', reason: refused },
      { status: 'rejected', reason: refused },
    ])
  })

  it('gives up an analysis that takes too long', async () => {
    const watcher = uploadWatcher(hubWith([{ a: 'analysing' }]).uploads, { ...options, timeoutMs: 3 })
    await expect(watcher.waitFor('a')).rejects.toMatchObject({ code: 'wait_timeout' })
  })

  it('ends with Ctrl-C', async () => {
    const abort = new AbortController()
    const watcher = uploadWatcher(hubWith([{ a: 'analysing' }]).uploads, { ...options, signal: abort.signal })
    const waiting = watcher.waitFor('a')
    abort.abort(new Error('Interrupted'))
    await expect(waiting).rejects.toThrow('Interrupted')
  })
})
