import { describe, expect, it } from 'vitest'
import { createParty, mergeParties, partiesPath } from '../../harness/parties.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('mergeParty 422', () => {
  it('refuses a duplicate that is unknown, the party itself, or merged into another party', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const [party, gone, third] = [
      await createParty(fixture, { name: 'Ada' }),
      await createParty(fixture, { name: 'Ada K.' }),
      await createParty(fixture, { name: 'Cy' }),
    ]
    const theirs = await createParty(await createReleaseFixture(hub, 'Other'), { name: 'Theirs' })
    await mergeParties(fixture, third, gone)
    const refusal = async (duplicate: string) => {
      const { status, body } = await fixture.post(`${partiesPath}/${party.id}/merge`, { duplicate })
      return [status, body.error, body.errors]
    }
    const error = (code: string, detail: string, fix: string) => [
      422,
      'validation_failed',
      [{ pointer: '/duplicate', code, detail, fix }],
    ]
    const list = 'List the parties to find the id.'
    const unknown = 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
    expect(await refusal(unknown)).toEqual(error('party_unknown', `The account has no party ${unknown}.`, list))
    expect(await refusal(theirs.id)).toEqual(error('party_unknown', `The account has no party ${theirs.id}.`, list))
    expect(await refusal(party.id)).toEqual(
      error('party_same', 'The duplicate is the party itself.', 'Name another party.'),
    )
    expect(await refusal(gone.id)).toEqual(
      error('party_merged', `${gone.id} was merged into ${third.id} before.`, `Merge ${third.id} instead.`),
    )
  })
})
