import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { askAsSiteA, offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it('answers 304 to who has the bytes, before any range', async () => {
  const hub = await sharedPropertyHub()
  const audio = randomBytes(1000)
  const digest = createHash('sha256').update(audio).digest('hex')
  const { path } = await offerMaster(hub, audio)
  const response = await askAsSiteA(hub, path, { 'if-none-match': `"${digest}"`, range: 'bytes=0-9' })
  expect([response.status, await response.text()]).toEqual([304, ''])
})
