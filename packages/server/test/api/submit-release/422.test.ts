import { beforeAll, describe, expect, it } from 'vitest'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('submitRelease 422', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await sharedReleaseHub())
  })

  it('names every error and leaves the draft a draft', async () => {
    const { body } = await fixture.release({ label: undefined, pLine: undefined, title: 'SHOUTED TITLE' })
    const answer = await fixture.act(body.id, 'submit')
    expect(answer).toMatchObject({ status: 422, body: { error: 'findings_block' } })
    expect(answer.body.errors.map(({ code }: { code: string }) => code)).toEqual(['label_missing', 'p_line_missing'])
    expect((await fixture.get(body.id)).body).toMatchObject({ status: 'draft', submittedAt: null })
  })
})
