import type { Contributor } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { partiesPath } from '../harness/parties.ts'
import { openPartyHistory, type PartyHistory } from '../harness/party-history.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { openReleaseHub } from '../harness/releases.ts'

/** Whatever parties are merged: no credit is lost, no submitted revision changes, and drafts have the present names. */

const count = countFromEnvironment('PARTY_HISTORIES', { usual: 6, soak: 200 })
const seed = seedFromEnvironment()
const stepsOfHistory = 30

describe(`${count} histories of parties, seed ${seed}`, () => {
  let hub: TestHub
  beforeAll(async () => {
    ;({ hub } = await openReleaseHub({ role: 'all' }))
  })

  const listFrozen = ({ fixture }: PartyHistory): Promise<{ place: string; content: string }[]> =>
    hub.opened.database.system.rows(
      `select release_id || ' ' || revision as place, document::text || tracks::text as content
       from release_revisions where account_id = $1`,
      [fixture.account.accountId],
    )

  async function listReleases({ fixture }: PartyHistory, partyId: string): Promise<string[]> {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await hub.json('GET', `${partiesPath}/${partyId}/releases?limit=3${cursor}`, {
        key: fixture.key,
      })
      ids.push(...body.data.map(({ releaseId }: { releaseId: string }) => releaseId))
      if (!body.page.hasMore) return ids
      cursor = `&cursor=${body.page.nextCursor}`
    }
  }

  /** Drafts and unsubmitted changes whose credits are not those of the present parties. */
  async function listOutdated({ fixture, names, releaseIds }: PartyHistory): Promise<string[]> {
    const outdated: string[] = []
    for (const id of releaseIds) {
      const { body } = await fixture.get(id)
      const isEdited = body.status === 'draft' || body.pendingRevision !== null
      const credits: Contributor[] = [body, ...body.tracks].flatMap(({ contributors = [] }) => contributors)
      const isPresent = ({ partyId, name }: Contributor) => partyId === undefined || names.get(partyId) === name
      if (isEdited && !credits.every(isPresent)) outdated.push(id)
    }
    return outdated
  }

  it.each(Array.from({ length: count }, (_, index) => index))('history %i', async (index) => {
    const history = await openPartyHistory(hub, createRandom(seed + index))
    const frozen = new Map<string, string>()
    for (let step = 0; step < stepsOfHistory; step++) {
      await history.step()
      for (const { place, content } of await listFrozen(history)) {
        expect(frozen.get(place) ?? content, `the frozen revision ${place} after step ${step}`).toBe(content)
        frozen.set(place, content)
      }
    }
    for (const [id, party] of history.leads) {
      const { body } = await hub.json('GET', `${partiesPath}/${id}`, { key: history.fixture.key })
      const releases = history.releasesOf(party)
      expect([body.id, body.name, body.releaseCount]).toEqual([party, history.names.get(party), releases.length])
      expect(await listReleases(history, id)).toEqual(releases)
    }
    await eventually(async () => (await listOutdated(history)).length === 0 || undefined, {
      what: 'all drafts to have the present names',
    })
    const after = new Map((await listFrozen(history)).map(({ place, content }) => [place, content]))
    expect(after).toEqual(frozen)
  })
})
