import { expect, it } from 'vitest'
import { propertyToken, startPropertyHub } from '../../harness/property-hub.ts'

it('getRefusals counts tokens that were refused, and none that was accepted', async () => {
  const { hub, operator } = await startPropertyHub()
  const refusals = () => operator.ask('GET', '/console/api/operator/refusals')
  const verify = async (bearer: string) => (await hub.json('GET', '/api/integration/verify', { bearer })).status
  expect(await refusals()).toMatchObject({ status: 200, body: { count: 0, lastAt: null } })
  const before = Date.now()
  for (const wrong of ['wrong', `${propertyToken}x`]) expect(await verify(wrong)).toBe(401)
  expect(await verify(propertyToken)).toBe(200)
  const { body } = await refusals()
  expect(body).toEqual({ count: 2, lastAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/) })
  expect(Date.parse(body.lastAt)).toBeGreaterThanOrEqual(before)
  await verify('wrong')
  expect((await refusals()).body.count).toBe(3)
})
