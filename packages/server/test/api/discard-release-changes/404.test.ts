import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { askForUnreachableReleases } from '../../harness/unreachable-releases.ts'

it('discards changes of no release but those of the account, and answers alike for all others', async () => {
  const answers = await askForUnreachableReleases(await sharedReleaseHub(), {
    method: 'POST',
    suffix: '/discard-changes',
    foreign: { submit: true },
  })
  expect(answers.unknown).toMatchObject({ status: 404, body: { error: 'release_not_found' } })
  expect(answers.others).toEqual([answers.unknown, answers.unknown, answers.unknown])
  expect(answers.after).toEqual(answers.before)
})
