import { beforeAll, describe, expect, it } from 'vitest'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('submitRelease 409', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await sharedReleaseHub())
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
})
