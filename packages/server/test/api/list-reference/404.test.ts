import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('listReference has four lists and no others, in any spelling', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const ask = (list: string) => hub.json('GET', `/api/v1/music-distributor/reference/${list}`, { key: fixture.key })
  expect(await differentAnswers(['colours', 'Genres', 'constructor'], ask)).toEqual([
    { status: 404, error: 'not_found' },
  ])
})
