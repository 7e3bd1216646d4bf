import { beforeAll, describe, expect, it } from 'vitest'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('updateRelease 412', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await sharedReleaseHub())
  })

  it('refuses a change based on an older revision', async () => {
    const { body, headers } = await fixture.release()
    const first = headers.get('etag') ?? ''
    const changed = await fixture.patch(body.id, { title: 'Second' }, { 'if-match': first })
    expect(changed).toMatchObject({ status: 200, body: { revision: 2 } })
    const late = await fixture.patch(body.id, { title: 'Lost' }, { 'if-match': first })
    expect(late).toMatchObject({ status: 412, body: { error: 'precondition_failed', currentEtag: '"2"' } })
    expect(await fixture.patch(body.id, { title: 'Third' }, { 'if-match': '"2"' })).toMatchObject({ status: 200 })
    expect((await fixture.get(body.id)).body.title).toBe('Third')
  })

  it('lets the change pass when only a delivery moved', async () => {
    const { body, headers } = await fixture.release()
    await fixture.act(body.id, 'submit')
    const etag = headers.get('etag') ?? ''
    expect(await fixture.patch(body.id, { label: 'Same base' }, { 'if-match': etag })).toMatchObject({ status: 200 })
  })

  it('lets one of two concurrent changes win', async () => {
    const { body, headers } = await fixture.release()
    const etag = headers.get('etag') ?? ''
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) => fixture.patch(body.id, { title }, { 'if-match': etag })),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412, 412, 412])
  })
})
