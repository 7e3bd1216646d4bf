import { beforeAll, describe, expect, it } from 'vitest'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const nextYear = new Date().getUTCFullYear() + 1

describe('takedownRelease 422', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await sharedReleaseHub())
  })

  it.each<[string, object, object]>([
    ['without a reason', {}, { pointer: '/reason', code: 'required' }],
    [
      'at an outlet that never had it',
      { reason: 'No', outlets: ['sandbox', 'nowhere'] },
      { pointer: '/outlets/1', code: 'outlet_unknown' },
    ],
    [
      'later at an outlet that never had it',
      { reason: 'No', outlets: ['nowhere'], on: `${nextYear}-12-31` },
      { pointer: '/outlets/0', code: 'outlet_unknown' },
    ],
    [
      'on a day that has begun',
      { reason: 'No', on: '2026-01-01' },
      {
        pointer: '/on',
        code: 'not_to_come',
        detail: '2026-01-01 is not a future date.',
        fix: 'Use a future date. Omit the date to take the release down now.',
      },
    ],
    ['on a day that no calendar has', { reason: 'No', on: '2027-02-30' }, { pointer: '/on', code: 'not_to_come' }],
  ])('takes nothing down %s', async (_, request, problem) => {
    const { body: release } = await fixture.release({ submit: true })
    expect(await fixture.act(release.id, 'takedown', request)).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', errors: [problem] },
    })
    expect((await fixture.get(release.id)).body).toEqual(release)
  })
})
