import { expect, it } from 'vitest'
import { openImportAccount } from '../../harness/imports.ts'

it('getImportMessage refuses a range after the last byte, and says how many there are', async () => {
  const { message, waiting } = await openImportAccount()
  const answer = await message(await waiting(), { range: 'bytes=26-' })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */26'])
  expect(answer.headers.get('etag')).toBeNull()
  expect(await answer.json()).toMatchObject({ error: 'range_not_satisfiable', detail: 'The content has 26 bytes.' })
})
