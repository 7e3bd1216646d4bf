import { expect, it } from 'vitest'
import { forgetMessages } from '../../../src/features/imports/import-queries.ts'
import { openImportAccount } from '../../harness/imports.ts'

it('getImportMessage reports that a message is deleted, while its import stays', async () => {
  const { hub, ask, end, message, waiting } = await openImportAccount()
  const [old, young] = [await waiting(), await waiting()]
  // Nothing else in the hub ended in that year.
  await end(old, 'refused', new Date('1999-01-01T00:00:00Z'))
  await end(young)
  expect(await forgetMessages(hub.opened.database.system, new Date('1999-02-01T00:00:00Z'))).toBe(1)
  const gone = await message(old)
  expect([gone.status, await gone.json()]).toMatchObject([410, { error: 'import_message_gone' }])
  expect((await ask(`/${old}`)).body).toMatchObject({ id: old, status: 'refused' })
  expect((await message(young)).status).toBe(200)
})
