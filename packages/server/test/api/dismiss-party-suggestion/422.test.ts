import { describe, expect, it } from 'vitest'
import { suggestionsPath } from '../../harness/parties.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('dismissPartySuggestion 422', () => {
  it('refuses a name that only releases of another account credit', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const other = await createReleaseFixture(hub, 'Other')
    await other.release({ contributors: [{ name: 'Ada', role: 'main_artist' }] })
    const { status, body } = await fixture.post(`${suggestionsPath}/dismiss`, { name: 'Ada' })
    expect([status, body.errors[0].pointer, body.errors[0].code]).toEqual([422, '/name', 'name_unknown'])
  })
})
