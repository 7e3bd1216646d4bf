import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createRelease 422', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })
  const stored = async () => (await hub.json('GET', `${releasesPath}?count=true`, { key: fixture.key })).body.page.total

  it('reports everything that is wrong with the body together', async () => {
    const answer = await fixture.post(releasesPath, {
      type: 'EP',
      colour: 'red',
      tracks: [{ title: ' ', uploadId: 7 }],
    })
    expect(answer).toMatchObject({ status: 422, body: { error: 'validation_failed' } })
    const byPointer = new Map(
      (answer.body.errors as { pointer: string }[]).map((error) => [error.pointer, error] as const),
    )
    expect([...byPointer.keys()].sort()).toEqual([
      '/colour',
      '/title',
      '/tracks/0/title',
      '/tracks/0/uploadId',
      '/type',
    ])
    expect(byPointer.get('/type')).toMatchObject({ code: 'enum', fix: 'Did you mean `ep`?' })
  })

  it('names every track whose upload is not there, and counts the bytes of those that are not complete', async () => {
    const other = await createReleaseFixture(hub, 'Other Records')
    const tracks = [
      { title: 'There', uploadId: await fixture.audio() },
      { title: 'Unknown', uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
      { title: 'Half', uploadId: await fixture.audio({ status: 'awaiting_data' }) },
      { title: 'Of others', uploadId: await other.audio() },
      { title: 'Expired', uploadId: await fixture.audio({ status: 'expired' }) },
    ]
    const answer = await fixture.post(releasesPath, { title: 'Gaps', type: 'ep', tracks })
    expect(answer).toMatchObject({ status: 422, body: { error: 'upload_reference_unknown' } })
    expect(answer.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
      ['/tracks/1/uploadId', 'upload_reference_unknown'],
      ['/tracks/2/uploadId', 'upload_incomplete'],
      ['/tracks/3/uploadId', 'upload_reference_unknown'],
      ['/tracks/4/uploadId', 'upload_reference_unknown'],
    ])
    expect(answer.body.errors[1].detail).toContain('400 of 1000 bytes')
    const only = await fixture.post(releasesPath, { title: 'Half', type: 'single', tracks: [tracks[2]] })
    expect(only).toMatchObject({ status: 422, body: { error: 'upload_incomplete' } })
    const cover = await fixture.post(releasesPath, {
      title: 'No cover',
      type: 'single',
      coverUploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      tracks: [tracks[0]],
    })
    expect(cover.body).toMatchObject({ error: 'upload_reference_unknown', errors: [{ pointer: '/coverUploadId' }] })
    expect(await stored()).toBe(0)
  })

  it('stores nothing when it shall submit what has errors', async () => {
    const before = await stored()
    const answer = await fixture.release({ submit: true, label: undefined, genre: 'noise?' })
    expect(answer).toMatchObject({ status: 422, body: { error: 'findings_block' } })
    expect(answer.body.errors).toEqual([
      { pointer: '/label', code: 'label_missing', detail: expect.any(String), fix: expect.any(String) },
      { pointer: '/genre', code: 'genre_unknown', detail: expect.any(String), fix: expect.any(String) },
    ])
    expect(await stored()).toBe(before)
  })

  it('waits for nothing: an upload that is not analysed blocks', async () => {
    const body = await fixture.body({ submit: true })
    const tracks = [{ ...body.tracks[0], uploadId: await fixture.audio({ status: 'analysing' }) }]
    const answer = await fixture.post(releasesPath, { ...body, tracks })
    expect(answer.body).toMatchObject({
      error: 'findings_block',
      errors: [{ pointer: '/tracks/0/uploadId', code: 'upload_not_ready' }],
    })
  })

  it('refuses one Idempotency-Key for two requests', async () => {
    const headers = { 'idempotency-key': 'one-key' }
    expect(await fixture.post(releasesPath, await fixture.body(), headers)).toMatchObject({ status: 201 })
    expect(await fixture.post(releasesPath, await fixture.body(), headers)).toMatchObject({
      status: 422,
      body: { error: 'idempotency_mismatch' },
    })
  })
})
