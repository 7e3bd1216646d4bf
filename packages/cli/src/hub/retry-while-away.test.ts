import { ConnectionError, NotFoundError, SpindleError } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { isAway, retryWhileAway } from './retry-while-away.ts'

const lost = new ConnectionError('lost', { code: 'connection_failed' })
const status = (code: number): SpindleError => new SpindleError('no', { status: code, code: 'some_code' })

/** Work that fails with these in turn, then answers. */
function failing(...errors: readonly unknown[]) {
  const left = [...errors]
  return async (): Promise<string> => {
    if (left.length > 0) throw left.shift()
    return 'done'
  }
}

describe('retryWhileAway', () => {
  const { signal } = new AbortController()

  it('answers at once when the hub does, and says nothing', async () => {
    const heard: unknown[] = []
    expect(await retryWhileAway(failing(), { signal, onAway: (error) => heard.push(error) })).toBe('done')
    expect(heard).toEqual([])
  })

  it('retries until the hub is back, and says once why it waits', async () => {
    const heard: unknown[] = []
    const work = failing(lost, status(503), lost, status(502))
    expect(await retryWhileAway(work, { signal, pauseMs: 1, onAway: (error) => heard.push(error) })).toBe('done')
    expect(heard).toEqual([lost])
  })

  it('gives up with the last error when its patience is over', async () => {
    const work = failing(...Array.from({ length: 100 }, () => lost))
    await expect(retryWhileAway(work, { signal, pauseMs: 1, patienceMs: 5, onAway: () => {} })).rejects.toBe(lost)
  })

  it('does not repeat what the hub refused', async () => {
    const refused = new NotFoundError('no', { status: 404, code: 'release_not_found' })
    await expect(retryWhileAway(failing(refused), { signal, onAway: () => {} })).rejects.toBe(refused)
  })

  it('ends with Ctrl-C while it waits', async () => {
    const abort = new AbortController()
    const waiting = retryWhileAway(failing(lost, lost), {
      signal: abort.signal,
      pauseMs: 60_000,
      onAway: () => abort.abort(new Error('Interrupted')),
    })
    await expect(waiting).rejects.toThrow('Interrupted')
  })
})

describe('isAway', () => {
  it.each([
    [lost, true],
    [status(408), true],
    [status(429), true],
    [status(500), true],
    [status(503), true],
    [status(507), false],
    [status(501), false],
    [status(404), false],
    [new Error('x'), false],
  ])('of %s is %j', (error, expected) => {
    expect(isAway(error)).toBe(expected)
  })
})
