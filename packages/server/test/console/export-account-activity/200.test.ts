import { beforeAll, describe, expect, it } from 'vitest'
import { createReleaseFixture } from '../../harness/releases.ts'
import { createTeam, sharedTickingHub, type Team } from '../../harness/shared-team.ts'

describe('exportAccountActivity 200', () => {
  let team: Team
  let keyId: string
  beforeAll(async () => {
    const hub = await sharedTickingHub()
    const fixture = await createReleaseFixture(hub)
    team = await createTeam(hub, 'Night Label', fixture.account)
    await fixture.release({ title: 'Night Drive' })
    const keys = `/console/a/${team.accountId}/api/v1/distributor/keys`
    const made = await team.owner.ask('POST', keys, { name: 'the "import"', permissions: ['music:read'] })
    keyId = made.body.id
  })
  const download = (query: string, by = team.owner): Promise<Response> =>
    team.hub.request(`/console/api/accounts/${team.accountId}/activity/export${query}`, {
      headers: { 'sec-fetch-site': 'same-origin', cookie: by.cookie() ?? '' },
    })

  it('is a CSV with a line for each event, the newest first', async () => {
    const response = await download('?kind=keys')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="activity.csv"')
    const [head, newest, first, ...rest] = (await response.text()).split('\r\n')
    expect(head).toBe('id,at,type,actorType,actorId,actorName,releaseId,releaseTitle,reason,data')
    expect(newest).toContain(`"key.created","user","${await team.idOf(team.owner)}","The owner"`)
    expect(newest).toContain(`""key"":""${keyId}""`)
    expect(newest).toContain(String.raw`""name"":""the \""import\""""`)
    // The key of the fixture, which no person made.
    expect(first).toContain('"key.created","operator"')
    expect(rest).toEqual([''])
  })

  it('has lines of releases with their titles next to those of people', async () => {
    const lines = (await (await download('')).text()).trimEnd().split('\r\n')
    const { data } = (await team.ask('GET', '/activity?limit=100')).body
    expect(lines).toHaveLength(data.length + 1)
    const { release } = data.find(({ type }: { type: string }) => type === 'release.created')
    expect(lines.find((line) => line.includes('"release.created"'))).toContain(`"${release.id}","Night Drive"`)
  })

  it('is lines of JSON if requested, the same as the list', async () => {
    const response = await download('?kind=keys&format=ndjson')
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="activity.ndjson"')
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual((await team.ask('GET', '/activity?kind=keys')).body.data)
  })

  it('is for members of this account alone', async () => {
    const viewer = await team.join('viewer', 'vi')
    expect((await download('', viewer)).status).toBe(200)
    const other = await createTeam(team.hub, 'Other Label')
    expect((await download('', other.owner)).status).toBe(404)
  })
})
