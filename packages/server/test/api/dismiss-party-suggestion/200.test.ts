import { describe, expect, it } from 'vitest'
import { suggestedNames, suggestionsPath } from '../../harness/parties.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('dismissPartySuggestion 200', () => {
  it('suggests a dismissed name no more, also for new releases in another spelling, until that is taken back', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const dismiss = (body: object) => fixture.post(`${suggestionsPath}/dismiss`, body)
    await fixture.release({ contributors: [{ name: 'Various Artists', role: 'main_artist' }] })
    const { status, body } = await dismiss({ name: 'various artists' })
    expect([status, body]).toEqual([200, { name: 'various artists', dismissed: true }])
    await fixture.release({ contributors: [{ name: 'VARIOUS ARTISTS', role: 'main_artist' }] }, 2)
    expect(await suggestedNames(hub, fixture)).toEqual([])
    expect(await suggestedNames(hub, fixture, '&dismissed=true')).toEqual(['VARIOUS ARTISTS'])
    for (let round = 0; round < 2; round++) {
      const back = await dismiss({ name: 'Various Artists', dismissed: false })
      expect([back.status, back.body]).toEqual([200, { name: 'Various Artists', dismissed: false }])
    }
    expect(await suggestedNames(hub, fixture)).toEqual(['VARIOUS ARTISTS'])
    expect(await suggestedNames(hub, fixture, '&dismissed=true')).toEqual([])
  })
})
