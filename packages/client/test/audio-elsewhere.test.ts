import { createHash } from 'node:crypto'
import { operations } from '@spindle/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub } from '../../server/test/harness/hub.ts'
import { type FakeS3, startFakeS3 } from '../../server/test/harness/object-store/fake-s3.ts'
import { shortMaster } from '../../server/test/harness/submittable.ts'
import { Spindle } from '../src/index.ts'
import { elsewhereIds } from '../src/operations/endpoints.ts'

/** A hub that sends programs to its object store for audio, and the client that goes there. */

const master = shortMaster(1)
let store: FakeS3
let client: Spindle
let apiKey: string
let uploadId: string
beforeAll(async () => {
  store = await startFakeS3({ minPartBytes: 5 * 1024 * 1024 })
  const hub = await startTestHub({ environment: { ...store.environment, SPINDLE_AUDIO_REDIRECT: 'on' } })
  apiKey = await (await createTestAccount(hub)).key(['music:write', 'music:read'])
  client = new Spindle({ baseUrl: hub.url, apiKey })
  const { id } = await client.uploads.create(master, { filename: 'one.wav' })
  await client.uploads.waitFor(id)
  uploadId = id
})
beforeEach(() => {
  store.visits.length = 0
})

it('every operation that may redirect is followed, and no other', () => {
  const redirecting = operations.filter(({ responses }) => '307' in responses).map(({ id }) => id)
  expect(redirecting.sort()).toEqual([...elsewhereIds].sort())
})

describe('audio in the object store', () => {
  it('comes whole, with the entity tag of the hub', async () => {
    const response = await client.uploads.audio(uploadId)
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe(`"${createHash('sha256').update(master).digest('hex')}"`)
    expect(response.headers.get('x-request-id')).toMatch(/./)
    expect(Buffer.from(await response.arrayBuffer()).equals(master)).toBe(true)
    expect(store.visits).toHaveLength(1)
  })

  it('comes in part, also to a raw request', async () => {
    const part = await client.uploads.audio(uploadId, { range: { start: 10, end: 19 } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(master.subarray(10, 20))).toBe(true)
    const raw = await client.request('GET', `/api/v1/distributor/uploads/${uploadId}/audio`)
    expect(Buffer.from(await raw.arrayBuffer()).equals(master)).toBe(true)
    expect(store.visits).toHaveLength(2)
  })

  it('is requested without any credential', async () => {
    await (await client.uploads.audio(uploadId)).arrayBuffer()
    expect(store.visits).toHaveLength(1)
    const { headers } = store.visits[0] ?? { headers: {} }
    expect(headers).not.toHaveProperty('x-api-key')
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('cookie')
    expect(JSON.stringify(headers)).not.toContain(apiKey)
  })

  it('is requested again with a new address when the store refuses, and its address is in no error', async () => {
    let refused = 0
    const visitors: string[] = []
    const flaky = new Spindle({
      baseUrl: new URL(client.baseUrl).origin,
      apiKey,
      maxRetries: 1,
      fetch: async (url, init) => {
        if (!url.includes('X-Amz-Signature')) return fetch(url, init)
        visitors.push(url)
        return refused++ === 0 ? new Response('expired', { status: 403 }) : fetch(url, init)
      },
    })
    const response = await flaky.uploads.audio(uploadId)
    expect(Buffer.from(await response.arrayBuffer()).equals(master)).toBe(true)
    expect(visitors).toHaveLength(2)
    refused = -1_000
    const never = new Spindle({
      baseUrl: client.baseUrl,
      apiKey,
      maxRetries: 0,
      fetch: async (url, init) =>
        url.includes('X-Amz-Signature') ? new Response('expired', { status: 403 }) : fetch(url, init),
    })
    const error = await never.uploads.audio(uploadId).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ConnectionError' })
    expect(String(error)).not.toContain('X-Amz')
  })
})

it('any other redirect is refused', async () => {
  const away = new Spindle({
    baseUrl: 'https://hub.example',
    apiKey,
    maxRetries: 0,
    fetch: async () => new Response(null, { status: 302, headers: { location: 'https://login.example' } }),
  })
  await expect(away.uploads.audio('upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB')).rejects.toMatchObject({ name: 'ConnectionError' })
})
