import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import type { TestPerson } from '../../harness/people.ts'
import { startPropertyHub } from '../../harness/property-hub.ts'

const path = '/console/api/operator/properties'

describe('listProperties 400', () => {
  let operator: TestPerson
  beforeAll(async () => {
    const opened = await startPropertyHub()
    operator = opened.operator
    await createTestAccount(opened.hub)
  })

  it('refuses a cursor of another list, and one that was made up', async () => {
    const cursorOf = async (list: string) => (await operator.ask('GET', `${list}?limit=1`)).body.page.nextCursor
    for (const cursor of [await cursorOf('/console/api/operator/accounts'), 'AAAA'])
      expect(await operator.ask('GET', `${path}?limit=1&cursor=${cursor}`), cursor).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
    expect((await operator.ask('GET', `${path}?limit=1&cursor=${await cursorOf(path)}`)).status).toBe(200)
  })
})
