import { describe, expect, it } from 'vitest'
import { suggestionsPath } from '../../harness/parties.ts'
import { openReleaseHub } from '../../harness/releases.ts'

describe('listPartySuggestions 400', () => {
  it('refuses a cursor that it did not issue', async () => {
    const { hub, fixture } = await openReleaseHub()
    const { status, body } = await hub.json('GET', `${suggestionsPath}?cursor=made-up`, { key: fixture.key })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })
})
