import { execFile } from 'node:child_process'
import { Agent } from 'node:http'
import { promisify } from 'node:util'
import * as tus from 'tus-js-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { type FaultProxy, startFaultProxy } from '../harness/fault-proxy.ts'
import { isMissing } from '../harness/programs.ts'
import { sha256, startUploadHub, testBytes, type UploadClient, uploadsPath } from '../harness/uploads.ts'

/** Third-party clients. */

describe('independent clients', () => {
  let client: UploadClient
  let proxy: FaultProxy
  const bytes = testBytes(6_000_000, 9)
  beforeAll(async () => {
    client = await startUploadHub()
    const { hostname: host, port } = new URL(client.hub.url)
    proxy = await startFaultProxy({ host, port: Number(port) })
  })
  atEnd(() => proxy.close())

  const uploadOf = async (url: string) =>
    (await client.hub.json('GET', new URL(url).pathname, { key: client.key })).body

  it('tus-js-client finds its way back after cuts', async () => {
    let retries = 0
    // Location has the hub's address, so the upload is given that of the faulty connection.
    const path = await client.begin(bytes.length)
    await new Promise<void>((resolve, reject) => {
      const upload = new tus.Upload(bytes, {
        uploadUrl: `http://127.0.0.1:${proxy.port}${path}`,
        headers: { 'X-API-Key': client.key },
        retryDelays: [0, 50, 100, 200],
        // A connection for each request, so that the one of the first PATCH can be interrupted.
        httpStack: new tus.DefaultHttpStack({ agent: new Agent() }),
        onAfterResponse: (request) => {
          if (request.getMethod() === 'HEAD' && retries < 2)
            proxy.breakNext({ afterBytes: 1_500_000, direction: 'up', how: 'reset' })
        },
        onShouldRetry: () => {
          retries += 1
          return true
        },
        onError: reject,
        onSuccess: () => resolve(),
      })
      upload.start()
    })
    expect(retries).toBe(2)
    expect(await uploadOf(`${client.hub.url}${path}`)).toMatchObject({ status: 'received', sha256: sha256(bytes) })
  })

  it('tus-js-client sends in chunks, with the length deferred', async () => {
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new tus.Upload(bytes, {
        endpoint: `${client.hub.url}${uploadsPath}`,
        headers: { 'X-API-Key': client.key },
        chunkSize: 2_500_000,
        uploadLengthDeferred: true,
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
      })
      upload.start()
    })
    expect(await uploadOf(url)).toMatchObject({ size: 6_000_000, status: 'received', sha256: sha256(bytes) })
  })

  it.skipIf(isMissing('curl'))('curl stores a file in one request, asking first', async () => {
    const { stdout } = await promisify(execFile)('curl', [
      ...['-sS', '-X', 'POST', '-H', `X-API-Key: ${client.key}`, '-H', 'Content-Type: audio/wav'],
      ...['-H', 'Expect: 100-continue', '--data-binary', `@${import.meta.filename}`],
      `${client.hub.url}${uploadsPath}?filename=source.wav`,
    ])
    expect(JSON.parse(stdout)).toMatchObject({ filename: 'source.wav', status: 'received' })
  })

  it.skipIf(isMissing('curl'))('curl is refused before it sends the body', async () => {
    const { stdout, stderr } = await promisify(execFile)('curl', [
      ...['-sv', '-X', 'POST', '-H', 'X-API-Key: spn_wrong', '-H', 'Content-Type: audio/wav'],
      ...['-H', 'Expect: 100-continue', '--data-binary', `@${import.meta.filename}`],
      `${client.hub.url}${uploadsPath}`,
    ])
    expect(JSON.parse(stdout)).toMatchObject({ error: 'api_key_invalid' })
    expect(stderr).not.toContain('100 Continue')
  })
})
