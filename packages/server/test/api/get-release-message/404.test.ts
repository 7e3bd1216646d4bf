import { expect, it } from 'vitest'
import { findMessagePlaces } from '../../harness/message-of-release.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('finds a message only under its release and account, and has one answer for all others', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { here, elsewhere } = await findMessagePlaces(hub, fixture)
  expect((await hub.json('GET', here, { key: fixture.key })).status).toBe(200)
  for (const path of elsewhere)
    expect(await hub.json('GET', path, { key: fixture.key }), path).toMatchObject({
      status: 404,
      body: { error: 'store_message_not_found', detail: 'Store message not found.' },
    })
})
