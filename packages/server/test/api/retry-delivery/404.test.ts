import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { askForUnreachableReleases } from '../../harness/unreachable-releases.ts'

const unusedId = 'dlv_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

it('delivers no release again but those of the account, whatever the delivery', async () => {
  const answers = await askForUnreachableReleases(await sharedReleaseHub(), {
    method: 'POST',
    suffix: `/deliveries/${unusedId}/retry`,
    foreign: { submit: true },
  })
  expect(answers.unknown).toMatchObject({ status: 404, body: { error: 'release_not_found' } })
  const [foreign, deleted, malformed] = answers.others
  expect([foreign, deleted]).toEqual([answers.unknown, answers.unknown])
  // An invalid path is not looked up: the answer is the one for its last part.
  expect(malformed).toMatchObject({ status: 404, body: { error: 'delivery_not_found' } })
  expect(answers.after).toEqual(answers.before)
})

it('finds a delivery only under its release, and has one answer for all others', async () => {
  const { fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const { body: other } = await fixture.release({ submit: true })
  for (const id of [unusedId, 'dlv_1', other.deliveries[0].id])
    expect(await fixture.post(`${releasesPath}/${release.id}/deliveries/${id}/retry`), id).toMatchObject({
      status: 404,
      body: { error: 'delivery_not_found', detail: 'Delivery not found.' },
    })
  for (const { id, deliveries } of [release, other]) expect((await fixture.get(id)).body.deliveries).toEqual(deliveries)
})
