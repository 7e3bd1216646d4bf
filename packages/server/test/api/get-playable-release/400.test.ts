import { expect, it } from 'vitest'
import { askAsSiteA, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it.each(['visitor.example', '203.0.113.7:443', '203.0.113.0/24', ''])(
  'getPlayableRelease 400 refuses "%s" as the address of a visitor',
  async (address) => {
    const hub = await sharedPropertyHub()
    const path = `/api/integration/releases/rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB?address=${encodeURIComponent(address)}`
    const response = await askAsSiteA(hub, path)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: 'invalid_parameter', errors: [{ pointer: 'address' }] },
    ])
  },
)
