import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import type { TestHub } from '../../harness/hub.ts'
import { inviteMember, type TestPerson } from '../../harness/people.ts'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'
import { createTeam, sharedTickingHub, type Team } from '../../harness/shared-team.ts'

/** The events of an account's releases and people, in one list. */

interface Entry {
  readonly id: string
  readonly at: string
  readonly type: string
  readonly release: { readonly id: string; readonly title: string } | null
  readonly data: Readonly<Record<string, string | null>>
}

describe('listAccountActivity 200, of an account with releases', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let owner: TestPerson
  let releaseId: string
  beforeAll(async () => {
    // No two things happen in the same millisecond.
    let nowMs = Date.now()
    ;({ hub, fixture } = await openReleaseHub({
      role: 'all',
      environment: { SPINDLE_REVIEW: 'manual' },
      overrides: { clock: { now: () => nowMs++ }, jobPollMs: 100 },
    }))
    owner = await inviteMember(hub, { ...fixture.account, role: 'owner', email: 'mia@label.example' })
    const { body } = await fixture.release({ title: 'Night Drive' })
    releaseId = body.id
    const invitation = { email: 'tom@label.example', role: 'viewer' }
    await owner.ask('POST', `/console/api/accounts/${fixture.account.accountId}/invitations`, invitation)
    await fixture.act(releaseId, 'submit')
    const issues = [{ pointer: '/label', code: 'review', note: 'Not this one.' }]
    await hub.hub.releases.reviews.requestChanges(releaseId, { id: null, name: 'Grace' }, issues)
    await fixture.patch(releaseId, { label: 'Red Lamp' })
    await fixture.act(releaseId, 'submit')
    await hub.hub.releases.reviews.approveRelease(releaseId, { id: null, name: 'Grace' })
    await fixture.until(releaseId, ({ status }) => status === 'live')
  })
  const path = (query = ''): string => `/console/api/accounts/${fixture.account.accountId}/activity${query}`
  const list = async (query = '', by = owner): Promise<readonly Entry[]> =>
    (await by.ask('GET', path(`?limit=100${query}`))).body.data
  const typesOf = async (query: string) => (await list(query)).map(({ type }) => type)

  it('shows releases and people in the order in which it happened', async () => {
    const all = await list()
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const types = all.map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['release.live', 'invitation.created', 'session.started']))
    expect(types.indexOf('invitation.created')).toBeGreaterThan(types.indexOf('release.submitted'))
    expect(types.indexOf('invitation.created')).toBeLessThan(types.indexOf('release.created'))
    expect(all.find(({ type }) => type === 'release.changes_requested')).toMatchObject({
      actor: { type: 'operator', name: 'Grace' },
      release: { id: releaseId, title: 'Night Drive' },
    })
    expect(all.find(({ type }) => type === 'delivery.live')?.data).toEqual({ outlet: expect.any(String) })
    expect(all.find(({ type }) => type === 'release.created')).toMatchObject({ actor: { type: 'key', name: null } })
  })

  it('is paged, without gaps and duplicates', async () => {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { data, page } = (await owner.ask('GET', path(`?limit=1${cursor}`))).body
      ids.push(...data.map(({ id }: Entry) => id))
      if (!page.hasMore) break
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
    expect(ids).toEqual((await list()).map(({ id }) => id))
  })

  it('can be narrowed to releases, to people, to a person and to a time', async () => {
    const ofReleases = await typesOf('&kind=releases')
    expect(ofReleases.filter((type) => !/^(release|delivery)\./.test(type))).toEqual([])
    const ofPeople = await typesOf('&kind=people')
    expect(ofPeople.filter((type) => !type.startsWith('invitation.'))).toEqual([])
    const { id } = (await owner.ask('GET', '/console/api/session')).body.user
    expect(await typesOf(`&actor=${id}`)).toEqual(expect.arrayContaining(['invitation.created', 'session.started']))
    expect(await typesOf(`&actor=${id}&kind=releases`)).toEqual([])
    const all = await list()
    const [newest] = all
    expect(await list(`&from=${newest?.at}`)).toEqual(all.filter(({ at }) => at >= (newest?.at ?? '')))
    expect(await list(`&to=${newest?.at}`)).toEqual(all.filter(({ at }) => at < (newest?.at ?? '')))
  })

  it('lists the turning points of releases briefly, and no sign-ins', async () => {
    expect(await typesOf('&brief=true')).toEqual([
      'release.live',
      'release.submitted',
      'release.changes_requested',
      'release.submitted',
      'invitation.created',
      'release.created',
      'invitation.accepted',
      'invitation.created',
      'key.created',
    ])
  })
})

describe('listAccountActivity 200, of failures', () => {
  it('lists failed and refused deliveries and failed takedowns, and nothing else', async () => {
    const { hub, fixture } = await openReleaseHub({ role: 'all', overrides: { jobPollMs: 100 } })
    const team = await createTeam(hub, 'Night Label', fixture.account)
    const list = async (query: string): Promise<readonly Entry[]> =>
      (await team.ask('GET', `/activity?limit=100${query}`)).body.data
    const refused = await fixture.release({
      title: 'Undertow',
      metadata: { 'sandbox.outcome': 'refuse:metadata_missing' },
      submit: true,
    })
    await fixture.until(refused.body.id, ({ status }) => status === 'delivery_failed')
    const kept = await fixture.release({
      title: 'Night Drive',
      metadata: { 'sandbox.takedown': 'fail_times:9' },
      submit: true,
    })
    await fixture.until(kept.body.id, ({ status }) => status === 'live')
    expect((await fixture.act(kept.body.id, 'takedown', { reason: 'Rights moved' })).status).toBe(202)
    const isFailed = ({ type }: Entry): boolean => type === 'delivery.takedown_failed'
    await eventually(async () => (await list('')).some(isFailed), { what: 'the takedown to fail' })

    const failures = await list('&failures=true&kind=releases')
    expect([...new Set(failures.map(({ type, release }) => `${release?.title}: ${type}`))].toSorted()).toEqual([
      'Night Drive: delivery.takedown_failed',
      'Undertow: delivery.refused',
      'Undertow: release.delivery_failed',
    ])
    const all = await list('&failures=true')
    expect(all.filter(({ release }) => release === null)).toEqual([])
    expect(await list('&failures=true&kind=keys')).toEqual([])
    expect(await list(`&failures=true&to=${failures.at(-1)?.at}`)).toEqual([])
    const file = await hub.request(
      `/console/api/accounts/${team.accountId}/activity/export?failures=true&format=ndjson`,
      {
        headers: { 'sec-fetch-site': 'same-origin', cookie: team.owner.cookie() ?? '' },
      },
    )
    const lines = (await file.text()).trimEnd().split('\n')
    expect(new Set(lines.map((line) => JSON.parse(line).type))).toEqual(
      new Set(['delivery.takedown_failed', 'delivery.refused', 'release.delivery_failed']),
    )
  })

  it('is refused with a value that is not true or false', async () => {
    const team = await createTeam(await sharedTickingHub())
    expect(await team.ask('GET', '/activity?failures=some')).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter', errors: [{ pointer: 'failures' }] },
    })
  })
})

describe('listAccountActivity 200, of people and their access', () => {
  let team: Team
  beforeAll(async () => {
    team = await createTeam(await sharedTickingHub())
  })
  const list = async (query: string, by = team.owner) =>
    (await team.ask('GET', `/activity${query}`, undefined, by)).body
  const typesOf = async (query: string) => (await list(query)).data.map(({ type }: { type: string }) => type)

  it('names who made, replaced and revoked a key, and never the key', async () => {
    const { owner } = team
    const keys = `/console/a/${team.accountId}/api/v1/distributor/keys`
    const made = await owner.ask('POST', keys, { name: 'import', permissions: ['music:read'] })
    const next = await owner.ask('POST', `${keys}/${made.body.id}/rotate`, { overlapSeconds: 0 })
    expect((await owner.ask('DELETE', `${keys}/${next.body.id}`)).status).toBe(204)
    expect((await owner.ask('DELETE', `${keys}/${next.body.id}`)).status).toBe(204)
    const { data: events } = await list('?kind=keys')
    const actor = { type: 'user', id: expect.stringMatching(/^usr_/), name: 'The owner' }
    expect(events).toMatchObject([
      { type: 'key.revoked', actor, data: { key: next.body.id, name: 'import' } },
      { type: 'key.rotated', actor, data: { key: made.body.id, name: 'import', successor: next.body.id } },
      { type: 'key.created', actor, data: { key: made.body.id, name: 'import' } },
    ])
    for (const { key } of [made.body, next.body]) expect(JSON.stringify(events)).not.toContain(key)
    const [listed] = (await owner.ask('GET', keys)).body.data
    expect(listed.madeBy).toEqual({ id: events[0].actor.id, name: 'The owner' })
  })

  it('contains the sign-ins of members and of no one else', async () => {
    const other = await createTeam(team.hub, 'Other Label')
    const viewer = await team.join('viewer', 'vi')
    const id = await team.idOf(viewer)
    expect((await list(`?kind=sign_ins&actor=${id}`)).data).toEqual([
      {
        id: expect.stringMatching(/^aud_/),
        at: expect.any(String),
        type: 'session.started',
        actor: { type: 'user', id, name: 'The viewer' },
        release: null,
        reason: null,
        data: expect.objectContaining({ way: 'invitation' }),
      },
    ])
    expect(await typesOf(`?actor=${await team.idOf(other.owner)}`)).toEqual([])
    expect((await team.ask('GET', '/activity', undefined, viewer)).status).toBe(200)
    expect((await list('', other.owner)).error).toBe('not_found')
  })

  it('is paged without gaps, and between two instants', async () => {
    const { data: all } = await list('?limit=100')
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { data, page } = await list(`?limit=2${cursor}`)
      ids.push(...data.map(({ id }: { id: string }) => id))
      if (!page.hasMore) break
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
    expect(ids).toEqual(all.map(({ id }: { id: string }) => id))
    expect(ids.length).toBeGreaterThan(5)
    const [first, second] = all.slice(-2).reverse()
    expect((await list(`?from=${first.at}&to=${second.at}`)).data).toEqual([first])
    expect((await list('?kind=weather')).error).toBe('invalid_parameter')
  })
})
