import { expect, it } from 'vitest'
import { openReleaseHub, releasesPath } from '../../harness/releases.ts'

it('refuses a cursor of the deliveries of another release, and one that was made up', async () => {
  const environment = { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` }
  const { hub, fixture } = await openReleaseHub({ environment })
  const { body: release } = await fixture.release({ submit: true })
  const { body: other } = await fixture.release({ submit: true })
  const list = (releaseId: string, query: string) =>
    hub.json('GET', `${releasesPath}/${releaseId}/deliveries?limit=1${query}`, { key: fixture.key })
  const cursor: string = (await list(release.id, '')).body.page.nextCursor
  for (const [releaseId, made] of [
    [other.id, cursor],
    [release.id, 'abcdef'],
  ])
    expect(await list(releaseId, `&cursor=${made}`)).toMatchObject({ status: 400, body: { error: 'cursor_invalid' } })
  expect(await list(release.id, `&cursor=${cursor}`)).toMatchObject({ status: 200 })
})
