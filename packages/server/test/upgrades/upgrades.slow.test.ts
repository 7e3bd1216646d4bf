import { describe, expect, it } from 'vitest'
import { call } from '../harness/api-client.ts'
import { temporaryFolder } from '../harness/cleanup.ts'
import { type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { describeAccount, describeFeed, getToken, musicPath } from './describe-hub.ts'
import { fixtureVersions, readFixture, type UpgradeFixture, unpackFixture } from './fixture.ts'

/** Data directories of released versions, opened by this one: everything that the release answered is still there. */

describe.each(fixtureVersions)('a data directory of %s', { timeout: 300_000 }, (version) => {
  it('is upgraded by the start, and a second start changes nothing more', async () => {
    const fixture = await readFixture(version)
    const dataDir = await temporaryFolder('spindle-upgrade')
    await unpackFixture(version, dataDir)
    for (const start of ['first', 'second']) {
      const hub = await startHubProcess({
        dataDir,
        environment: {
          SPINDLE_INTEGRATION_TOKENS: `site=${fixture.integrationToken}`,
          SPINDLE_SANDBOX_OUTLET: 'on',
        },
      })
      try {
        expect(await describeHub(hub, fixture), `the ${start} start`).toEqual(fixture)
        await expectUsable(hub, fixture, start)
      } finally {
        expect(await hub.stop()).toEqual({ code: 0, signal: null })
      }
    }
    const { out } = await runOperatorCommand(['doctor', '--deep'], { SPINDLE_DATA_DIR: dataDir })
    const failed = out.flatMap((line) => /^FAIL ([^:]+):/.exec(line)?.[1] ?? [])
    // A hub without backups, metrics and a public address; nothing of the data.
    expect(failed).toEqual(['age of backups', 'public URL', 'figures'])
  })
})

/** What the hub answers today, in the shape of the fixture. */
async function describeHub({ url }: HubProcess, fixture: UpgradeFixture): Promise<UpgradeFixture> {
  const accounts = []
  for (const { releases, uploads, analytics, ...account } of fixture.accounts) {
    const [releaseIds, uploadIds] = [releases.map(({ id }) => id), uploads.map(({ id }) => id)]
    accounts.push(await describeAccount(url, { ...account, releaseIds, uploadIds, analyticsPath: analytics.path }))
  }
  return { ...fixture, accounts, ...(await describeFeed(url, fixture.integrationToken)) }
}

/** Credentials of the release still open the account, of which another one sees nothing, and its draft can be changed. */
async function expectUsable({ url }: HubProcess, { accounts, integrationToken }: UpgradeFixture, start: string) {
  const [first, second] = accounts
  if (!first || !second) throw new Error('a fixture has two accounts')
  expect((await call(url, 'GET', '/api/integration/verify', { bearer: integrationToken })).status).toBe(200)
  expect(await getToken(url, first)).not.toBe('')
  const draft = first.releases.find(({ status }) => status === 'draft')
  const path = `${musicPath}/${draft?.id}`
  expect((await call(url, 'GET', path, { key: second.apiKey })).status).toBe(404)
  const changed = await call(url, 'PATCH', path, { key: first.apiKey, body: { label: `Label of the ${start} start` } })
  expect([changed.status, changed.body.label]).toEqual([200, `Label of the ${start} start`])
}
