import { describe, expect, it } from 'vitest'
import { collect } from '../../test/harness/collect.ts'
import { readResponseBody } from './read-response-body.ts'

const body = (pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new Response(new ReadableStream<Uint8Array>({ pull }))

describe('readResponseBody', () => {
  it('passes the bytes on as they come', async () => {
    const { signal } = new AbortController()
    const chunks = await collect(readResponseBody(new Response('abc'), signal))
    expect(Buffer.concat(chunks).toString()).toBe('abc')
  })

  it('ends at once when there is no body', async () => {
    const { signal } = new AbortController()
    expect(await collect(readResponseBody(new Response(null), signal))).toEqual([])
  })

  it('fails when the connection is lost in the middle, because half a document looks like a whole one', async () => {
    const { signal } = new AbortController()
    const cut = body((controller) => controller.error(new TypeError('terminated')))
    await expect(collect(readResponseBody(cut, signal))).rejects.toMatchObject({
      code: 'connection_failed',
      message: 'The connection was lost during the response, so the output is incomplete',
      fix: 'Run the same command again.',
    })
  })

  it('ends with the reason of Ctrl-C', async () => {
    const abort = new AbortController()
    const endless = body((controller) => {
      controller.enqueue(Buffer.from('x'))
      abort.abort(new Error('Interrupted'))
    })
    await expect(collect(readResponseBody(endless, abort.signal))).rejects.toThrow('Interrupted')
  })
})
