import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import type { TestHub } from '../../server/test/harness/hub.ts'
import { createLiveRelease } from '../../server/test/harness/live-releases.ts'
import { sharedHub } from '../../server/test/harness/shared-hub.ts'
import { tokenOfSiteA, tokenOfSiteB } from '../../server/test/harness/shared-property-hub.ts'
import { startSigningHub } from '../../server/test/harness/signing-hub.ts'
import { type FeedEvent, type LiveEvent, Spindle } from '../src/index.ts'
import { parseEvents } from '../src/resources/parse-events.ts'

describe('client.events.stream', () => {
  let hub: TestHub
  let apiKey: string
  beforeAll(async () => {
    hub = await sharedHub()
    apiKey = await (await createTestAccount(hub)).key()
  })

  it('continues after the last event when the connection is lost', async () => {
    const sent: Headers[] = []
    let cut: (() => void) | undefined
    const client = new Spindle({
      baseUrl: hub.url,
      apiKey,
      fetch: async (url, init) => {
        if (!url.endsWith('/events/stream')) return fetch(url, init)
        sent.push(new Headers(init.headers))
        const line = new AbortController()
        cut = () => line.abort()
        return fetch(url, { ...init, signal: AbortSignal.any([line.signal, init.signal as AbortSignal]) })
      },
    })
    const end = new AbortController()
    const lines: boolean[] = []
    const seen: LiveEvent[] = []
    const begin = async (name: string) => (await client.uploads.begin({ size: 5, filename: name })).uploadId
    let firstBegun: Promise<string> | undefined
    let second = ''
    const onLine = (isGood: boolean): void => {
      // Once the callback reports a connection, every later event arrives.
      if (lines.push(isGood) === 1) firstBegun = begin('one.wav')
    }
    const stream = client.events.stream({ signal: end.signal, onLine })
    for await (const event of stream) {
      seen.push(event)
      if (seen.length === 1) {
        cut?.()
        second = await begin('two.wav')
      } else break
    }
    end.abort()
    expect(seen.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: 'upload', data: { id: await firstBegun, status: 'awaiting_data' } },
      { event: 'upload', data: { id: second, status: 'awaiting_data' } },
    ])
    expect(sent.map((headers) => headers.get('last-event-id'))).toEqual([null, seen[0]?.id])
    expect(lines).toEqual([true, false, true])
  })

  it('ends with the error that another attempt would not change', async () => {
    const stranger = new Spindle({ baseUrl: hub.url, apiKey: 'spn_nobody' })
    await expect(stranger.events.stream()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'api_key_invalid',
    })
  })
})

describe('server-sent events', () => {
  const read = async (...chunks: string[]) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    })
    const events = []
    for await (const event of parseEvents({ body } as Response, () => {}, 1_000)) events.push(event)
    return events
  }

  it('are read across pieces, with comments, other line ends and data of several lines', async () => {
    expect(
      await read(
        ': open\n\nretry: 2000\n\nid: 1-2-3\nevent: rel',
        'ease\ndata: {"id":\ndata: "é"}\n\n: alive\r\n\r\n',
        'event: reset\r\ndata:{}\r\n\r\nevent: cut',
      ),
    ).toEqual([
      { id: '1-2-3', event: 'release', data: { id: 'é' } },
      { id: undefined, event: 'reset', data: {} },
    ])
  })
})

describe('client.integration.events', () => {
  it('continues after the last event when the connection is lost, and ends with the token', async () => {
    const { hub, replaceTokens } = await startSigningHub()
    const { accountId } = await createTestAccount(hub)
    const sent: Headers[] = []
    let cut: (() => void) | undefined
    const client = new Spindle({
      baseUrl: hub.url,
      integrationToken: tokenOfSiteA,
      fetch: async (url, init) => {
        sent.push(new Headers(init.headers))
        const line = new AbortController()
        cut = () => line.abort()
        return fetch(url, { ...init, signal: AbortSignal.any([line.signal, init.signal as AbortSignal]) })
      },
    })
    const seen: FeedEvent[] = []
    const follow = async (): Promise<void> => {
      for await (const event of client.integration.events()) {
        seen.push(event)
        if (seen.length === 1) {
          cut?.()
          await createLiveRelease(hub, { accountId, properties: ['site-a'] })
        } else await replaceTokens(`site-b=${tokenOfSiteB}`)
      }
    }
    await expect(follow()).rejects.toMatchObject({ code: 'invalid_token' })
    expect(seen.map(({ event }) => event)).toEqual(['ready', 'live'])
    expect(sent.slice(0, 3).map((headers) => headers.get('last-event-id'))).toEqual([null, seen[0]?.id, seen[1]?.id])
  })
})
