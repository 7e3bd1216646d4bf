import { describe, expect, it } from 'vitest'
import { sharedOperator } from '../../harness/shared-hub.ts'

describe('setAddress 404', () => {
  it.each(['usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'usr_1'])('finds no person under %s', async (id) => {
    const operator = await sharedOperator()
    const body = { email: 'mia@set-address.example' }
    expect(await operator.ask('POST', `/console/api/operator/people/${id}/address`, body)).toMatchObject({
      status: 404,
      body: { error: 'user_not_found' },
    })
  })
})
