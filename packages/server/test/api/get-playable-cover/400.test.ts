import { expect, it } from 'vitest'
import { askAsSiteA, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it('getPlayableCover 400 refuses a size that is not offered', async () => {
  const hub = await sharedPropertyHub()
  const path = '/api/integration/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB/cover?size=3000'
  const response = await askAsSiteA(hub, path)
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: 'invalid_parameter', errors: [{ pointer: 'size' }] },
  ])
})
