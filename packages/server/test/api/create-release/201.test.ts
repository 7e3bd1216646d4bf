import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createRelease 201', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it('takes the body of the interface and says what submitting will ask for', async () => {
    const uploadId = await fixture.audio()
    const answer = await fixture.post(releasesPath, {
      title: 'Night Drive',
      type: 'ep',
      tracks: [{ title: 'Intro', uploadId }],
    })
    expect(answer.status).toBe(201)
    const { id } = answer.body
    expect(answer.headers.get('location')).toBe(`${hub.url}${releasesPath}/${id}`)
    expect(answer.headers.get('etag')).toMatch(/^"1\.\d+"$/)
    expect(answer.body).toMatchObject({
      title: 'Night Drive',
      type: 'ep',
      status: 'draft',
      revision: 1,
      pendingRevision: null,
      legacy: false,
      deliveries: [],
      deliverySummary: { total: 0, live: 0, scheduled: 0, failed: 0, pending: 0, refusedTracks: 0 },
      submittedAt: null,
      liveAt: null,
      tracks: [{ title: 'Intro', uploadId, disc: 1, number: 1, durationMs: 180_000 }],
    })
    const codes = answer.body.findings.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(
      expect.arrayContaining(['label_missing', 'cover_missing', 'identifier_missing', 'type_mismatch']),
    )
    const errors = answer.body.findings.filter(({ severity }: { severity: string }) => severity === 'error')
    expect(answer.body.validation.errors).toBe(errors.length)
    expect((await fixture.get(id)).body).toEqual(answer.body)
  })

  it('numbers tracks on each disc, and keeps ISRCs in one form', async () => {
    const [a, b, c] = [await fixture.audio(), await fixture.audio(), await fixture.audio({ status: 'analysing' })]
    const answer = await fixture.post(releasesPath, {
      title: 'Two Discs',
      type: 'album',
      tracks: [
        { title: 'A', uploadId: a, isrc: 'isrc zz-abc-26-90001' },
        { title: 'B', uploadId: b, disc: 2, number: 1 },
        { title: 'C', uploadId: c, disc: 2 },
      ],
    })
    expect(answer.status).toBe(201)
    expect(answer.body.tracks).toMatchObject([
      { disc: 1, number: 1, isrc: 'ZZABC2690001' },
      { disc: 2, number: 1 },
      { disc: 2, number: 2, durationMs: null },
    ])
  })

  it('lets one upload serve several tracks', async () => {
    const uploadId = await fixture.audio()
    const tracks = [
      { title: 'Once', uploadId },
      { title: 'Twice', uploadId },
    ]
    expect(await fixture.post(releasesPath, { title: 'Again', type: 'single', tracks })).toMatchObject({ status: 201 })
  })

  it('creates and submits in one request', async () => {
    const answer = await fixture.release({ submit: true })
    expect(answer).toMatchObject({ status: 201, body: { status: 'delivering', submittedAt: expect.any(String) } })
    expect(answer.body.deliveries).toMatchObject([{ outlet: { id: 'sandbox', kind: 'sandbox' }, status: 'queued' }])
  })

  it('takes as many round trips for 200 tracks as for one', async () => {
    const statements = async (count: number): Promise<number> => {
      const uploadId = await fixture.audio()
      const tracks = Array.from({ length: count }, (_, index) => ({ title: `T${index}`, uploadId }))
      const { body } = await fixture.post(releasesPath, { title: 'Many', type: 'album', tracks })
      const row = await hub.opened.database.system.row<{ version: number }>(
        'select version from releases where id = $1',
        [body.id],
      )
      expect(body.tracks).toHaveLength(count)
      return row?.version ?? 0
    }
    expect(await statements(200)).toBe(await statements(1))
  })
})
