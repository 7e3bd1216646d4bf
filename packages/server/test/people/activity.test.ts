import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { inviteMember, type TestPerson } from '../harness/people.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

/** What happened to the releases of an account and to its people, in one list. */

interface Entry {
  readonly id: string
  readonly at: string
  readonly type: string
  readonly release: { readonly id: string; readonly title: string } | null
  readonly data: Readonly<Record<string, string | null>>
}

describe('the activity of an account with releases', () => {
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
      overrides: { clock: { now: () => nowMs++ } },
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

  it('comes in pages that leave nothing out and nothing twice', async () => {
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

  it('tells briefly where releases turned, and no sign-ins', async () => {
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

  it('leaves whole as CSV', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', cookie: owner.cookie() ?? '' }
    const csv = await (await hub.request(path('/export'), { headers })).text()
    const lines = csv.trimEnd().split('\r\n')
    expect(lines).toHaveLength((await list()).length + 1)
    expect(csv).toContain(`"${releaseId}","Night Drive"`)
  })
})
