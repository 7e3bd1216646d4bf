import { expect, it } from 'vitest'
import { temporaryFolder } from '../../harness/cleanup.ts'
import { eventually } from '../../harness/eventually.ts'
import { operatorOf } from '../../harness/operator.ts'
import { openReleaseHub } from '../../harness/releases.ts'
import { openTableAccount } from '../../harness/table-imports.ts'

const table = 'externalId,releaseTitle,trackTitle\nBL-1,Rain,Rain'

it('a table that is imported again says what its unchanged drafts need now', async () => {
  const { hub, fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_SANDBOX_OUTLET: 'off' } })
  const { take, releases } = await openTableAccount(hub, fixture)
  const codesOf = async (id: string) => (await releases(id))[0]?.problems.map(({ code }) => code)
  expect(await codesOf((await take(table)).id)).toContain('no_outlet')

  const store = ['--folder', await temporaryFolder('store-'), '--to', 'PADPIDA2014120301U=Shop']
  expect((await operatorOf(hub)('outlets', 'add', 'shop', '--name', 'Shop', ...store)).code).toBe(0)
  await eventually(
    async () =>
      (await hub.json('GET', '/api/v1/music-distributor/outlets', { key: fixture.key })).body.data.length === 1 ||
      undefined,
    { what: 'the hub to have the store' },
  )
  const again = await take(table)
  expect(again.outcomes).toMatchObject({ unchanged: 1 })
  expect(await codesOf(again.id)).not.toContain('no_outlet')
})
