import { expect, it } from 'vitest'
import { openImportAccount } from '../../harness/imports.ts'

it.each([
  ['bytes=1-7', 'bytes 1-7/26', 'release'],
  ['bytes=16-', 'bytes 16-25/26', 'Ünlike"/>'],
  ['bytes=-2', 'bytes 24-25/26', '/>'],
])('getImportMessage answers %s alone', async (range, contentRange, text) => {
  const { message, waiting } = await openImportAccount()
  const answer = await message(await waiting(), { range })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, contentRange])
  expect(answer.headers.get('content-type')).toBe('application/xml')
  expect(await answer.text()).toBe(text)
})
