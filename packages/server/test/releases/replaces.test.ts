import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { bodyOf, nextUpc } from '../harness/recordings.ts'
import {
  createReleaseFixture,
  digestOf,
  openReleaseHub,
  type ReleaseFixture,
  releasesPath,
} from '../harness/releases.ts'

type UploadId = `upl_${string}`
type Release = Awaited<ReturnType<ReleaseFixture['get']>>['body']
type Tracks = Parameters<typeof bodyOf>[1]

const reason = 'The wrong master was sent'
const findingsOf = (release: Release, code: string): { pointer: string; message: string; fix: string }[] =>
  release.findings.filter((finding: { code: string }) => finding.code === code)

describe('a release that replaces one that is down', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  const create = async (tracks: Tracks, changes: object = {}) =>
    fixture.post(releasesPath, await bodyOf(fixture, tracks, changes))
  const deliver = async (tracks: Tracks, changes: object = {}): Promise<Release> => {
    const { body } = await create(tracks, { ...changes, submit: true })
    expect([body.errors, body.status]).toEqual([undefined, 'delivering'])
    return fixture.until(body.id, ({ status }) => status === 'live')
  }
  const takeDown = async (id: string): Promise<Release> => {
    expect((await fixture.act(id, 'takedown', { reason: 'Rights have ended' })).status).toBe(202)
    return fixture.until(id, ({ status }) => status === 'taken_down')
  }
  const recordings = () =>
    hub.opened.database.system.rows<{ isrc: string; pcm: string; release: string }>(
      'select isrc, pcm_sha256 as pcm, release_id as release from recordings where account_id = $1 order by isrc',
      [fixture.account.accountId],
    )

  beforeAll(async () => {
    ;({ hub } = await openReleaseHub({ role: 'all', environment: { SPINDLE_ISRC_PREFIX: 'QZXYZ' } }))
  })
  beforeAll(async () => {
    fixture = await createReleaseFixture(hub, 'Replacing')
  })

  it('has its UPC and ISRCs with the same audio, and the old release names it', async () => {
    const upload = await fixture.audio()
    const old = await deliver([[upload, 'ZZABC2630001']])
    expect(old.replacedBy).toBeNull()
    await takeDown(old.id)
    const before = await fixture.get(old.id)
    const { body } = await create([[upload, 'ZZABC2630001']], { upc: old.upc, replaces: old.id })
    expect([body.replaces, body.validation.errors]).toEqual([old.id, 0])
    // A draft takes nothing.
    expect((await fixture.get(old.id)).body.replacedBy).toBeNull()
    const submitted = await fixture.act(body.id, 'submit')
    expect(submitted).toMatchObject({ status: 200, body: { status: 'delivering', upc: old.upc } })
    const after = await fixture.get(old.id)
    expect(after.body).toMatchObject({ status: 'taken_down', upc: old.upc, replacedBy: body.id })
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect((await recordings()).filter(({ isrc }) => isrc === 'ZZABC2630001')).toEqual([
      { isrc: 'ZZABC2630001', pcm: digestOf(upload), release: body.id },
    ])
  })

  it('has an ISRC for other audio only with a reason, and the recording moves with the delivery', async () => {
    const [wrong, right] = [await fixture.audio(), await fixture.audio()]
    const old = await takeDown((await deliver([[wrong, 'ZZABC2630002']])).id)
    const codes = { upc: old.upc, replaces: old.id }
    const { body: draft } = await create([[right, 'ZZABC2630002']], codes)
    expect(findingsOf(draft, 'replacement_audio')).toMatchObject([
      {
        pointer: '/tracks/0/uploadId',
        message: `ZZABC2630002 has other audio here than on the replaced release "${old.title}" (${old.id}), and no reason is given.`,
      },
    ])
    expect(findingsOf(draft, 'isrc_other_audio')).toEqual([])
    expect((await fixture.act(draft.id, 'submit')).status).toBe(422)
    const explained = await fixture.patch(draft.id, { audioChangeReason: reason })
    expect(explained).toMatchObject({ status: 200, body: { validation: { errors: 0 } } })
    expect((await fixture.act(draft.id, 'submit')).status).toBe(200)
    expect((await recordings()).filter(({ isrc }) => isrc === 'ZZABC2630002')).toEqual([
      { isrc: 'ZZABC2630002', pcm: digestOf(right), release: draft.id },
    ])
    const { body: events } = await fixture.events(draft.id)
    expect(events.data.filter(({ type }: { type: string }) => type === 'release.audio_replaced')).toMatchObject([
      { reason, data: { tracks: [{ isrc: 'ZZABC2630002', before: wrong, after: right }] } },
    ])
    // The old audio is now a recording without an ISRC.
    const { body: reused } = await create([[wrong]], { submit: true })
    expect(reused.tracks[0].isrc).toMatch(/^QZXYZ/)
    // Later changes of the replacement are not held up by the old release.
    const live = await fixture.until(draft.id, ({ status }) => status === 'live')
    expect((await fixture.patch(live.id, { label: 'Other' })).body.validation.errors).toBe(0)
    expect((await fixture.act(live.id, 'submit')).status).toBe(200)
  })

  it('needs the reason for audio that was only in a change that was never approved', async () => {
    const [delivered, refused] = [await fixture.audio(), await fixture.audio()]
    const old = await deliver([[delivered, 'ZZABC2630012']])
    await hub.opened.database.system.execute(
      `insert into release_revisions (account_id, release_id, revision, document, tracks, sha256)
       select account_id, release_id, revision + 1, document, jsonb_set(tracks, '{0,uploadId}', to_jsonb($2::text)), sha256
       from release_revisions where release_id = $1`,
      [old.id, refused],
    )
    await takeDown(old.id)
    const { body } = await create([[refused, 'ZZABC2630012']], { upc: old.upc, replaces: old.id })
    expect(findingsOf(body, 'replacement_audio')).toHaveLength(1)
  })

  it('takes the reason with its creation, for each audio anew', async () => {
    const [wrong, right, better] = [await fixture.audio(), await fixture.audio(), await fixture.audio()]
    const old = await takeDown((await deliver([[wrong, 'ZZABC2630003']])).id)
    const codes = { upc: old.upc, replaces: old.id, audioChangeReason: reason }
    const { status, body } = await create([[right, 'ZZABC2630003']], codes)
    expect([status, body.validation.errors]).toEqual([201, 0])
    expect(body).not.toHaveProperty('audioChangeReason')
    const tracks = body.tracks.map((track: object) => ({ ...track, durationMs: null, uploadId: better }))
    const changed = await fixture.patch(body.id, { tracks })
    expect(findingsOf(changed.body, 'replacement_audio')).toHaveLength(1)
  })

  it('waits for the takedown: the finding says what to do, and a draft can be edited meanwhile', async () => {
    const upload = await fixture.audio()
    const old = await deliver([[upload, 'ZZABC2630004']])
    const { body } = await create([[upload, 'ZZABC2630004']], { upc: old.upc, replaces: old.id })
    expect(body.findings.filter(({ severity }: { severity: string }) => severity === 'error')).toMatchObject([
      {
        code: 'replaced_release_not_down',
        pointer: '/replaces',
        message: `Release "${old.title}" (${old.id}) is not taken down at all outlets.`,
        fix: 'Take that release down at all outlets. When it is down everywhere, submit this one.',
      },
    ])
    expect((await fixture.patch(body.id, { label: 'Other' })).status).toBe(200)
    expect((await fixture.act(body.id, 'submit')).status).toBe(422)
    await takeDown(old.id)
    expect((await fixture.act(body.id, 'submit')).status).toBe(200)
  })

  it('is one: of two submissions at the same time the other is told which has the codes', async () => {
    const upload = await fixture.audio()
    const old = await takeDown((await deliver([[upload, 'ZZABC2630005']])).id)
    const codes = { upc: old.upc, replaces: old.id }
    const drafts = [await create([[upload, 'ZZABC2630005']], codes), await create([[upload, 'ZZABC2630005']], codes)]
    const answers = await Promise.all(drafts.map(({ body }) => fixture.act(body.id, 'submit')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const [won, lost] = answers[0]?.status === 200 ? answers : [answers[1], answers[0]]
    expect((await fixture.get(old.id)).body.replacedBy).toBe(won?.body.id)
    expect(lost?.body.errors.map(({ code }: { code: string }) => code).sort()).toEqual([
      'duplicate_upc',
      'replaced_release_taken',
    ])
    expect(lost?.body.errors[0].detail).toContain(won?.body.id)
  })

  it('cannot take a release that the account does not have, or that was never delivered', async () => {
    const foreign = await createReleaseFixture(hub, 'Neighbour')
    const { body: theirs } = await foreign.release()
    const { body: unknown } = await create([[await fixture.audio()]], { replaces: theirs.id })
    expect(findingsOf(unknown, 'replaced_release_unknown')).toMatchObject([
      { message: `This account has no release ${theirs.id}.` },
    ])
    const { body: mine } = await create([[await fixture.audio()]])
    const { body: early } = await create([[await fixture.audio()]], { replaces: mine.id })
    expect(findingsOf(early, 'replaced_release_unknown')).toMatchObject([
      { message: `Release "${mine.title}" (${mine.id}) was never delivered, so it keeps no codes.` },
    ])
    const own = await fixture.patch(mine.id, { replaces: mine.id })
    expect(findingsOf(own.body, 'replaced_release_unknown')).toHaveLength(1)
  })

  it('leaves an ISRC to a third release that still has the recording', async () => {
    const [wrong, right] = [await fixture.audio(), await fixture.audio()]
    const old = await takeDown((await deliver([[wrong, 'ZZABC2630006']])).id)
    const album = await deliver([[wrong, 'ZZABC2630006']], { title: 'Album' })
    const { body } = await create([[right, 'ZZABC2630006']], {
      upc: old.upc,
      replaces: old.id,
      audioChangeReason: reason,
    })
    expect(findingsOf(body, 'isrc_other_audio')[0]?.message).toContain(album.id)
    expect(findingsOf(body, 'replacement_audio')[0]?.message).toContain(album.id)
    const tracks = body.tracks.map(({ isrc: _isrc, ...track }: { isrc: string }) => ({ ...track, durationMs: null }))
    expect((await fixture.patch(body.id, { tracks })).body.validation.errors).toBe(0)
    expect((await fixture.act(body.id, 'submit')).status).toBe(200)
  })

  it('cannot be changed after the delivery, and cannot be said of a release that was delivered without', async () => {
    const upload: UploadId = await fixture.audio()
    const old = await takeDown((await deliver([[upload, 'ZZABC2630007']])).id)
    const young = await deliver([[upload, 'ZZABC2630007']], { upc: old.upc, replaces: old.id })
    const locked = await fixture.patch(young.id, { replaces: null })
    expect(locked).toMatchObject({ status: 409, body: { error: 'field_locked', errors: [{ pointer: '/replaces' }] } })
    const other = await deliver([[await fixture.audio()]], { upc: nextUpc() })
    expect((await fixture.patch(other.id, { replaces: old.id })).status).toBe(409)
    const { body: copy } = await fixture.act(young.id, 'clone')
    expect(copy).not.toHaveProperty('replaces')
  })

  it('can be replaced itself, and the first release keeps its history', async () => {
    const upload = await fixture.audio()
    const first = await takeDown((await deliver([[upload, 'ZZABC2630008']])).id)
    const second = await deliver([[upload, 'ZZABC2630008']], { upc: first.upc, replaces: first.id })
    const { body: late } = await create([[upload, 'ZZABC2630008']], { upc: first.upc, replaces: first.id })
    expect(findingsOf(late, 'replaced_release_taken')[0]?.fix).toBe(
      `Take down that release and set \`replaces\` to ${second.id}, or remove \`replaces\` and its codes.`,
    )
    await takeDown(second.id)
    const third = await fixture.patch(late.id, { replaces: second.id })
    expect(third.body.validation.errors).toBe(0)
    expect((await fixture.act(late.id, 'submit')).status).toBe(200)
    expect((await fixture.get(first.id)).body).toMatchObject({ upc: first.upc, replacedBy: second.id })
    expect((await fixture.get(second.id)).body.replacedBy).toBe(late.id)
  })
})
