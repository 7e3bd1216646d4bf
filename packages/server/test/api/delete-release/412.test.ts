import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('deletes no draft by the tag of an older revision', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body, headers } = await fixture.release()
  const { body: newer } = await fixture.patch(body.id, { title: 'Newer' })
  const remove = (ifMatch: string | null) =>
    hub.json('DELETE', `${releasesPath}/${body.id}`, { key: fixture.key, headers: { 'if-match': ifMatch ?? '' } })
  expect(await remove(headers.get('etag'))).toMatchObject({ status: 412, body: { error: 'precondition_failed' } })
  expect((await fixture.get(body.id)).body).toEqual(newer)
  expect(await remove('"2"')).toMatchObject({ status: 204 })
})
