import type { TestHub } from './hub.ts'
import type { ReleaseFixture } from './releases.ts'
import { uploadsPath } from './uploads.ts'

/** Cursors that other lists do not accept: made up, and one of the list of uploads of the same account. */
export async function foreignCursors({
  hub,
  fixture,
}: {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
}): Promise<string[]> {
  for (let count = 0; count < 2; count++) await fixture.cover()
  const { body } = await hub.json('GET', `${uploadsPath}?limit=1`, { key: fixture.key })
  const cursor: unknown = body.page.nextCursor
  if (typeof cursor !== 'string') throw new Error(`no cursor: ${JSON.stringify(body)}`)
  return ['AAAA', 'page-2', cursor]
}
