import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import type { TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'

/** RFC 9110 section 8.4: bodies are stored and parsed as they arrive. */
describe('Content-Encoding', () => {
  let hub: TestHub
  let key: string
  beforeAll(async () => {
    hub = await sharedHub()
    key = await (await createTestAccount(hub)).key()
  })

  const send = async (path: string, headers: Readonly<Record<string, string>>, body: Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(`${hub.url}${path}`, { method: 'POST', headers: { 'x-api-key': key, ...headers }, body })
    return [answer.status, (await answer.json()) as unknown]
  }
  const json = new Uint8Array(Buffer.from('{"title":"Song","type":"single","tracks":[]}'))
  const refused = (coding: string) => [
    415,
    expect.objectContaining({
      error: 'unsupported_media_type',
      detail: `The hub does not decode Content-Encoding: ${coding}. Send the body without it.`,
    }),
  ]

  it.each(['gzip', 'br', 'deflate, gzip'])('%s is refused', async (coding) => {
    const headers = { 'content-encoding': coding }
    const releases = '/api/v1/music-distributor/releases'
    expect(
      await send(releases, { ...headers, 'content-type': 'application/json' }, new Uint8Array(gzipSync(json))),
    ).toEqual(refused(coding))
    expect(
      await send(
        '/api/v1/distributor/uploads',
        { ...headers, 'content-type': 'audio/wav' },
        new Uint8Array(gzipSync(json)),
      ),
    ).toEqual(refused(coding))
  })

  it('is refused as a transfer coding too', async () => {
    const { hostname, port } = new URL(hub.url)
    const [status, body] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const headers = { 'x-api-key': key, 'transfer-encoding': 'gzip, chunked', 'content-type': 'audio/wav' }
      request({ hostname, port, path: '/api/v1/distributor/uploads', method: 'POST', headers }, (answer) => {
        text(answer).then((body) => resolve([answer.statusCode, body]), reject)
      })
        .on('error', reject)
        .end(gzipSync(json))
    })
    expect([status, JSON.parse(body)]).toMatchObject([
      415,
      { detail: 'The hub does not decode Transfer-Encoding: gzip, chunked. Send the body without it.' },
    ])
  })

  it('does not matter for a GET, whose body is not read', async () => {
    const { hostname, port } = new URL(hub.url)
    const status = await new Promise((resolve, reject) => {
      const headers = { 'x-api-key': key, 'content-encoding': 'gzip', 'content-length': '2' }
      request({ hostname, port, path: '/api/v1/distributor/catalog', headers }, (answer) => {
        resolve(answer.resume().statusCode)
      })
        .on('error', reject)
        .end('{}')
    })
    expect(status).toBe(200)
  })

  it('identity is no coding', async () => {
    const headers = { 'content-encoding': 'identity', 'content-type': 'application/json' }
    expect((await send('/api/v1/music-distributor/releases', headers, json))[0]).toBe(422)
  })
})
