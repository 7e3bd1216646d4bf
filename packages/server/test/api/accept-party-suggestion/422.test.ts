import { describe, expect, it } from 'vitest'
import { createParty, suggestionsPath } from '../../harness/parties.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('acceptPartySuggestion 422', () => {
  it('refuses a name that no release credits, and a party that the account does not have', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const other = await createReleaseFixture(hub, 'Other')
    const theirs = await createParty(other, { name: 'Theirs' })
    await other.release({ contributors: [{ name: 'Cy', role: 'main_artist' }] })
    await fixture.release({ contributors: [{ name: 'Ada', role: 'main_artist' }] })
    const refusal = async (body: object) => {
      const answer = await fixture.post(`${suggestionsPath}/accept`, body)
      return [answer.status, answer.body.error, answer.body.errors]
    }
    const unknown = {
      pointer: '/name',
      code: 'name_unknown',
      detail: 'No release of the account credits this name without a party.',
      fix: 'List the suggestions to find the name.',
    }
    expect(await refusal({ name: 'Cy' })).toEqual([422, 'validation_failed', [unknown]])
    expect(await refusal({ name: 'Ada', partyId: theirs.id })).toEqual([
      422,
      'validation_failed',
      [
        {
          pointer: '/partyId',
          code: 'party_unknown',
          detail: `The account has no party ${theirs.id}.`,
          fix: 'List the parties to find the id.',
        },
      ],
    ])
  })
})
