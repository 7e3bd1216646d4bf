import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { setUpOperator, type TestPerson } from '../../harness/people.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { startTickingHub } from '../../harness/shared-team.ts'

const path = '/console/api/operator/accounts'

describe('listAccounts 200', () => {
  let operator: TestPerson
  let accountId: string
  beforeAll(async () => {
    const hub = await startTickingHub()
    operator = await setUpOperator(hub)
    await createTestAccount(hub, 'Other Label')
    const fixture = await createReleaseFixture(hub, 'Blue Lamp')
    ;({ accountId } = fixture.account)
    await fixture.release()
    await fixture.audio({ status: 'awaiting_data' })
  })
  const list = async (query = '') => (await operator.ask('GET', `${path}${query}`)).body
  const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

  it('shows each account with what it has and may have, newest first', async () => {
    const { data, page } = await list()
    expect(namesOf({ data })).toEqual(['Blue Lamp', 'Other Label', 'Night Label'])
    expect(data[0]).toEqual({
      id: accountId,
      name: 'Blue Lamp',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      usage: { releases: 1, documentBytes: expect.any(Number), openUploads: 1, storedBytes: 3000, waitingAnalyses: 0 },
      quotas: {
        releases: 200_000,
        documentBytes: 4_294_967_296,
        openUploads: 1000,
        storedBytes: 1_099_511_627_776,
        waitingAnalyses: 2000,
      },
    })
    expect(data[0].usage.documentBytes).toBeGreaterThan(0)
    expect(data[1].usage).toEqual({ releases: 0, documentBytes: 0, openUploads: 0, storedBytes: 0, waitingAnalyses: 0 })
    expect(page).toEqual({ limit: 20, nextCursor: null, hasMore: false })
  })

  it('is paged, with a count if one is requested', async () => {
    const first = await list('?limit=2&count=true')
    expect(namesOf(first)).toEqual(['Blue Lamp', 'Other Label'])
    expect(first.page).toMatchObject({ hasMore: true, total: 3 })
    const second = await list(`?limit=2&cursor=${first.page.nextCursor}`)
    expect(namesOf(second)).toEqual(['Night Label'])
    expect(second.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
  })

  it('finds accounts by part of a name, without wildcards', async () => {
    expect(namesOf(await list('?query=blue%20l'))).toEqual(['Blue Lamp'])
    expect(namesOf(await list('?query=LABEL'))).toEqual(['Other Label', 'Night Label'])
    expect((await list('?query=LABEL&count=true')).page.total).toBe(2)
    for (const nothing of ['%25', '_', 'nowhere']) expect(namesOf(await list(`?query=${nothing}`))).toEqual([])
  })
})
