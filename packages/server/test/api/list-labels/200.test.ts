import type { Label } from '@spindle/contract'
import { describe, expect, it } from 'vitest'
import { createLabel, labelsPath } from '../../harness/labels.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('listLabels 200', () => {
  it('answers the newest first, in pages, by parts of their names, and none of another account', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const list = async (query = '', key = fixture.key) => (await hub.json('GET', `${labelsPath}${query}`, { key })).body
    const namesOf = ({ data }: { data: Label[] }): string[] => data.map(({ name }) => name)
    for (const name of ['Blue Lamp', 'Red Lamp', 'Night']) await createLabel(fixture, { name })
    const first = await list('?limit=2&count=true')
    expect([namesOf(first), first.page.total]).toEqual([['Night', 'Red Lamp'], 3])
    const second = await list(`?limit=2&cursor=${first.page.nextCursor}`)
    expect([namesOf(second), second.page.hasMore]).toEqual([['Blue Lamp'], false])
    const found = await list('?query=LAMP&count=true')
    expect([namesOf(found), found.page.total]).toEqual([['Red Lamp', 'Blue Lamp'], 2])
    const other = await createReleaseFixture(hub, 'Other')
    expect(namesOf(await list('?query=lamp', other.key))).toEqual([])
  })
})
