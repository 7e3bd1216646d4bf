import { beforeAll, expect, it } from 'vitest'
import { createReleaseFixture } from '../harness/releases.ts'
import { createTeam, sharedTickingHub, type Team } from '../harness/shared-team.ts'

/** Excel reads CSV as UTF-8 only with a byte order mark, and programs would read the mark as part of a name. */

let team: Team
let key: string
beforeAll(async () => {
  const hub = await sharedTickingHub()
  const fixture = await createReleaseFixture(hub)
  team = await createTeam(hub, 'Night Label', fixture.account)
  key = fixture.key
  await fixture.release({ title: 'Söme Äpples' })
})

async function startOf(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await team.hub.request(path, { headers })
  expect([path, response.status]).toEqual([path, 200])
  return Buffer.from(await response.arrayBuffer())
    .toString('utf8')
    .slice(0, 4)
}

const api = '/api/v1/distributor'
const analytics = `${api}/analytics?from=2026-05-01&to=2026-05-02&groupBy=release&format=csv`
const person = () => ({ 'sec-fetch-site': 'same-origin', cookie: team.owner.cookie() ?? '' })

it.each([
  ['the catalog', (account: string) => `/console/a/${account}${api}/catalog?format=csv`, '\ufeffid,'],
  ['a page of it', (account: string) => `/console/a/${account}${api}/catalog?format=csv&limit=1`, '\ufeffid,'],
  ['analytics', (account: string) => `/console/a/${account}${analytics}`, '\ufeffdat'],
  ['the activity', (account: string) => `/console/api/accounts/${account}/activity/export?format=csv`, '\ufeffid,'],
  ['lines of JSON', (account: string) => `/console/a/${account}${api}/catalog?format=ndjson`, '{"id'],
  ['JSON', (account: string) => `/console/a/${account}${api}/catalog`, '{"da'],
])('people get %s so that a spreadsheet reads it', async (_, pathOf, start) => {
  expect(await startOf(pathOf(team.accountId), person())).toBe(start)
})

it.each([`${api}/catalog?format=csv`, `${api}/catalog?format=csv&limit=1`, analytics])(
  'programs get no mark: %s',
  async (path) => expect(await startOf(path, { 'x-api-key': key })).not.toContain('\ufeff'),
)
