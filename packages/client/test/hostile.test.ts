import { inspect } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { discover, memoryUploadCache, Spindle, type SpindleOptions } from '../src/index.ts'
import { type Answer, json, type ScriptedServer, startScriptedServer } from './harness/scripted-server.ts'

/** Answers of a hub that is not one, or not a good one: they end the call, never the process, and learn no secret. */

let server: ScriptedServer
let other: ScriptedServer
beforeAll(async () => {
  ;[server, other] = await Promise.all([startScriptedServer(), startScriptedServer()])
  other.play(json(200, {}))
})
const secret = 'the-secret'
const client = (options: Partial<SpindleOptions> = {}) =>
  new Spindle({ baseUrl: server.url, apiKey: secret, maxRetries: 0, timeoutMs: 60_000, ...options })
const failureOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => expect.fail('it was expected to fail'),
    (error: unknown) => error as Error,
  )
/** What a log would hold of it. */
const logged = (value: unknown): string => inspect(value, { depth: 20, showHidden: true }) + String(value)
const mebibyte = 1024 ** 2

describe('secrets', () => {
  it('stay in the client when it is looked at', () => {
    const all = client({ accessToken: secret, integrationToken: secret })
    expect(logged(all) + JSON.stringify(all)).not.toContain(secret)
  })

  it.each(['apiKey', 'accessToken', 'integrationToken'] as const)(
    'that no header can carry are refused unsent and unsaid: %s',
    async (name) => {
      server.play(json(200, {}))
      for (const value of [`${secret}\nx-other: 1`, `${secret}\0`, `“${secret}”`]) {
        const { keys, outlets, integration } = client({ [name]: value, maxRetries: 2 })
        const calls = {
          apiKey: () => outlets.list(),
          accessToken: () => keys.list().page(),
          integrationToken: () => integration.verify(),
        }
        const error = await failureOf(calls[name]())
        expect(error).toMatchObject({ name: 'AuthenticationError', code: 'credentials_malformed' })
        expect(error.message).toContain(name)
        expect(logged(error)).not.toContain(secret)
      }
      expect(server.seen).toHaveLength(0)
    },
  )

  it('are sent to no other host, wherever a redirect leads', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      server.play((_, response) => void response.writeHead(status, { location: other.url }).end())
      await failureOf(client().outlets.list())
      await failureOf(client().releases.submit('rel_1'))
    }
    server.play((_, response) => void response.writeHead(201, { location: `${other.url}/files/upl_1` }).end())
    await client().uploads.begin({ size: 3 })
    expect(other.seen).toHaveLength(0)
  })

  it('of an address are refused, and not repeated', async () => {
    for (const baseUrl of [
      `http://user:${secret}@hub.example`,
      `ftp://user:${secret}@hub.example`,
      `user:${secret}@hub`,
    ]) {
      const error = await failureOf(Promise.resolve().then(() => new Spindle({ baseUrl })))
      expect(error.message).toContain('use the address of the hub')
      expect(logged(error)).not.toContain(secret)
    }
  })

  it('in an answer that is not JSON are not quoted', async () => {
    server.play((_, response) => void response.writeHead(200).end(`${secret}`))
    const error = await failureOf(client().outlets.list())
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'answer_invalid' })
    expect(logged(error)).not.toContain(secret)
  })

  it.each([[null], [[]], [{}], [{ access_token: 5 }], [{ access_token: '' }]])(
    'are not made of a token answer that has none: %j',
    async (answer) => {
      server.play(json(200, answer))
      const service = new Spindle({ baseUrl: server.url, clientId: 'a', clientSecret: secret, maxRetries: 0 })
      expect(await failureOf(service.keys.list().page())).toMatchObject({ code: 'answer_invalid' })
      expect(server.seen.map(({ path }) => path)).toEqual(['/oauth/token'])
    },
  )
})

describe('headers', () => {
  it('that cannot be sent are named before anything is', async () => {
    server.play(json(200, {}))
    const asking = client({ maxRetries: 2 })
    for (const idempotencyKey of ['a\r\nx-api-key: b', '日'])
      expect((await failureOf(asking.releases.submit('rel_1', { idempotencyKey }))).message).toContain(
        'idempotency-key',
      )
    expect((await failureOf(asking.releases.update('rel_1', {}, { ifMatch: 'a\nb' }))).message).toContain('if-match')
    expect(server.seen).toHaveLength(0)
  })
})

describe('answers', () => {
  it('that are errors are read as far as an error goes', async () => {
    let sentBytes = 0
    const endless: Answer = (_, response) => {
      const more = Buffer.alloc(mebibyte, 'a')
      const send = (): void => {
        sentBytes += more.length
        if (!response.destroyed && sentBytes < 200 * mebibyte) response.write(more, send)
        else response.end()
      }
      response.writeHead(500)
      send()
    }
    server.play(endless)
    expect(await failureOf(client().outlets.list())).toMatchObject({ name: 'ServerError', code: 'http_500' })
    expect(sentBytes).toBeLessThan(50 * mebibyte)
  })

  it('cannot make an error of any length, or of any kind', async () => {
    const errors = [
      { pointer: 1, code: {}, detail: {} },
      { pointer: '/a', code: 'b', detail: 'c'.repeat(5_000) },
    ]
    server.play(json(400, { error: `x\u001b[2J`, detail: 'y'.repeat(500_000), errors }))
    const error = await failureOf(client().outlets.list())
    expect(error).toMatchObject({ code: 'http_400', errors: [{ pointer: '/a' }] })
    expect(error.message.length).toBeLessThan(5_000)
  })

  it('do not change what every object has', async () => {
    const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}'
    server.play((_, response) => void response.writeHead(200).end(`${polluting},"data":[],"page":{"hasMore":false}}`))
    await client().releases.list().page()
    server.play((_, response) => void response.writeHead(400).end(`${polluting},"errors":[${polluting}}]}`))
    await failureOf(client().outlets.list())
    expect('polluted' in {}).toBe(false)
  })

  it('end with the signal, also when they are read as bytes', async () => {
    server.play((_, response) => void response.writeHead(200).write('a'))
    const controller = new AbortController()
    const { integration } = client({ integrationToken: secret })
    const response = await integration.audio('trk_1', { signal: controller.signal })
    const reading = failureOf(response.arrayBuffer())
    controller.abort(new Error('enough'))
    expect(await reading).toMatchObject({ message: 'enough' })
  })
})

describe('lists', () => {
  it('end when a page leads to itself', async () => {
    server.play(json(200, { data: [1], page: { hasMore: true, nextCursor: 'same' } }))
    const read = async () => {
      for await (const _ of client().releases.list()) if (server.seen.length > 10) return
    }
    expect(await failureOf(read())).toMatchObject({ code: 'cursor_repeated' })
    expect(server.seen).toHaveLength(2)
  })
})

describe('uploads', () => {
  const created: Answer = (_, response) => void response.writeHead(201, { location: '/files/upl_1' }).end()
  const at =
    (offset: string): Answer =>
    (_, response) =>
      void response.writeHead(204, { 'upload-offset': offset }).end()

  it.each(['', '/', '.', 'https://other.example/..'])('that are created at %j are not', async (location) => {
    server.play((_, response) => void response.writeHead(201, { location }).end())
    expect(await failureOf(client().uploads.begin({ size: 3 }))).toMatchObject({ code: 'answer_invalid' })
    expect(await failureOf(client().uploads.create(new Uint8Array(3), { maxRetries: 0 }))).toMatchObject({
      code: 'answer_invalid',
    })
    expect(server.seen.every(({ method }) => method === 'POST')).toBe(true)
  })

  it('that were remembered as another address are not requested', async () => {
    server.play(at('0'))
    const uploadCache = memoryUploadCache()
    await uploadCache.set(`${server.url}|tape`, '..')
    await failureOf(client({ uploadCache }).uploads.create(new Uint8Array(3), { resume: 'tape', maxRetries: 0 }))
    expect(server.seen).toHaveLength(0)
  })

  it.each([
    ['stays where it is', [at('0')]],
    ['goes back', [at('2'), at('0'), at('2'), at('0'), at('2'), at('0'), at('2'), at('0'), at('2'), at('0')]],
    ['is past the end', [at('9')]],
    ['is no number a computer counts with', [at('9'.repeat(400))]],
  ])('whose offset %s come to an end', async (_name, offsets) => {
    server.play(created, ...offsets)
    const error = await failureOf(client().uploads.create(new Uint8Array(3), { maxRetries: 1, timeoutMs: 1_000 }))
    expect(error).toMatchObject({ name: 'UploadError' })
    expect(server.seen.length).toBeLessThan(10)
  })
})

describe('discovery', () => {
  it('reads no more of a document than a document has', async () => {
    let sentBytes = 0
    const answer = (bytes: number): Response =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            sentBytes += bytes
            if (sentBytes < 50 * mebibyte) controller.enqueue(new Uint8Array(bytes).fill(0x20))
            else controller.close()
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      )
    const challenge = 'Bearer resource_metadata="https://hub.example/.well-known/oauth-protected-resource"'
    const fetch = async (url: string) =>
      url === 'https://hub.example/x'
        ? new Response(null, { status: 401, headers: { 'www-authenticate': challenge } })
        : answer(mebibyte)
    expect(await failureOf(discover('https://hub.example/x', { fetch }))).toMatchObject({ code: 'document_too_large' })
    expect(sentBytes).toBeLessThan(5 * mebibyte)
  })
})
