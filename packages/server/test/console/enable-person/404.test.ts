import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'

describe('enablePerson 404', () => {
  let operator: TestPerson
  beforeAll(async () => {
    operator = await sharedOperator()
  })

  it.each(['usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'usr_1'])('finds no person under %s', async (id) => {
    expect(await operator.ask('POST', `/console/api/operator/people/${id}/enable`)).toMatchObject({
      status: 404,
      body: { error: 'user_not_found' },
    })
  })
})
