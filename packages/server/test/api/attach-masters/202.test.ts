import { expect, it } from 'vitest'
import { openSharedTableAccount, tablesPath } from '../../harness/table-imports.ts'

it('attachMasters runs the import again and attaches the upload with the name in the table', async () => {
  const { take, ended, releases, fixture, hub } = await openSharedTableAccount()
  const { id } = await take('externalId,releaseTitle,trackTitle,audioFile\nA,First,One,a/one.wav\n')
  const upload = await fixture.audio()
  await hub.opened.database.system.execute('update uploads set filename = $2 where id = $1', [upload, 'a/one.wav'])
  const answer = await fixture.post(`${tablesPath}/${id}/masters`)
  expect(answer).toMatchObject({ status: 202, body: { id, status: 'running', endedAt: null, missingFiles: 1 } })
  expect(await ended(id)).toMatchObject({ status: 'done', missingFiles: 0, outcomes: { created: 1 } })
  const [release] = await releases(id)
  expect((await fixture.get(release?.releaseId ?? '')).body).toMatchObject({
    revision: 2,
    tracks: [{ uploadId: upload }],
  })
})
