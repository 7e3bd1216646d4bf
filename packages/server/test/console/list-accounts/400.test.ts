import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam } from '../../harness/shared-team.ts'

const path = '/console/api/operator/accounts'

describe('listAccounts 400', () => {
  let operator: TestPerson
  beforeAll(async () => {
    operator = await sharedOperator()
    await sharedTeam()
  })

  it('refuses a cursor of another filter, of another list, and one that was made up', async () => {
    const cursorOf = async (list: string) => (await operator.ask('GET', `${list}?limit=1`)).body.page.nextCursor
    const own = await cursorOf(path)
    for (const query of [
      `query=label&cursor=${own}`,
      `cursor=${await cursorOf('/console/api/operator/people')}`,
      'cursor=AAAA',
    ])
      expect(await operator.ask('GET', `${path}?limit=1&${query}`), query).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
    expect((await operator.ask('GET', `${path}?limit=1&cursor=${own}`)).status).toBe(200)
  })
})
