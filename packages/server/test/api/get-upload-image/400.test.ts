import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { uploadsPath } from '../../harness/uploads.ts'

it('draws pictures of the sizes that it names alone', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const path = `${uploadsPath}/${await fixture.cover()}/image`
  for (const size of ['100', '0', 'large'])
    expect(await hub.json('GET', `${path}?size=${size}`, { key: fixture.key }), size).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter', errors: [{ pointer: 'size' }] },
    })
})
