import { expect, it } from 'vitest'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { askForUnreachableReleases } from '../../harness/unreachable-releases.ts'

it('lists no revision of releases but those of the account, and answers alike for all others', async () => {
  const answers = await askForUnreachableReleases(await sharedReleaseHub(), {
    method: 'GET',
    suffix: '/revisions',
    foreign: { submit: true },
  })
  expect(answers.unknown).toMatchObject({ status: 404, body: { error: 'release_not_found' } })
  expect(answers.others.slice(0, 2)).toEqual([answers.unknown, answers.unknown])
  expect(answers.others[2]).toMatchObject({ status: 404 })
  expect(answers.after).toEqual(answers.before)
})
