import { describe, expect, it } from 'vitest'
import { suggestionsPath } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('listPartySuggestions 400', () => {
  it('refuses a cursor that it did not issue', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const { status, body } = await hub.json('GET', `${suggestionsPath}?cursor=made-up`, { key: fixture.key })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })
})
