import { expect, it } from 'vitest'
import { openSharedTableAccount, tablesPath } from '../../harness/table-imports.ts'

it('describes a release anew whose masters were attached without the import', async () => {
  const { take, ended, releases, fixture } = await openSharedTableAccount()
  const { id } = await take('externalId,releaseTitle,trackTitle,audioFile\nA,First,One,one.wav\n')
  const codes = async () => (await releases(id))[0]?.problems.map(({ code }) => code)
  expect(await codes()).toContain('audio_missing')
  const releaseId = (await releases(id))[0]?.releaseId ?? ''
  const [track] = (await fixture.get(releaseId)).body.tracks
  const tracks = [{ id: track.id, title: 'One', uploadId: await fixture.audio() }]
  expect((await fixture.patch(releaseId, { tracks })).status).toBe(200)
  await fixture.post(`${tablesPath}/${id}/masters`)
  expect(await ended(id)).toMatchObject({ status: 'done', missingFiles: 0 })
  expect(await codes()).toContain('label_missing')
  expect(await codes()).not.toContain('audio_missing')
  // The change was not the import's: undoing keeps the draft.
  await fixture.post(`${tablesPath}/${id}/undo`)
  expect(await ended(id)).toMatchObject({ status: 'undone', outcomes: { created: 1, undone: 0 } })
})

it('reports no problems of a release that was submitted meanwhile', async () => {
  const { take, ended, releases, fixture, hub } = await openSharedTableAccount()
  const { id } = await take('externalId,releaseTitle,trackTitle,audioFile\nA,First,One,one.wav\n')
  const releaseId = (await releases(id))[0]?.releaseId ?? ''
  await hub.opened.database.system.execute(`update releases set status = 'in_review' where id = $1`, [releaseId])
  await fixture.post(`${tablesPath}/${id}/masters`)
  expect(await ended(id)).toMatchObject({ status: 'done', ready: 1, missingFiles: 0 })
  expect(await releases(id)).toMatchObject([{ outcome: 'created', releaseId, problems: [], missingFiles: [] }])
})
