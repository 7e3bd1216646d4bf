import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { importsPath } from '../harness/imports.ts'
import { setDefaults } from '../harness/labels.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'
import { coverJpeg, shortMaster, storeFile } from '../harness/submittable.ts'
import { md5, message42, type Parts, sha256 } from './messages.ts'

/** Submitted messages, from the request to the draft. */

describe('imports', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let wav: Buffer
  let audio: string
  let other: string
  let cover: string
  let serial = 0
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all' }))
    const at = { url: hub.hub.url, key: fixture.key }
    wav = shortMaster(1)
    const stored = [
      storeFile(at, 'audio/wav', wav),
      storeFile(at, 'audio/wav', shortMaster(2)),
      coverJpeg().then((bytes) => storeFile(at, 'image/jpeg', bytes)),
    ] as const
    ;[audio, other, cover] = await Promise.all(stored)
  })

  const filesOf = (uploadId: string) => [
    { path: 'resources/A1.wav', uploadId },
    { path: 'resources/A2.jpg', uploadId: cover },
  ]
  const bring = async (xml: string, files: object[]) => {
    const answer = await fixture.post(importsPath, { message: Buffer.from(xml).toString('base64'), files })
    expect(answer).toMatchObject({ status: 202, body: { status: 'waiting', releaseId: null, endedAt: null } })
    return eventually(
      async () => {
        const { body } = await hub.json('GET', `${importsPath}/${answer.body.id}`, { key: fixture.key })
        return body.status === 'waiting' ? undefined : body
      },
      { what: 'the end of the import' },
    )
  }
  /** A message about a new release. */
  const own = (): { readonly write: (parts?: Parts) => string; readonly upc: string } => {
    const id = String(++serial).padStart(2, '0')
    const digits = `0200000100${id}`
    const upc = `${digits}${checkDigit(digits)}`
    return {
      upc,
      write: (parts = {}) => message42({ messageId: `M${id}`, upc, ...parts }).replaceAll('far-1', `far-${id}`),
    }
  }

  it('makes a draft, and nothing more', async () => {
    const { write, upc } = own()
    const ended = await bring(write(), filesOf(audio))
    expect(ended).toMatchObject({
      status: 'created',
      version: '4.2',
      senderId: 'PADPIDA2099010103C',
      senderName: 'Far Label',
      messageCreatedAt: '2026-11-01T10:00:00.000Z',
      refusal: null,
      files: [
        { path: 'resources/A1.wav', uploadId: audio, status: 'accepted' },
        { path: 'resources/A2.jpg', uploadId: cover, status: 'accepted' },
      ],
      notes: [
        { code: 'dropped', message: expect.stringContaining('AudioChapterReference') },
        {
          code: 'differs',
          message:
            'Track 1: the message has the length 3:01, but the audio lasts 0:04. The length of the audio is used.',
        },
      ],
    })
    const { body: draft } = await fixture.get(ended.releaseId)
    expect(draft).toMatchObject({
      status: 'draft',
      title: 'Night Drive',
      upc,
      genre: 'electronic',
      coverUploadId: cover,
      tracks: [{ title: 'Intro', version: 'Live', isrc: 'ZZABC2600001', uploadId: audio }],
      submittedAt: null,
    })
  })

  it('changes the release that the next message is about, and does nothing the second time', async () => {
    const { write } = own()
    const first = await bring(write(), filesOf(audio))
    expect(await bring(write(), filesOf(audio))).toMatchObject({ status: 'unchanged', releaseId: first.releaseId })
    const lyrics = { text: 'la', language: 'de' }
    const { body: before } = await fixture.get(first.releaseId)
    const tracks = [{ ...trackOf(before), lyrics }]
    await fixture.patch(first.releaseId, { metadata: { order: '1' }, subtitle: 'By hand', tracks })
    const next = write({ messageId: 'N1', title: 'Day Drive', createdAt: '2026-11-02T10:00:00Z' })
    expect(await bring(next, [])).toMatchObject({
      status: 'updated',
      releaseId: first.releaseId,
      files: [{ status: 'kept' }, { status: 'kept' }],
    })
    const { body: after } = await fixture.get(first.releaseId)
    expect(after).toMatchObject({ title: 'Day Drive', metadata: { order: '1' }, status: 'draft' })
    expect(after).not.toHaveProperty('subtitle')
    expect(after.tracks).toMatchObject([{ id: before.tracks[0].id, uploadId: audio, lyrics }])
    expect(await bring(next, filesOf(audio))).toMatchObject({ status: 'unchanged' })
    expect((await fixture.get(first.releaseId)).body.revision).toBe(after.revision)
  })

  it('fills from the defaults of the account only what no message can say, and keeps it', async () => {
    const { write } = own()
    const defaults = { language: 'en', keywords: ['night'], outlets: ['sandbox'], trackDefaults: { moods: ['calm'] } }
    await setDefaults(hub, fixture, defaults)
    const { releaseId } = await bring(write(), filesOf(audio))
    await setDefaults(hub, fixture, {})
    const { body: draft } = await fixture.get(releaseId)
    expect(draft).toMatchObject({ outlets: ['sandbox'], tracks: [{ moods: ['calm'] }] })
    expect(draft).not.toHaveProperty('keywords')
    expect(await bring(write(), filesOf(audio))).toMatchObject({ status: 'unchanged', releaseId })
    const next = write({ messageId: 'F1', title: 'Day Drive', createdAt: '2026-11-02T10:00:00Z' })
    expect(await bring(next, [])).toMatchObject({ status: 'updated', releaseId })
    expect((await fixture.get(releaseId)).body).toMatchObject({ outlets: ['sandbox'], tracks: [{ moods: ['calm'] }] })
  })

  it('keeps what is older than what was applied, and applies it not', async () => {
    const { write } = own()
    const { releaseId } = await bring(write({ title: 'New' }), filesOf(audio))
    const late = write({ messageId: 'L1', title: 'Old', createdAt: '2026-10-31T10:00:00Z' })
    expect(await bring(late, filesOf(audio))).toMatchObject({ status: 'stale', releaseId })
    expect((await fixture.get(releaseId)).body.title).toBe('New')
  })

  it('refuses the id of another message', async () => {
    const { write } = own()
    await bring(write(), filesOf(audio))
    expect(await bring(write({ title: 'Other' }), filesOf(audio))).toMatchObject({
      status: 'refused',
      refusal: { code: 'message_id_reused' },
    })
  })

  const hashOf = (algorithm: string, value: string): string =>
    `<HashSum><Algorithm>${algorithm}</Algorithm><HashSumValue>${value}</HashSumValue></HashSum>`

  it.each([
    ['SHA-256', () => sha256(wav)],
    ['MD5', () => md5(wav)],
  ])('compares files by %s, and takes what is right', async (algorithm, digest) => {
    const { write } = own()
    const xml = write({ hash: hashOf(algorithm, digest()) })
    const refused = await bring(xml, filesOf(other))
    expect(refused).toMatchObject({
      status: 'refused',
      refusal: {
        code: 'files_differ',
        message:
          'No recording of the message can be used. resources/A1.wav does not have the hash in the message. Send the files that belong to the message, or ask its sender for a message about these files.',
      },
      files: [{ path: 'resources/A1.wav', status: 'hash_differs' }, { status: 'accepted' }],
    })
    expect(await bring(xml, filesOf(audio))).toMatchObject({
      status: 'created',
      files: [{ status: 'accepted' }, { status: 'accepted' }],
    })
  })

  it('compares files by their size, in kilobytes or bytes, and takes the rest', async () => {
    const { write } = own()
    const stated = (size: number | string, messageId: string, createdAt = '2026-11-01T10:00:00Z') =>
      write({ hash: `<FileSize>${size}</FileSize>`, messageId, createdAt })
    expect(await bring(stated(wav.length + 1, 'SIZE1'), filesOf(audio))).toMatchObject({
      status: 'refused',
      refusal: { code: 'files_differ' },
      files: [{ path: 'resources/A1.wav', status: 'size_differs' }, { status: 'accepted' }],
    })
    expect(await bring(stated((wav.length / 1000).toFixed(1), 'SIZE2'), filesOf(audio))).toMatchObject({
      status: 'created',
      files: [{ status: 'accepted' }, { status: 'accepted' }],
    })
    const { status, notes } = await bring(stated(3, 'SIZE3', '2026-11-02T10:00:00Z'), filesOf(audio))
    expect(status).toBe('incomplete')
    expect(notes.map(({ message }: { message: string }) => message)).toContain(
      'Track 1: resources/A1.wav does not have the size in the message. The release keeps its current file.',
    )
  })

  it('keeps the file a release has in the place of a wrong one, until the right one comes', async () => {
    const { write } = own()
    const { releaseId } = await bring(write(), filesOf(audio))
    const next = write({ messageId: 'K1', title: 'Next', hash: hashOf('SHA-256', 'a'.repeat(64)) })
    expect(await bring(next, filesOf(other))).toMatchObject({
      status: 'incomplete',
      releaseId,
      notes: expect.arrayContaining([
        { code: 'left_out', message: expect.stringContaining('resources/A1.wav'), path: null, line: null },
      ]),
    })
    const { body } = await fixture.get(releaseId)
    expect(body).toMatchObject({ title: 'Next', tracks: [{ uploadId: audio }] })
  })

  it.each(['PT4S', 'PT0H0M4.9S', 'PT0S'])('adds no note for a length that is right or missing: %s', async (length) => {
    const xml = own().write().replace('PT3M1S', length)
    expect(await bring(xml, filesOf(audio))).toMatchObject({ status: 'created', notes: [{ code: 'dropped' }] })
  })

  it('names a length that is none', async () => {
    const xml = own().write().replace('PT3M1S', '3:01')
    expect(await bring(xml, filesOf(audio))).toMatchObject({
      status: 'created',
      notes: [{ code: 'invalid', message: 'Duration is not a valid duration.' }, { code: 'dropped' }],
    })
  })

  it('never reaches above the package, nor to uploads of others', async () => {
    const { write } = own()
    const xml = write().replace('resources/A1.wav', '../../A1.wav')
    expect(await bring(xml, [{ path: '../../A1.wav', uploadId: audio }])).toMatchObject({
      status: 'refused',
      refusal: { code: 'files_missing' },
      files: [{ status: 'missing' }, { status: 'missing' }],
    })
    const stranger = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    expect(await bring(own().write(), filesOf(stranger))).toMatchObject({
      status: 'refused',
      refusal: { code: 'files_unusable' },
      files: [{ status: 'unusable' }, { status: 'accepted' }],
    })
  })

  const issuesOf = async (releaseId: string) => (await fixture.get(releaseId)).body.importIssues

  it('marks a draft as withdrawn by its sender, until the sender offers it again', async () => {
    const { write } = own()
    const { releaseId } = await bring(write(), filesOf(audio))
    const takedown = write({ messageId: 'T1', deals: '', createdAt: '2026-11-02T10:00:00Z' })
    expect(await bring(takedown, [])).toMatchObject({
      status: 'updated',
      releaseId,
      notes: expect.arrayContaining([expect.objectContaining({ code: 'withdrawn' })]),
    })
    const { body } = await fixture.get(releaseId)
    expect(body).toMatchObject({
      status: 'draft',
      title: 'Night Drive',
      importIssues: [
        {
          code: 'withdrawn_by_sender',
          message:
            'Far Label (PADPIDA2099010103C) withdrew this release with message T1 of 2026-11-02, which has no deals.',
        },
      ],
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'withdrawn_by_sender', severity: 'error', pointer: '/importIssues/0' }),
      ]),
    })
    expect(await bring(takedown, [])).toMatchObject({ status: 'unchanged' })
    const again = write({ messageId: 'T2', deals: '', createdAt: '2026-11-03T10:00:00Z' })
    expect(await bring(again, [])).toMatchObject({ status: 'unchanged' })
    expect((await fixture.get(releaseId)).body.revision).toBe(body.revision)
    await bring(write({ messageId: 'T3', createdAt: '2026-11-04T10:00:00Z' }), [])
    expect(await issuesOf(releaseId)).toBeUndefined()
  })

  it('lets a person take an issue away', async () => {
    const { write } = own()
    const { releaseId } = await bring(write(), filesOf(audio))
    await bring(write({ messageId: 'P1', deals: '' }), [])
    expect(await issuesOf(releaseId)).toHaveLength(1)
    expect((await fixture.patch(releaseId, { importIssues: null })).status).toBe(200)
    expect(await issuesOf(releaseId)).toBeUndefined()
  })

  const nftGated = `<DealList><ReleaseDeal><DealReleaseReference>R0</DealReleaseReference><Deal><DealTerms>
    <TerritoryCode>Worldwide</TerritoryCode><ValidityPeriod><StartDate>2026-12-11</StartDate></ValidityPeriod>
    <CommercialModelType UserDefinedValue="NFTGated" Namespace="x">UserDefined</CommercialModelType>
    <UseType>OnDemandStream</UseType></DealTerms></Deal></ReleaseDeal></DealList>`

  it('keeps a deal that cannot be expressed as an issue, not as a takedown', async () => {
    const { write } = own()
    const { releaseId } = await bring(write(), filesOf(audio))
    expect(await bring(write({ messageId: 'U1', deals: nftGated }), [])).toMatchObject({ status: 'updated', releaseId })
    expect(await issuesOf(releaseId)).toEqual([
      {
        code: 'offer_not_imported',
        message: expect.stringMatching(
          /^The deal of R0 in line \d+: The hub does not support the CommercialModelType NFTGated\.$/,
        ),
      },
    ])
  })

  it('creates no release from a message that offers nothing', async () => {
    expect(await bring(own().write({ deals: '' }), [])).toMatchObject({
      status: 'refused',
      refusal: { code: 'nothing_offered' },
    })
  })

  it('refuses what is not a message, with the line', async () => {
    expect(await bring('<a>\n<b></a>', [])).toMatchObject({
      status: 'refused',
      releaseId: null,
      version: null,
      refusal: { code: 'xml_invalid', line: 2 },
    })
  })
})

const checkDigit = (digits: string): number =>
  (10 - (Array.from(digits, Number).reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 1 : 3), 0) % 10)) %
  10

const trackOf = ({ tracks }: { tracks: { id: string; number: number; disc: number; durationMs: number }[] }) => {
  const { number: _number, disc: _disc, durationMs: _durationMs, ...track } = tracks[0] ?? {}
  return track
}
