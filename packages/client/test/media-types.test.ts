import { limits, operations, type PlayEvent } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { Spindle } from '../src/index.ts'
import { playBatches, playLimits } from '../src/resources/play-batches.ts'

/** What is not JSON: tables and lines, as they stream. */

const token = 'a-token-of-the-property-long-enough-for-a-hub'
let hub: TestHub
let account: TestAccount
let client: Spindle
beforeAll(async () => {
  hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `player=${token}` } })
  account = await createTestAccount(hub)
  client = new Spindle({ baseUrl: hub.url, apiKey: await account.key(), integrationToken: token })
})

const play = (id: string, trackId = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'): PlayEvent =>
  ({ id, trackId, at: new Date().toISOString() }) as PlayEvent

describe('answers', () => {
  it('of the contract in another text than JSON are each offered', () => {
    const others = operations
      .filter((operation) => Object.values(operation.responses).some(({ mediaTypes = [] }) => mediaTypes.length > 0))
      .map(({ id }) => id)
    // catalog.text, analytics.csv, analytics.csvOfAll, integration.audio, integration.cover, uploads.audio, uploads.image, releases.getMessage,
    // imports.getMessage, tableImports.errors, exports.download and events.stream. Signed addresses are for browsers.
    expect(others.sort()).toEqual([
      'downloadExport',
      'getDistributorAnalytics',
      'getImportMessage',
      'getMusicAnalytics',
      'getPlayableCover',
      'getReleaseMessage',
      'getSignedAudio',
      'getSignedCover',
      'getTableImportErrors',
      'getTrackAudio',
      'getUploadAudio',
      'getUploadImage',
      'listCatalog',
      'streamEvents',
      'streamFeed',
    ])
  })

  it.each([
    ['catalog as CSV', () => client.catalog.text({ format: 'csv' }), /^text\/csv/],
    ['catalog as NDJSON', () => client.catalog.text({ format: 'ndjson' }), /^application\/x-ndjson/],
    ['analytics as CSV', () => client.analytics.csv({ granularity: 'day' }), /^text\/csv/],
    ['all analytics as CSV', () => client.analytics.csvOfAll(), /^text\/csv/],
  ])('%s come as a stream that is not read yet', async (_name, ask, mediaType) => {
    const response = await ask()
    expect(response.headers.get('content-type')).toMatch(mediaType)
    expect(response.bodyUsed).toBe(false)
    expect(response.body).toBeInstanceOf(ReadableStream)
    await response.text()
  })

  it('have the requested items, and name the next page', async () => {
    const { id: uploadId } = await client.uploads.create(new Uint8Array([1, 2, 3]))
    for (const title of ['One', 'Two'])
      await client.releases.create({ title, type: 'single', tracks: [{ title, uploadId }] })
    const response = await client.catalog.text({ format: 'ndjson', limit: 1 })
    const lines = (await response.text()).trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { title: string }).title)).toEqual(['Two'])
    expect(response.headers.get('link')).toMatch(/rel="next"/)
  })
})

describe('plays in batches', () => {
  it('keep to what the contract allows', () => {
    expect(playLimits).toEqual({ events: limits.maxPlaysPerBatch, bytes: limits.maxPlaysBytes })
  })

  it('hold as many events as one request takes', async () => {
    const sizes = async (events: Iterable<PlayEvent>): Promise<number[]> => {
      const found = []
      for await (const { text } of playBatches(events)) {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(5 * 1024 ** 2)
        found.push(text.trimEnd().split('\n').length)
      }
      return found
    }
    const many = (count: number, id = 'x') => Array.from({ length: count }, (_, index) => play(`${id}${index}`))
    expect(await sizes([])).toEqual([])
    expect(await sizes(many(10_000))).toEqual([10_000])
    expect(await sizes(many(20_001))).toEqual([10_000, 10_000, 1])
    // 4 KiB each, in characters of three bytes.
    const wide = await sizes(many(2_000, '☃'.repeat(1_365)))
    expect(wide.length).toBe(2)
    expect(wide.reduce((sum, size) => sum + size)).toBe(2_000)
  })

  it('are read as they are sent, and say which of all events were refused', async () => {
    let made = 0
    async function* events(): AsyncGenerator<PlayEvent> {
      for (; made < 10_002; made++) yield play(`play-${made}`)
    }
    const madeAtReceipt = []
    const refused = []
    for await (const receipt of client.integration.playsInBatches(events())) {
      madeAtReceipt.push(made)
      refused.push(...receipt.refused)
    }
    expect(madeAtReceipt).toEqual([10_000, 10_002])
    // There is no such track.
    expect(refused).toHaveLength(10_002)
    expect(refused[0]).toMatchObject({ index: 0, id: 'play-0' })
    expect(refused.at(-1)).toMatchObject({ index: 10_001, id: 'play-10001' })
  })
})
