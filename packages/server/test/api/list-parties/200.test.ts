import type { Party } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createParty, credit, partiesPath } from '../../harness/parties.ts'
import { createReleaseFixture, type ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('listParties 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let ada: Party
  const list = async (query = '', key = fixture.key) => (await hub.json('GET', `${partiesPath}${query}`, { key })).body
  const namesOf = ({ data }: { data: Party[] }): string[] => data.map(({ name }) => name)

  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
    ada = await createParty(fixture, { name: 'Ada', legalName: 'Augusta King', ipi: '00052210040' })
    await createParty(fixture, { name: 'Cy', names: [{ language: 'ja', name: 'サイ' }] })
    await createParty(fixture, { name: 'Di', spotify: 'spotify:artist:DiDi' })
  })

  it('answers the newest first, in pages and with a total', async () => {
    const first = await list('?limit=2&count=true')
    expect([namesOf(first), first.page.total]).toEqual([['Di', 'Cy'], 3])
    const second = await list(`?limit=2&cursor=${first.page.nextCursor}`)
    expect([namesOf(second), second.page.hasMore]).toEqual([['Ada'], false])
  })

  it('finds parts of names in any script, and identifiers', async () => {
    expect(namesOf(await list('?query=augusta'))).toEqual(['Ada'])
    expect(namesOf(await list(`?query=${encodeURIComponent('サイ')}&count=true`))).toEqual(['Cy'])
    expect(namesOf(await list('?query=artist:didi'))).toEqual(['Di'])
    expect(namesOf(await list('?query=00052210040'))).toEqual(['Ada'])
    expect(namesOf(await list(`?query=${ada.id}`))).toEqual(['Ada'])
    expect(namesOf(await list('?query=nothing'))).toEqual([])
  })

  it('counts the releases that name each party once, and not deleted ones', async () => {
    const contributors = [credit(ada, 'main_artist'), credit(ada, 'composer')]
    const { body: kept } = await fixture.release({ contributors })
    const { body: gone } = await fixture.release({ contributors })
    expect((await list('?query=ada')).data[0].releaseCount).toBe(2)
    await hub.json('DELETE', `/api/v1/music-distributor/releases/${gone.id}`, { key: fixture.key })
    expect((await list('?query=ada')).data[0].releaseCount).toBe(1)
    await fixture.patch(kept.id, { contributors: [{ name: 'Ada', role: 'main_artist' }] })
    expect((await list('?query=ada')).data[0].releaseCount).toBe(0)
  })

  it('shows nothing of another account', async () => {
    const other = await createReleaseFixture(hub, 'Others')
    expect((await list('', other.key)).data).toEqual([])
    expect((await list('?query=ada&count=true', other.key)).page.total).toBe(0)
  })
})
