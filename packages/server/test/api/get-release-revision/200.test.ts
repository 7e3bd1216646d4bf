import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('has metadata and tracks as they were submitted, whatever changed since', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: submitted } = await fixture.release({ title: 'First', submit: true }, 2)
  await fixture.patch(submitted.id, { title: 'Second', label: null })
  const path = `${releasesPath}/${submitted.id}/revisions/1`
  const { status, body } = await hub.json('GET', path, { key: fixture.key })
  const { title, label, upc, tracks } = submitted
  expect([status, body.revision, body.trackCount]).toEqual([200, 1, 2])
  expect(body.content).toMatchObject({ title, label, upc, tracks })
})
