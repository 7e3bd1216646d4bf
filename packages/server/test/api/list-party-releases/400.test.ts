import { describe, expect, it } from 'vitest'
import { createParty, partiesPath } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('listPartyReleases 400', () => {
  it('refuses a cursor that it did not issue', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const { id } = await createParty(fixture, { name: 'Ada' })
    const { status, body } = await hub.json('GET', `${partiesPath}/${id}/releases?cursor=made-up`, { key: fixture.key })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })
})
