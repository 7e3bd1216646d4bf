import { beforeAll, describe, expect, it } from 'vitest'
import { inviteMember, type TestPerson } from '../../harness/people.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('getReleaseWithUploads 200', () => {
  let fixture: ReleaseFixture
  let viewer: TestPerson
  let expire: (uploadId: string) => Promise<unknown>
  beforeAll(async () => {
    const shared = await sharedReleaseHub()
    fixture = shared.fixture
    const { accountId } = fixture.account
    viewer = await inviteMember(shared.hub, { accountId, role: 'viewer', email: `vi@${accountId.slice(4)}.example` })
    expire = (uploadId) =>
      shared.hub.opened.database.system.execute("update uploads set status = 'expired' where id = $1", [uploadId])
  })
  const get = (id: string) => viewer.ask('GET', `/console/api/accounts/${fixture.account.accountId}/releases/${id}`)
  const idsOf = (uploads: { id: string }[]) => uploads.map(({ id }) => id)

  it('shows the release as the API does, and the uploads of its tracks with their peaks', async () => {
    const { body: draft } = await fixture.release({}, 2)
    const { status, body } = await get(draft.id)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['release', 'uploads'])
    expect(body.release).toEqual((await fixture.get(draft.id)).body)
    const [one, two] = draft.tracks
    expect(body.uploads).toHaveLength(2)
    expect(new Set(idsOf(body.uploads))).toEqual(new Set([one.uploadId, two.uploadId]))
    for (const upload of body.uploads)
      expect(upload).toMatchObject({ kind: 'audio', status: 'ready', technical: { peaks: [0, 255] } })
  })

  it('shows an upload once that two tracks refer to', async () => {
    const uploadId = await fixture.audio()
    const tracks = [
      { title: 'Intro', uploadId },
      { title: 'Outro', uploadId },
    ]
    const { body: draft } = await fixture.release({ tracks })
    expect(idsOf((await get(draft.id)).body.uploads)).toEqual([uploadId])
  })

  it('shows that an upload has expired, which the release still refers to', async () => {
    const { body: draft } = await fixture.release()
    await expire(draft.tracks[0].uploadId)
    expect((await get(draft.id)).body.uploads).toMatchObject([{ id: draft.tracks[0].uploadId, status: 'expired' }])
  })
})
