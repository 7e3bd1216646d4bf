import { expect, it } from 'vitest'
import { recordMessage } from '../../harness/recorded-messages.ts'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('refuses a cursor of the messages of another release, and one that was made up', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const { body: other } = await fixture.release({ submit: true })
  const message = { accountId: fixture.account.accountId, release, xml: '<Message/>' }
  await recordMessage(hub, { ...message, round: 1 })
  await recordMessage(hub, { ...message, round: 2 })
  const list = (releaseId: string, query: string) =>
    hub.json('GET', `${releasesPath}/${releaseId}/messages?limit=1${query}`, { key: fixture.key })
  const cursor: string = (await list(release.id, '')).body.page.nextCursor
  for (const [releaseId, made] of [
    [other.id, cursor],
    [release.id, 'abcdef'],
  ])
    expect(await list(releaseId, `&cursor=${made}`)).toMatchObject({ status: 400, body: { error: 'cursor_invalid' } })
  expect(await list(release.id, `&cursor=${cursor}`)).toMatchObject({ status: 200 })
})
