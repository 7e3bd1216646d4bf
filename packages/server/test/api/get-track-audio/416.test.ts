import { expect, it } from 'vitest'
import { askAsSiteA, offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it('refuses a range after the end, and says where the end is', async () => {
  const hub = await sharedPropertyHub()
  const { path } = await offerMaster(hub, Buffer.from('ten bytes.'))
  const response = await askAsSiteA(hub, path, { range: 'bytes=10-' })
  expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  expect(await response.json()).toMatchObject({
    error: 'range_not_satisfiable',
    detail: 'The content has 10 bytes.',
  })
})
