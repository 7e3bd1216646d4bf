import { expect, it } from 'vitest'
import { newFolderOutlet, outletsPath } from '../../harness/new-outlets.ts'
import { sharedOutletHub } from '../../harness/shared-review-hub.ts'

it('updateOutlet 422: leaves programs to the command line', async () => {
  const { hub, operator } = await sharedOutletHub()
  const outlet = await newFolderOutlet()
  await operator.ask('POST', outletsPath, outlet)
  await hub.opened.database.system.execute(`update outlets set kind = 'program' where id = $1`, [outlet.id])
  const { status, body } = await operator.ask('PATCH', `${outletsPath}/${outlet.id}`, { messages: { isTest: false } })
  expect(status).toBe(422)
  expect(body.errors).toMatchObject([{ pointer: '', fix: 'Use the commands outlets set and outlets sign-in.' }])
})
