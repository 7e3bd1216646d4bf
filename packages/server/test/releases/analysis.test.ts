import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

describe('the end of an analysis', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all' }))
  })
  const draftOf = async (uploadId: string) => {
    const body = await fixture.body()
    return (await fixture.post(releasesPath, { ...body, tracks: [{ ...body.tracks[0], uploadId }] })).body
  }

  it('checks every draft again that refers to the upload', async () => {
    const uploadId = await fixture.audio({ status: 'analysing' })
    const [first, second] = [await draftOf(uploadId), await draftOf(uploadId)]
    expect(first.findings[0]).toMatchObject({ code: 'upload_not_ready', pointer: '/tracks/0/uploadId' })
    await fixture.analysed(uploadId)
    for (const { id } of [first, second]) {
      const checked = await fixture.until(id, ({ validation }) => validation.errors === 0)
      expect(checked).toMatchObject({ revision: 1, tracks: [{ durationMs: 180_000 }] })
    }
    const { body: list } = await hub.json('GET', `${releasesPath}?limit=2`, { key: fixture.key })
    expect(list.data).toMatchObject([
      { durationMs: 180_000 },
      { durationMs: 180_000, tracks: [{ durationMs: 180_000 }] },
    ])
  })

  it('reports audio that was rejected', async () => {
    const uploadId = await fixture.audio({ status: 'analysing' })
    const draft = await draftOf(uploadId)
    await fixture.analysed(uploadId, 'rejected')
    const checked = await fixture.until(draft.id, ({ findings }) => findings[0].code === 'upload_rejected')
    expect(checked.tracks).toMatchObject([{ durationMs: null }])
  })

  it('loses no draft that is made while it ends', async () => {
    for (let round = 0; round < 8; round++) {
      const uploadId = await fixture.audio({ status: 'analysing' })
      const [draft] = await Promise.all([draftOf(uploadId), fixture.analysed(uploadId)])
      await fixture.until(draft.id, ({ validation }) => validation.errors === 0)
    }
  })
})
