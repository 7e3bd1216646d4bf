import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('does not discard changes that the caller has not seen', async () => {
  const { fixture } = await sharedReleaseHub()
  const { body } = await fixture.release({ submit: true })
  const seen = await fixture.patch(body.id, { title: 'Second' })
  await fixture.patch(body.id, { title: 'Third' })
  const discard = (etag: string | null) =>
    fixture.post(`${releasesPath}/${body.id}/discard-changes`, undefined, { 'if-match': etag ?? '' })
  expect(await discard(seen.headers.get('etag'))).toMatchObject({
    status: 412,
    body: { error: 'precondition_failed', currentEtag: '"3"' },
  })
  expect((await fixture.get(body.id)).body.title).toBe('Third')
  expect(await discard('"3"')).toMatchObject({ status: 200, body: { title: body.title, revision: 4 } })
  // A revision never returns: what was read before the changes were discarded is out of date.
  expect(await fixture.patch(body.id, { title: 'Late' }, { 'if-match': '"3"' })).toMatchObject({ status: 412 })
})
