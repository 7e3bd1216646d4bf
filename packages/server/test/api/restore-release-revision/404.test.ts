import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { askForUnreachableReleases } from '../../harness/unreachable-releases.ts'

it('restores no revision of releases but those of the account, and answers alike for all others', async () => {
  const answers = await askForUnreachableReleases(await sharedReleaseHub(), {
    method: 'POST',
    suffix: '/revisions/1/restore',
    foreign: { submit: true },
  })
  expect(answers.unknown).toMatchObject({ status: 404, body: { error: 'release_not_found' } })
  expect(answers.others.slice(0, 2)).toEqual([answers.unknown, answers.unknown])
  expect(answers.others[2]).toMatchObject({ status: 404 })
  expect(answers.after).toEqual(answers.before)
})

it('restores no revision that was not submitted', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body } = await fixture.release({ submit: true })
  const ask = (revision: string) =>
    hub.json('POST', `${releasesPath}/${body.id}/revisions/2/restore`.replace('/2', `/${revision}`), {
      key: fixture.key,
    })
  for (const revision of ['2', '0', 'one', '99999999'])
    expect(await ask(revision)).toMatchObject({ status: 404, body: { error: 'revision_not_found' } })
})
