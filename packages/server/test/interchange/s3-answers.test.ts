import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { explainFailure } from '../../src/features/interchange/transports/failures.ts'
import { s3Transport } from '../../src/features/interchange/transports/s3-transport.ts'

/** What an outlet says about answers of object stores. HEAD, by which a bucket is asked for, has no body. */

async function transportOf(status: number, code: string) {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume().on('end', () => {
      response.writeHead(status)
      response.end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>No</Message></Error>`)
    })
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const place = { bucket: 'inbox', prefix: '', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` }
  const transport = s3Transport({ ...place, accessKeyId: 'key' }, 'secret')
  onTestFinished(async () => {
    await transport.close()
    server.closeAllConnections()
    server.close()
  })
  return transport
}

const failureOf = (work: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('an object store', () => {
  it.each([
    ['in another region', 301, 'PermanentRedirect', 'the bucket is in another region, or at another endpoint'],
    ['without the bucket', 404, 'NoSuchBucket', 'the bucket does not exist'],
    ['that refuses', 403, 'InvalidAccessKeyId', 'the object store refused the access key or its permissions (Unknown)'],
    ['that cannot', 400, 'AuthorizationHeaderMalformed', 'the object store answered 400 without a reason'],
  ])('%s is described to the operator', async (_, status, code, message) => {
    const transport = await transportOf(status, code)
    expect(await failureOf(transport.greet?.())).toMatchObject({ message })
  })

  it.each([
    ['another region', 400, 'AuthorizationHeaderMalformed', 'outlet_paused'],
    ['another endpoint', 301, 'PermanentRedirect', 'outlet_paused'],
    ['a full quota', 403, 'QuotaExceeded', 'outlet_full'],
  ])('that answers a file with %s (%i %s) fails as %s', async (_, status, answer, code) => {
    const transport = await transportOf(status, answer)
    const signal = new AbortController().signal
    const failure = await failureOf(transport.putStream('file', Readable.from([Buffer.from('text')]), signal))
    expect(explainFailure(failure)).toMatchObject({ code })
  })
})

describe('what is not an object store', () => {
  /** Answers every request alike. */
  async function transportAt(status: number, headers: Readonly<Record<string, string>>, body = '') {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(status, headers)
        response.end(request.method === 'HEAD' ? '' : body)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const place = { bucket: 'inbox', prefix: '', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` }
    const transport = s3Transport({ ...place, accessKeyId: 'key' }, 'secret', { partBytes: 5 })
    onTestFinished(async () => {
      await transport.close()
      server.closeAllConnections()
      server.close()
    })
    return transport
  }
  const signal = new AbortController().signal
  const page = '<!doctype html><html><body>Sign in to the network</body></html>'

  it.each<[string, number, Record<string, string>]>([
    ['a sign-in page', 200, { 'content-type': 'text/html; charset=utf-8' }],
    ['a page in XHTML', 200, { 'content-type': 'application/xhtml+xml' }],
    ['a redirect to a sign-in page', 302, { location: 'http://portal.example/', 'content-type': 'text/html' }],
    ['another redirect to it', 303, { location: 'http://portal.example/' }],
    ['the status of a network that wants a sign-in', 511, { 'content-type': 'text/html' }],
  ])('is named by the test of an outlet, and takes no file: %s', async (_, status, headers) => {
    const transport = await transportAt(status, headers, page)
    const wanted = {
      name: 'NotAnObjectStore',
      message: expect.stringContaining('check the endpoint, and whether the network asks'),
    }
    expect(await failureOf(transport.greet?.())).toMatchObject(wanted)
    for (const content of ['text', 'a text in several parts'])
      expect(await failureOf(transport.putStream('file', Readable.from([Buffer.from(content)]), signal))).toMatchObject(
        wanted,
      )
    expect(await failureOf(transport.list('acknowledgements'))).toMatchObject(wanted)
  })

  it('takes no file where a server says yes to everything', async () => {
    const transport = await transportAt(200, {})
    expect(await failureOf(transport.putStream('file', Readable.from([Buffer.from('text')]), signal))).toMatchObject({
      name: 'NotAnObjectStore',
      message: expect.stringContaining('no ETag'),
    })
  })

  it('is not a page of a proxy with an error', async () => {
    const transport = await transportAt(502, { 'content-type': 'text/html' }, page)
    expect(await failureOf(transport.greet?.())).toMatchObject({
      message: 'the object store answered 502 without a reason',
    })
  })
})
