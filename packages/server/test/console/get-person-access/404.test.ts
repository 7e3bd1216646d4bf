import { describe, expect, it } from 'vitest'
import { sharedOperator } from '../../harness/shared-hub.ts'

describe('getPersonAccess 404', () => {
  it.each(['usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'usr_1'])('finds no person under %s', async (id) => {
    const operator = await sharedOperator()
    expect(await operator.ask('GET', `/console/api/operator/people/${id}/access`)).toMatchObject({
      status: 404,
      body: { error: 'user_not_found' },
    })
  })
})
