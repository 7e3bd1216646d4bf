import { expect, it } from 'vitest'
import { releasesPath } from '../harness/releases.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

it('writes the tracks that an edit changed and no others', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const uploadId = await fixture.audio()
  const tracks = Array.from({ length: 20 }, (_, index) => ({ title: `Track ${index}`, uploadId }))
  const { body } = await fixture.post(releasesPath, { type: 'album', title: 'Album', tracks })
  const written = async () =>
    (
      await hub.opened.database.system.row<{ count: number }>(
        `select count(distinct xmin::text)::int as count from tracks where release_id = $1`,
        [body.id],
      )
    )?.count
  expect((await fixture.patch(body.id, { title: 'Other' })).status).toBe(200)
  expect(await written()).toBe(1)
  const changed = body.tracks.map(({ id, title }: { id: string; title: string }, index: number) => ({
    id,
    uploadId,
    title: index === 3 ? 'Changed' : title,
  }))
  const answer = await fixture.patch(body.id, { tracks: changed })
  expect(answer.body.tracks[3].title).toBe('Changed')
  expect(await written()).toBe(2)
  const { body: list } = await hub.json('GET', releasesPath, { key: fixture.key })
  expect(list.data[0].tracks[3].title).toBe('Changed')
})
