import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Log, silentLog } from '../../src/platform/logging/log.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { takeDown } from '../harness/live-releases.ts'
import { offerPlayableRelease } from '../harness/playable-release.ts'
import { untilCompressed } from '../harness/renditions.ts'
import { startSecondNode } from '../harness/second-node.ts'
import { tokenOfSiteA, tokenOfSiteB } from '../harness/shared-property-hub.ts'
import { pathOf } from '../harness/signing-hub.ts'

const tokens = { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenOfSiteA},site-b=${tokenOfSiteB}` }
/** Four seconds with 192 kbit/s, and the frames that the encoder adds. */
const size = 97_175

describe('the MP3 of a track', () => {
  const made: unknown[] = []
  const log: Log = { ...silentLog, info: (event, fields) => void (event === 'renditions.made' && made.push(fields)) }
  let hub: TestHub
  let offered: Awaited<ReturnType<typeof offerPlayableRelease>>
  let track: { readonly trackId: string; readonly url: string; readonly signed: string; readonly master: string }
  const get = (path: string, bearer: string | undefined, headers: Record<string, string> = {}) =>
    hub.request(path, { headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), ...headers } })
  beforeAll(async () => {
    hub = await startTestHub({ environment: tokens, overrides: { log } })
    offered = await offerPlayableRelease(hub)
    const { tracks } = await untilCompressed(hub, offered.releaseId)
    const { trackId = '', signedAudio, renditions } = tracks[0] ?? {}
    track = {
      trackId,
      url: `/api/integration/tracks/${trackId}/audio?format=mp3`,
      signed: pathOf(renditions?.[0]?.signedAudio ?? null),
      master: pathOf(signedAudio ?? null),
    }
    expect(renditions).toEqual([
      {
        format: 'mp3',
        contentType: 'audio/mpeg',
        bitRate: 192,
        size,
        signedAudio: expect.objectContaining({ boundTo: null }),
      },
    ])
  })

  it('is what the property gets with the format', async () => {
    const answer = await get(track.url, tokenOfSiteA)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{64}-mp3-192"$/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([bytes.length, bytes.readUInt16BE(0)]).toEqual([size, 0xff_fb])
    const part = await get(track.url, tokenOfSiteA, { range: 'bytes=1000-1999' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${size}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true)
  })

  it('plays at its signed address, which is not one of the master', async () => {
    const answer = await get(track.signed, undefined, { range: 'bytes=0-9' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'audio/mpeg'])
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await get(track.signed.replace('format=mp3&', ''), undefined)).status).toBe(403)
    expect((await get(`${track.master}&format=mp3`, undefined)).status).toBe(403)
  })

  it('is made once, however often it is requested', async () => {
    await Promise.all(Array.from({ length: 5 }, () => untilCompressed(hub, offered.releaseId)))
    expect((await get(track.url, tokenOfSiteA)).status).toBe(200)
    expect(made).toHaveLength(1)
  })

  it('is not found by another property', async () => {
    expect((await get(track.url, tokenOfSiteB)).status).toBe(404)
  })

  it('is made again if the storage has lost it', async () => {
    await rm(join(hub.dataDir, 'uploads', 'renditions'), { recursive: true })
    const answer = await get(track.url, tokenOfSiteA)
    expect([answer.status, (await answer.json()).error]).toEqual([409, 'rendition_not_ready'])
    expect(answer.headers.get('retry-after')).toBe('30')
    await eventually(async () => (await get(track.url, tokenOfSiteA)).status === 200, { what: 'the MP3 again' })
    expect(made).toHaveLength(2)
  })

  it('is replaced after a change of the bit rate, and played until then', async () => {
    const node = await startSecondNode(hub, {
      role: 'api',
      environment: { ...tokens, SPINDLE_RENDITION_BIT_RATE: '128' },
    })
    const ask = async () =>
      (await node.json('GET', `/api/integration/releases/${offered.releaseId}`, { bearer: tokenOfSiteA })).body
        .tracks[0].renditions[0].bitRate
    expect(await ask()).toBe(192)
    await eventually(async () => (await ask()) === 128, { what: 'the MP3 with 128 kbit/s' })
    const folders = await readdir(join(hub.dataDir, 'uploads', 'renditions'), { recursive: true })
    const names = folders.filter((name) => name.endsWith('.mp3'))
    expect(names.map((name) => name.replace(/^.*?\./, ''))).toEqual(['128.mp3'])
  })

  it('ends with the takedown', async () => {
    await takeDown(hub, { ...offered, property: 'site-a' })
    expect((await get(track.url, tokenOfSiteA)).status).toBe(404)
    expect((await get(track.signed, undefined)).status).toBe(404)
  })
})

it('the MP3 of a track is not made, and the release has none, if renditions are off', async () => {
  const hub = await startTestHub({ environment: { ...tokens, SPINDLE_RENDITIONS: 'off' } })
  const { releaseId } = await offerPlayableRelease(hub)
  const { body } = await hub.json('GET', `/api/integration/releases/${releaseId}`, { bearer: tokenOfSiteA })
  expect(body.tracks[0].renditions).toEqual([])
  const path = `/api/integration/tracks/${body.tracks[0].trackId}/audio?format=mp3`
  const answer = await hub.json('GET', path, { bearer: tokenOfSiteA })
  expect([answer.status, answer.body.error]).toEqual([409, 'rendition_unavailable'])
  expect(await hub.opened.database.system.rows('select 1 from renditions')).toEqual([])
})

it('the MP3 of a track is not made if it would not be smaller than the master, and that is found again after a day', async () => {
  let nowMs = Date.now()
  const hub = await startTestHub({ environment: tokens, overrides: { clock: { now: () => nowMs } } })
  // As a long silent FLAC: a minute with 192 kbit/s is more than the file.
  const { releaseId } = await offerPlayableRelease(hub, { durationMs: 60_000 })
  const { body } = await hub.json('GET', `/api/integration/releases/${releaseId}`, { bearer: tokenOfSiteA })
  const path = `/api/integration/tracks/${body.tracks[0].trackId}/audio?format=mp3`
  const ask = async () => (await hub.json('GET', path, { bearer: tokenOfSiteA })).body.error
  const untilRefused = () => eventually(async () => (await ask()) === 'rendition_unavailable', { what: 'the refusal' })
  await untilRefused()
  nowMs += 25 * 3_600_000
  expect(await ask()).toBe('rendition_not_ready')
  await untilRefused()
})
