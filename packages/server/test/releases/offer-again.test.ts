import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { bodyOf } from '../harness/recordings.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

type Release = Awaited<ReturnType<ReleaseFixture['get']>>['body']

const grace = { id: null, name: 'Grace' }
const takedown = { reason: 'Rights have ended' }

interface Open {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
}

const openWith = (review: 'auto' | 'manual'): Promise<Open> =>
  openReleaseHub({ role: 'all', environment: { SPINDLE_REVIEW: review } })

describe('a release that its account took down', () => {
  let opened: Open
  beforeAll(async () => {
    opened = await openWith('auto')
  })
  const down = async (changes: object = {}): Promise<Release> => {
    const { fixture } = opened
    const { body } = await fixture.release({ ...changes, submit: true })
    await fixture.until(body.id, ({ status }) => status === 'live')
    expect((await fixture.act(body.id, 'takedown', takedown)).status).toBe(202)
    return fixture.until(body.id, ({ status }) => status === 'taken_down')
  }

  it('can be changed and offered again under its id, with its codes', async () => {
    const { fixture } = opened
    const release = await down()
    const edited = await fixture.patch(release.id, { label: 'Younger' })
    expect(edited).toMatchObject({ status: 200, body: { status: 'taken_down', revision: 2, pendingRevision: 2 } })
    expect(edited.body.deliveries).toMatchObject([{ status: 'taken_down', revision: 1 }])
    expect((await fixture.act(release.id, 'submit')).body).toMatchObject({ status: 'delivering', upc: release.upc })
    const live = await fixture.until(release.id, ({ status }) => status === 'live')
    expect(live).toMatchObject({ label: 'Younger', deliveries: [{ status: 'live', revision: 2 }] })
    expect(live.tracks[0]).toMatchObject({ id: release.tracks[0].id, isrc: release.tracks[0].isrc })
  })

  it('discards its changes like one that outlets have, and keeps its codes', async () => {
    const { fixture } = opened
    const release = await down()
    const locked = await fixture.patch(release.id, { upc: null })
    expect(locked).toMatchObject({ status: 409, body: { error: 'field_locked' } })
    await fixture.patch(release.id, { label: 'Younger' })
    const restored = await fixture.act(release.id, 'discard-changes')
    expect(restored).toMatchObject({ status: 200, body: { status: 'taken_down', pendingRevision: null } })
    expect(restored.body.label).toBe(release.label)
  })

  it('is refused, naming its replacement, and the ways that the refusal names work', async () => {
    const { fixture } = opened
    const upload = await fixture.audio()
    const body = await bodyOf(fixture, [[upload, 'ZZABC2640001']], { submit: true })
    const { body: created } = await fixture.post(releasesPath, body)
    await fixture.until(created.id, ({ status }) => status === 'live')
    await fixture.act(created.id, 'takedown', takedown)
    const old = await fixture.until(created.id, ({ status }) => status === 'taken_down')
    const codes = { upc: old.upc, replaces: old.id, submit: true }
    const { body: young } = await fixture.post(
      releasesPath,
      await bodyOf(fixture, [[upload, 'ZZABC2640001']], { ...codes, title: 'Young' }),
    )
    await fixture.until(young.id, ({ status }) => status === 'live')
    const detail = `Release "Young" (${young.id}) replaces this release and has its UPC and ISRCs. Edit ${young.id}, or create a release that replaces ${young.id}.`
    expect(await fixture.act(old.id, 'submit')).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail },
    })
    expect(await fixture.patch(old.id, { label: 'X' })).toMatchObject({ status: 409, body: { detail } })
    expect(await fixture.act(old.id, 'revisions/1/restore')).toMatchObject({ status: 409, body: { detail } })
    expect((await fixture.patch(young.id, { label: 'X' })).status).toBe(200)
    await fixture.act(young.id, 'takedown', takedown)
    await fixture.until(young.id, ({ status }) => status === 'taken_down')
    const third = await bodyOf(fixture, [[upload, 'ZZABC2640001']], { ...codes, replaces: young.id })
    expect(await fixture.post(releasesPath, third)).toMatchObject({ status: 201, body: { status: 'delivering' } })
  })
})

describe('a release that waits for review to be offered again', () => {
  let opened: Open
  beforeAll(async () => {
    opened = await openWith('manual')
  })
  const reviews = () => opened.hub.hub.releases.reviews
  const live = async (changes: object = {}): Promise<Release> => {
    const { fixture } = opened
    const { body } = await fixture.release({ ...changes, submit: true })
    await reviews().approveRelease(body.id, grace)
    return fixture.until(body.id, ({ status }) => status === 'live')
  }
  const down = async (by: 'account' | 'operator' = 'account'): Promise<Release> => {
    const { id } = await live()
    if (by === 'account') await opened.fixture.act(id, 'takedown', takedown)
    else await reviews().takeDown(id, grace, { outlets: undefined, reason: 'A court order' })
    return opened.fixture.until(id, ({ status }) => status === 'taken_down')
  }
  const replacing = async (old: Release, changes: object = {}) => {
    const { fixture } = opened
    const [{ uploadId, isrc }] = old.tracks
    const body = await bodyOf(fixture, [[uploadId, isrc]], { upc: old.upc, replaces: old.id, ...changes })
    return fixture.post(releasesPath, body)
  }

  it('is down again when it is withdrawn or rejected, and not a draft that can be deleted', async () => {
    const { fixture } = opened
    const { id, upc } = await down()
    expect((await fixture.act(id, 'submit')).body).toMatchObject({ status: 'submitted' })
    expect((await fixture.act(id, 'withdraw')).body).toMatchObject({ status: 'taken_down', upc })
    expect((await opened.hub.json('DELETE', `${releasesPath}/${id}`, { key: fixture.key })).status).toBe(409)
    await fixture.act(id, 'submit')
    await reviews().rejectRelease(id, grace, { code: 'rights', text: 'The licence is missing' })
    expect((await fixture.get(id)).body).toMatchObject({
      status: 'taken_down',
      review: { decision: 'rejected', note: 'The licence is missing' },
    })
    await fixture.act(id, 'submit')
    await reviews().approveRelease(id, grace)
    await fixture.until(id, ({ status }) => status === 'live')
  })

  it.each([
    ['withdrawn', (id: string) => opened.fixture.act(id, 'withdraw')],
    ['rejected', (id: string) => reviews().rejectRelease(id, grace, { code: 'rights', text: 'No licence' })],
  ])('discards the changes of an offer that was %s', async (_, end) => {
    const { fixture } = opened
    const { id, label } = await down()
    await fixture.patch(id, { label: 'Younger' })
    await fixture.act(id, 'submit')
    await end(id)
    expect((await fixture.get(id)).body).toMatchObject({ status: 'taken_down', label: 'Younger', pendingRevision: 2 })
    expect((await fixture.act(id, 'discard-changes')).body).toMatchObject({ label, pendingRevision: null })
    expect((await fixture.act(id, 'submit')).status).toBe(200)
  })

  it('keeps `replaces` of a delivered replacement when an earlier revision is restored', async () => {
    const { fixture } = opened
    const old = await down()
    const { body: young } = await fixture.release({ submit: true })
    await fixture.act(young.id, 'withdraw')
    await fixture.patch(young.id, { replaces: old.id })
    await fixture.act(young.id, 'submit')
    await reviews().approveRelease(young.id, grace)
    await fixture.until(young.id, ({ status }) => status === 'live')
    const { body } = await fixture.act(young.id, 'revisions/1/restore')
    expect(body.kept).toEqual([
      { pointer: '/replaces', message: `The release was delivered as the replacement of ${old.id}.` },
    ])
    expect(body.release.replaces).toBe(old.id)
  })

  it('cannot be edited while a replacement has its codes, even if changes were requested', async () => {
    const { fixture } = opened
    const old = await down()
    await fixture.act(old.id, 'submit')
    await reviews().requestChanges(old.id, grace, [{ pointer: '/title', code: 'title', note: 'Check the title' }])
    const { body: young } = await replacing(old, { submit: true })
    expect(await fixture.patch(old.id, { title: 'Other' })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', detail: expect.stringContaining(`Withdraw ${young.id} first.`) },
    })
  })

  it('needs the operator after a takedown by the operator, also as its replacement', async () => {
    const { hub, fixture } = await openWith('auto')
    const { body } = await fixture.release({ submit: true })
    await fixture.until(body.id, ({ status }) => status === 'live')
    await hub.hub.releases.reviews.takeDown(body.id, grace, { outlets: undefined, reason: 'A court order' })
    const old = await fixture.until(body.id, ({ status }) => status === 'taken_down')
    expect((await fixture.act(old.id, 'submit')).body).toMatchObject({
      status: 'submitted',
      review: { decision: 'waiting' },
    })
    expect((await fixture.act(old.id, 'withdraw')).body.status).toBe('taken_down')
    // Neither audio nor ISRC is the same: the release it replaces is enough.
    const other = await bodyOf(fixture, [[await fixture.audio(), 'ZZABC2640002']], {
      upc: old.upc,
      replaces: old.id,
      submit: true,
    })
    const { body: young } = await fixture.post(releasesPath, other)
    expect(young).toMatchObject({ status: 'submitted', review: { decision: 'waiting' } })
    const shown = await hub.hub.releases.reviews.showReview(young.id)
    expect(shown.heldReleases).toEqual([{ id: old.id, title: old.title }])
    await hub.hub.releases.reviews.approveRelease(young.id, grace)
    await fixture.until(young.id, ({ status }) => status === 'live')
  })

  it.each([
    ['withdrawn', (id: string) => opened.fixture.act(id, 'withdraw')],
    ['rejected', (id: string) => reviews().rejectRelease(id, grace, { code: 'rights', text: 'No licence' })],
    ['sent back', (id: string) => reviews().requestChanges(id, grace, [{ pointer: '', code: 'x', note: 'Cover' }])],
  ])('has its codes again when its replacement is %s', async (_, giveBack) => {
    const { fixture } = opened
    const old = await down()
    const { body: young } = await replacing(old, { submit: true })
    expect(young.status).toBe('submitted')
    const refused = await fixture.act(old.id, 'submit')
    expect(refused).toMatchObject({
      status: 409,
      body: {
        detail: `Release "${young.title}" (${young.id}) was submitted to replace this release. Withdraw ${young.id} first.`,
      },
    })
    await giveBack(young.id)
    expect((await fixture.get(old.id)).body.replacedBy).toBeNull()
    expect((await fixture.act(old.id, 'submit')).body).toMatchObject({ status: 'submitted', upc: old.upc })
    // The replacement cannot be submitted while the release waits.
    const { body: late } = await replacing(old)
    expect(late.findings).toContainEqual(
      expect.objectContaining({
        code: 'replaced_release_not_down',
        fix: 'Withdraw that release, then submit this one.',
      }),
    )
    await fixture.act(old.id, 'withdraw')
    expect((await fixture.act(late.id, 'submit')).body.status).toBe('submitted')
  })

  it('takes the codes with the approval, unless another release was delivered with them meanwhile', async () => {
    const { hub, fixture } = opened
    const old = await down()
    const { body: young } = await replacing(old, { submit: true })
    // As an older node would do it: the release is offered again although its replacement waits.
    await hub.opened.database.system.execute(`update releases set status = 'submitted' where id = $1`, [old.id])
    await expect(reviews().approveRelease(young.id, grace)).rejects.toThrow(
      `The replaced release ${old.id} is no longer down at all outlets. Take it down first.`,
    )
    await hub.opened.database.system.execute(`update releases set status = 'taken_down' where id = $1`, [old.id])
    await reviews().approveRelease(young.id, grace)
    expect((await fixture.get(young.id)).body.status).toBe('delivering')
  })
})
