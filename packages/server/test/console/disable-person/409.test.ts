import { expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { setUpOperator } from '../../harness/people.ts'

it('disablePerson refuses to keep out the last operator of the hub', async () => {
  const operator = await setUpOperator(await startTestHub({ role: 'api' }))
  const { id } = (await operator.ask('GET', '/console/api/session')).body.user
  expect(await operator.ask('POST', `/console/api/operator/people/${id}/disable`)).toMatchObject({
    status: 409,
    body: { error: 'last_operator' },
  })
  const { data } = (await operator.ask('GET', '/console/api/operator/people')).body
  expect(data).toMatchObject([{ id, isOperator: true, disabledAt: null }])
})
