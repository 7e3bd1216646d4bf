import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonAnswer, TestHub } from '../../harness/hub.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const unknownId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

/** All that can be seen of an answer, without what differs from request to request. */
const seen = ({ status, headers, body }: JsonAnswer) => ({
  status,
  headers: [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
  body: { ...body, requestId: undefined },
})

describe('getRelease 404, and every other operation on a release', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let foreignId: string
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
    const other = await createReleaseFixture(hub, 'Other Records')
    foreignId = (await other.release()).body.id
  })

  it.each([
    ['GET', '', undefined],
    ['PATCH', '', { title: 'Mine' }],
    ['DELETE', '', undefined],
    ['POST', '/validate', undefined],
    ['POST', '/submit', undefined],
    ['POST', '/withdraw', undefined],
    ['POST', '/takedown', { reason: 'no' }],
    ['POST', '/clone', undefined],
    ['GET', '/events', undefined],
    ['GET', '/deliveries', undefined],
    ['POST', '/deliveries/dlv_01JD3MZ6V8Q4W9X2K7N5T0RHYB/retry', undefined],
  ])('%s %s of another account answers like one that never was', async (method, suffix, body) => {
    const answers = []
    for (const id of [unknownId, foreignId])
      answers.push(await hub.json(method, `${releasesPath}/${id}${suffix}`, { key: fixture.key, body }))
    const [unknown, foreign] = answers.map(seen)
    expect(unknown).toMatchObject({ status: 404, body: { error: 'release_not_found' } })
    expect(foreign).toEqual(unknown)
  })

  it('answers the same for what is no id, and for a draft that was deleted', async () => {
    const { body } = await fixture.release()
    await hub.json('DELETE', `${releasesPath}/${body.id}`, { key: fixture.key })
    for (const id of ['x', 'rel_1', body.id])
      expect(await hub.json('GET', `${releasesPath}/${id}`, { key: fixture.key })).toMatchObject({
        status: 404,
        body: { error: 'release_not_found' },
      })
  })
})
