import { beforeAll, describe, expect, it } from 'vitest'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'
import { createTrashFixture, type TrashFixture } from '../../harness/trash.ts'

describe('restoreRelease 200', () => {
  let fixture: ReleaseFixture
  let trash: TrashFixture
  beforeAll(async () => {
    const opened = await sharedReviewHub()
    fixture = opened.fixture
    trash = createTrashFixture(opened.hub, fixture)
  })

  it('returns the draft as it was, with its tracks under their ids', async () => {
    const { body: draft } = await fixture.release({ externalId: 'mine', catalogNumber: 'CAT 1' }, 3)
    await fixture.patch(draft.id, { title: 'Second' })
    const { body: before } = await fixture.get(draft.id)
    await trash.remove(draft.id)
    const answer = await trash.restore(draft.id)
    const { updatedAt: _at, validation, ...content } = before
    expect(answer).toMatchObject({ status: 200, body: content })
    expect(answer.body.validation).toMatchObject({ errors: validation.errors, warnings: validation.warnings })
    expect((await trash.list()).body.data).toEqual([])
    expect((await fixture.get(draft.id)).body).toEqual(answer.body)
  })

  it('continues the history of the draft, and the draft can be submitted', async () => {
    const { body } = await fixture.release()
    await trash.remove(body.id)
    await trash.restore(body.id)
    const { body: events } = await fixture.events(body.id)
    expect(events.data.map(({ type }: { type: string }) => type)).toEqual([
      'release.restored',
      'release.deleted',
      'release.created',
    ])
    expect(events.data[0]).toMatchObject({ from: null, to: 'draft', actor: { type: 'key' } })
    expect(events.data[0].previousSha256).toBe(events.data[1].sha256)
    expect(await fixture.act(body.id, 'submit')).toMatchObject({ status: 200, body: { status: 'submitted' } })
  })

  it('keeps what was submitted of a draft that was withdrawn', async () => {
    const { body } = await fixture.release({ submit: true })
    await fixture.act(body.id, 'withdraw')
    const { body: before } = await fixture.get(body.id)
    await trash.remove(body.id)
    const { body: after } = await trash.restore(body.id)
    expect(after).toMatchObject({ status: 'draft', upc: before.upc, submittedAt: before.submittedAt })
    expect(await fixture.act(body.id, 'submit')).toMatchObject({ status: 200 })
  })

  it('restores a draft whose UPC another release has meanwhile, with a finding', async () => {
    const { body } = await fixture.release({ upc: '036000291452' })
    await trash.remove(body.id)
    expect(await fixture.release({ upc: '036000291452', submit: true })).toMatchObject({ status: 201 })
    const { body: restored } = await trash.restore(body.id)
    expect(restored.upc).toBe('036000291452')
    expect(restored.findings).toContainEqual(expect.objectContaining({ code: 'duplicate_upc', severity: 'error' }))
  })

  it('reports an upload that was rejected while the draft was in the trash', async () => {
    const uploadId = await fixture.audio({ status: 'analysing' })
    const { body } = await fixture.release({ tracks: [{ title: 'Song', uploadId }] })
    await trash.remove(body.id)
    await fixture.analysed(uploadId, 'rejected')
    const { body: restored } = await trash.restore(body.id)
    expect(restored.findings.map(({ code }: { code: string }) => code)).toContain('upload_rejected')
  })

  it('restores twice without a second draft', async () => {
    const { body } = await fixture.release()
    await trash.remove(body.id)
    const answers = await Promise.all([trash.restore(body.id), trash.restore(body.id)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
  })
})
