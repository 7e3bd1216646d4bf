import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'

/** Written again from the documentation: sorted members, no white space, without the digest itself. */
const digest = ({ sha256: _sha256, ...event }: Record<string, unknown>): string => {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .map((name) => [name, sorted((value as Record<string, unknown>)[name])]),
          )
        : value
  return createHash('sha256')
    .update(JSON.stringify(sorted(event)))
    .digest('hex')
}

describe('listReleaseEvents 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all' }))
  })

  it('is a chain that anyone can check, from the creation to the outlets', async () => {
    const { body } = await fixture.release({ title: 'Ünïcode ✓ "quoted"' }, 2)
    await fixture.patch(body.id, { label: 'Changed' })
    await fixture.act(body.id, 'submit')
    await fixture.until(body.id, ({ status }) => status === 'live')
    const seen: Record<string, unknown>[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '?limit=3&count=true' : `?limit=3&count=true&cursor=${cursor}`
      const { body: page } = await hub.json('GET', `${releasesPath}/${body.id}/events${query}`, { key: fixture.key })
      seen.push(...page.data)
      cursor = page.page.nextCursor
      expect(page.page.total).toBe(10)
    } while (cursor !== null)
    expect(seen.map(({ type }) => type)).toEqual([
      'release.live',
      'delivery.live',
      'delivery.acknowledged',
      'delivery.sent',
      'release.delivery_started',
      'release.approved',
      'release.review_started',
      'release.submitted',
      'release.updated',
      'release.created',
    ])
    const events = seen.reverse()
    events.forEach((event, index) => {
      expect(event.previousSha256).toBe(events[index - 1]?.sha256 ?? null)
      expect(event.sha256).toBe(digest(event))
    })
    const submitted = events.find(({ type }) => type === 'release.submitted')
    expect(submitted).toMatchObject({
      revision: 2,
      data: {
        revisionSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        coverSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        audioSha256: { [body.tracks[0].id]: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    })
    expect(digest({ ...submitted, reason: 'rewritten' })).not.toBe(submitted?.sha256)
  })
})
