import { expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { openTableAccount } from '../../harness/table-imports.ts'

const table = (count: number) =>
  [
    'externalId,releaseTitle,trackTitle',
    ...Array.from({ length: count }, (_, index) => `R${index},Release ${index},One\nR${index},Release ${index},Two`),
  ].join('\n')

it('says in a dry run how many tracks there are, and whether the quota of releases holds the new ones', async () => {
  const hub = await startTestHub({ role: 'all', environment: { SPINDLE_QUOTA_RELEASES: '3' } })
  const { take } = await openTableAccount(hub)
  expect(await take(table(2))).toMatchObject({ tracks: 4, releaseQuota: null, outcomes: { created: 2 } })
  expect(await take(table(3), { dryRun: true })).toMatchObject({
    tracks: 6,
    outcomes: { created: 1, unchanged: 2 },
    releaseQuota: { limit: 3, used: 2, suffices: true },
  })
  expect(await take(table(5), { dryRun: true })).toMatchObject({
    outcomes: { created: 3, unchanged: 2 },
    releaseQuota: { limit: 3, used: 2, suffices: false },
  })
})
