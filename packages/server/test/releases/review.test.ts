import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

const grace = { id: null, name: 'Grace' }

describe('manual review', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_REVIEW: 'manual' } }))
  })
  const newest = async (id: string) => (await fixture.events(id)).body.data[0]

  it('waits for the operator, who sees it and approves', async () => {
    const { body } = await fixture.release({ title: 'Look at me', submit: true })
    expect(body).toMatchObject({ status: 'submitted', deliveries: [] })
    const { data: waiting } = await hub.hub.releases.reviews.listReviews({ limit: 100 })
    expect(waiting).toContainEqual({
      accountId: fixture.account.accountId,
      accountName: 'Test Records',
      releaseId: body.id,
      title: 'Look at me',
      displayArtist: 'Ada',
      type: 'single',
      status: 'submitted',
      revision: 1,
      isUpdate: false,
      errors: 0,
      claimedBy: null,
      claimedAt: null,
      warnings: body.validation.warnings,
      submittedAt: expect.any(Date),
    })
    await hub.hub.releases.reviews.approveRelease(body.id, grace)
    await fixture.until(body.id, ({ status }) => status === 'live')
    expect((await fixture.events(body.id)).body.data).toContainEqual(
      expect.objectContaining({ type: 'release.approved', actor: { type: 'operator', id: null, name: 'Grace' } }),
    )
    expect(
      (await hub.hub.releases.reviews.listReviews({ limit: 100 })).data.map(({ releaseId }) => releaseId),
    ).not.toContain(body.id)
  })

  it('asks for changes, which are made and submitted again', async () => {
    const { body } = await fixture.release({ submit: true })
    const issues = [{ code: 'cover_text', pointer: '/coverUploadId', note: 'The cover shows a price.' }]
    await hub.hub.releases.reviews.requestChanges(body.id, grace, issues)
    expect(await newest(body.id)).toMatchObject({
      type: 'release.changes_requested',
      from: 'in_review',
      to: 'changes_requested',
      reason: '/coverUploadId: The cover shows a price.',
      data: { issues },
    })
    expect(await fixture.patch(body.id, { coverUploadId: await fixture.cover() })).toMatchObject({ status: 200 })
    expect(await fixture.act(body.id, 'submit')).toMatchObject({
      status: 200,
      body: { status: 'submitted', revision: 2 },
    })
  })

  it('rejects for good, and a clone may try again', async () => {
    const { body } = await fixture.release({ submit: true })
    const { rejectRelease, approveRelease } = hub.hub.releases.reviews
    await rejectRelease(body.id, grace, { code: 'rights_conflict', text: 'The recording belongs to a third party.' })
    expect(await newest(body.id)).toMatchObject({
      type: 'release.rejected',
      reason: 'The recording belongs to a third party.',
      data: { code: 'rights_conflict' },
    })
    await expect(approveRelease(body.id, grace)).rejects.toMatchObject({ code: 'state_conflict' })
    expect(await fixture.act(body.id, 'submit')).toMatchObject({
      status: 409,
      body: { state: 'rejected', allowed: [] },
    })
    expect(await fixture.act(body.id, 'clone')).toMatchObject({ status: 201, body: { status: 'draft' } })
  })

  it('finds no release that does not exist', async () => {
    await expect(
      hub.hub.releases.reviews.approveRelease('rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', grace),
    ).rejects.toMatchObject({ code: 'release_not_found' })
  })
})
