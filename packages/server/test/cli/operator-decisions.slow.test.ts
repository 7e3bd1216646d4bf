import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

/** What an operator decides about releases, by the commands and from a shell without the environment of the hub. */

type Release = Awaited<ReturnType<ReleaseFixture['get']>>['body']
const property = { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` }
const trackFields = {
  language: 'en',
  composition: 'original',
  explicit: 'not_explicit',
  containsSamples: false,
} as const
const outletsOf = ({ deliveries }: Release) =>
  Object.fromEntries(
    deliveries.map(({ outlet, status, revision }: Release) => [outlet.id, `${status} at revision ${revision}`]),
  )

describe('reviews', () => {
  let fixture: ReleaseFixture
  let operator: ReturnType<typeof operatorOf>
  beforeAll(async () => {
    const opened = await openReleaseHub({ role: 'all', environment: { SPINDLE_REVIEW: 'manual', ...property } })
    ;({ fixture } = opened)
    operator = operatorOf(opened.hub)
  })
  const live = async (): Promise<Release> => {
    const { body } = await fixture.release({ submit: true })
    expect(await operator('reviews', 'approve', body.id, '--revision', '1')).toEqual({
      code: 0,
      out: [],
      err: ['Revision 1 is approved. Its deliveries start now.'],
    })
    return fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
  }

  it("reach every outlet of the hub, and none loses what it has, whatever environment the operator's shell has", async () => {
    const before = await live()
    expect(outletsOf(before)).toEqual({ sandbox: 'live at revision 1', 'site-a': 'live at revision 1' })
    await fixture.patch(before.id, { label: 'Second' })
    await fixture.act(before.id, 'submit')
    await operator('reviews', 'approve', before.id, '--revision', '2')
    const after = await fixture.until(before.id, ({ deliveries }) =>
      deliveries.every(({ revision, status }: Release) => revision === 2 && status === 'live'),
    )
    expect(outletsOf(after)).toEqual({ sandbox: 'live at revision 2', 'site-a': 'live at revision 2' })
  })

  it('show everything of a release that was never approved, and the command that approves it', async () => {
    const { body } = await fixture.release({ submit: true, label: 'Blue Lamp' })
    const { code, out } = await operator('reviews', 'show', body.id)
    expect(code).toBe(0)
    expect(out[0]).toBe(`${body.id}  Test Records: Ada - Night Drive`)
    expect(out).toContain('label: "Blue Lamp"')
    expect(out).toContain('contributors: Ada (main_artist), Ada Lovelace (songwriter)')
    expect(out).toContain(`track 1: Song 1 (${body.tracks[0].uploadId}, 180 s)`)
    expect(out.at(-1)).toBe(`Next: reviews approve ${body.id} --revision 1`)
    const listed = JSON.parse((await operator('reviews', 'list', '--json')).out.join('\n'))
    expect(listed).toContainEqual(expect.objectContaining({ releaseId: body.id, revision: 1 }))
  })

  it('show what changed since the last approval, as lines and as JSON', async () => {
    const before = await live()
    await fixture.patch(before.id, { label: 'Warner' })
    await fixture.act(before.id, 'submit')
    const { out } = await operator('reviews', 'show', before.id)
    expect(out).toContain('changed since revision 1:')
    expect(out).toContain('  /label: "Blue Lamp" -> "Warner"')
    const json = (await operator('reviews', 'show', before.id, '--json')).out.join('\n')
    expect(JSON.parse(json)).toMatchObject({
      accountName: 'Test Records',
      displayArtist: 'Ada',
      release: { id: before.id, revision: 2, approvedRevision: 1 },
      changes: [{ member: 'label', pointer: '/label', before: 'Blue Lamp', after: 'Warner' }],
    })
  })

  it('approve only the revision that was seen', async () => {
    const { body } = await fixture.release({ submit: true })
    expect(await operator('reviews', 'approve', body.id)).toEqual({
      code: 2,
      out: [],
      err: [
        '--revision is missing',
        'Usage: npm run hub -- reviews approve <release-id> --revision <number> [options]',
      ],
    })
    await fixture.act(body.id, 'withdraw')
    await fixture.patch(body.id, { label: 'Not seen' })
    await fixture.act(body.id, 'submit')
    expect(await operator('reviews', 'approve', body.id, '--revision', '1')).toEqual({
      code: 1,
      out: [],
      err: ['The release is now at revision 2.'],
    })
    expect((await fixture.get(body.id)).body).toMatchObject({ status: 'submitted', deliveries: [] })
  })
})

describe('a takedown by the operator', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let operator: ReturnType<typeof operatorOf>
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all', environment: property }))
    operator = operatorOf(hub)
  })
  const live = async (): Promise<Release> => {
    const { body } = await fixture.release({ submit: true })
    return fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
  }

  it('waits for the operator when the account submits the release again, also without reviews', async () => {
    const { id } = await live()
    expect(await operator('releases', 'takedown', id, '--reason', 'Court order 7')).toMatchObject({ code: 0 })
    await fixture.until(id, ({ status }) => status === 'taken_down')
    expect(await fixture.act(id, 'submit')).toMatchObject({
      body: { status: 'submitted', review: { decision: 'waiting' } },
    })
    // Changing it back to a draft does not circumvent this either.
    await fixture.act(id, 'withdraw')
    expect(await fixture.act(id, 'submit')).toMatchObject({ body: { status: 'submitted' } })
    const shown = await operator('reviews', 'show', id)
    expect(shown.out.find((line) => line.startsWith('taken down by the operator at '))).toMatch(
      /sandbox.*site-a|site-a.*sandbox/,
    )
    await operator('reviews', 'approve', id, '--revision', '1')
    await fixture.until(id, ({ deliverySummary }) => deliverySummary.live === 2)
    // Once it is back, the account decides again.
    await fixture.act(id, 'takedown', { reason: 'Mine' })
    await fixture.until(id, ({ status }) => status === 'taken_down')
    expect(await fixture.act(id, 'submit')).toMatchObject({ body: { status: 'delivering' } })
  })

  it('waits for the operator when the recording is submitted as a clone, or on another release', async () => {
    const first = await live()
    await operator('releases', 'takedown', first.id, '--reason', 'Court order 8')
    await fixture.until(first.id, ({ status }) => status === 'taken_down')
    const clone = (await fixture.act(first.id, 'clone')).body
    const { upc } = await fixture.body()
    await fixture.patch(clone.id, { title: 'Another title', upc })
    expect(await fixture.act(clone.id, 'submit')).toMatchObject({
      body: { status: 'submitted', review: { decision: 'waiting' } },
    })
    const shown = await operator('reviews', 'show', clone.id)
    expect(shown.out).toContain(`contains a recording that you took down: ${first.title} (${first.id})`)
    // A live release does not gain it by an update either; its earlier content stays in place.
    const other = await live()
    const kept = other.tracks.map(({ id, uploadId, title, isrc }: Release) => ({
      ...trackFields,
      id,
      uploadId,
      title,
      isrc,
    }))
    const [{ uploadId, isrc }] = first.tracks
    const edited = { type: 'ep', tracks: [...kept, { ...trackFields, uploadId, isrc, title: 'Again' }] }
    expect((await fixture.patch(other.id, edited)).status).toBe(200)
    expect(await fixture.act(other.id, 'submit')).toMatchObject({
      body: { status: 'live', review: { decision: 'waiting' } },
    })
    expect(await operator('reviews', 'approve', clone.id, '--revision', '2')).toMatchObject({ code: 0 })
    await fixture.until(clone.id, ({ deliverySummary }) => deliverySummary.live === 2)
    // A release that the operator approved may be updated like any other.
    await fixture.patch(clone.id, { label: 'Other label' })
    expect((await fixture.act(clone.id, 'submit')).body.review?.decision).toBe('approved')
  })

  it('at one outlet is not undone by a retry of the account, and is by the operator', async () => {
    const { id } = await live()
    await operator('releases', 'takedown', id, '--reason', 'Claim', '--outlet', 'site-a')
    const down = await fixture.until(id, ({ deliveries }) =>
      deliveries.some(({ status }: Release) => status === 'taken_down'),
    )
    const delivery = down.deliveries.find(({ outlet }: Release) => outlet.id === 'site-a')
    expect(await fixture.act(id, `deliveries/${delivery.id}/retry`)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: 'The hub operator took the release down at this outlet. Ask the operator to reinstate it.',
      },
    })
    await fixture.patch(id, { label: 'Again' })
    await fixture.act(id, 'submit')
    const updated = await fixture.until(id, ({ deliverySummary }) => deliverySummary.pending === 0)
    expect(outletsOf(updated)['site-a']).toBe('taken_down at revision 1')
    expect(await operator('releases', 'reinstate', id, '--outlet', 'site-a')).toMatchObject({ code: 0 })
    await fixture.until(id, ({ deliverySummary }) => deliverySummary.live === 2)
    expect(await operator('releases', 'reinstate', id)).toEqual({
      code: 1,
      out: [],
      err: ['The operator has not taken the release down at any outlet.'],
    })
  })

  it('needs a reason and an outlet that has the release', async () => {
    const { id } = await live()
    expect(await operator('releases', 'takedown', id)).toMatchObject({
      code: 2,
      err: ['--reason is missing', expect.anything()],
    })
    const unknown = await operator('releases', 'takedown', id, '--reason', 'x', '--outlet', 'nowhere')
    expect(unknown.code).toBe(1)
    expect((await fixture.get(id)).body.status).toBe('live')
  })
})
