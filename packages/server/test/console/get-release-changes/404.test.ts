import { beforeAll, describe, expect, it } from 'vitest'
import { inviteMember, type TestPerson } from '../../harness/people.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { sharedTeam, type Team, unknownId } from '../../harness/shared-team.ts'

describe('getReleaseChanges 404', () => {
  let team: Team
  let fixture: ReleaseFixture
  let viewer: TestPerson
  beforeAll(async () => {
    team = await sharedTeam()
    const shared = await sharedReleaseHub()
    fixture = shared.fixture
    const { accountId } = fixture.account
    viewer = await inviteMember(shared.hub, { accountId, role: 'viewer', email: `vi@${accountId.slice(4)}.example` })
  })
  const pathOf = (id: string) => `/releases/${id}/changes`
  const notFound = { status: 404, body: { error: 'release_not_found' } }

  it('finds no release under an unknown id, under a cut one, or of another account', async () => {
    const { body } = await fixture.release()
    for (const id of [`rel_${unknownId}`, 'rel_1', body.id])
      expect(await team.ask('GET', pathOf(id)), id).toMatchObject(notFound)
    expect(await team.ask('GET', pathOf(body.id), undefined, viewer)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
    const own = `/console/api/accounts/${fixture.account.accountId}${pathOf(body.id)}`
    expect((await viewer.ask('GET', own)).status).toBe(200)
  })

  it('finds no release that was deleted', async () => {
    const { body } = await fixture.release()
    const deleted = await team.hub.json('DELETE', `/api/v1/music-distributor/releases/${body.id}`, { key: fixture.key })
    expect(deleted.status).toBe(204)
    const own = `/console/api/accounts/${fixture.account.accountId}${pathOf(body.id)}`
    expect(await viewer.ask('GET', own)).toMatchObject(notFound)
  })
})
