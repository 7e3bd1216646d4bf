import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('submitRelease 409', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it('has nothing to submit again before something changed', async () => {
    const { body } = await fixture.release({ submit: true })
    const answer = await fixture.act(body.id, 'submit')
    expect(answer).toMatchObject({ status: 409, body: { error: 'state_conflict', state: 'delivering' } })
    expect(answer.body.allowed).not.toContain('submit')
    await fixture.patch(body.id, { label: 'Changed' })
    expect(await fixture.act(body.id, 'submit')).toMatchObject({
      status: 200,
      body: { pendingRevision: null, revision: 2 },
    })
  })

  it('does not replace audio whose release date came after the replacement was entered', async () => {
    const { body } = await fixture.release({ submit: true, releaseDate: '2999-01-01' })
    const uploadId = await fixture.audio()
    const tracks = [{ ...body.tracks[0], durationMs: null, uploadId }]
    expect((await fixture.patch(body.id, { tracks, audioChangeReason: 'The wrong mix was sent' })).status).toBe(200)
    await hub.opened.database.system.execute(
      `update release_revisions set available_at = now() - interval '1 day' where release_id = $1`,
      [body.id],
    )
    expect(await fixture.act(body.id, 'submit')).toMatchObject({
      status: 409,
      body: { error: 'field_locked', errors: [{ pointer: '/tracks/0/uploadId' }] },
    })
  })
})
