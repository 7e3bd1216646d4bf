import { beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, nextUpc } from '../harness/recordings.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { sharedReviewHub } from '../harness/shared-review-hub.ts'

/** Each advice about a UPC or an ISRC that another release has is followed, word for word, until the release is submitted. */

type Release = Awaited<ReturnType<ReleaseFixture['get']>>['body']
type Tracks = Parameters<typeof bodyOf>[1]

const reason = 'The wrong master was sent'
const fixOf = (release: Release, code: string): string =>
  release.findings.find((finding: { code: string }) => finding.code === code)?.fix ?? ''

describe('the advice about a code that another release has', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await openReleaseHub({ role: 'all', environment: { SPINDLE_ISRC_PREFIX: 'QZXYZ' } }))
  })
  const create = async (tracks: Tracks, changes: object = {}): Promise<Release> =>
    (await fixture.post(releasesPath, await bodyOf(fixture, tracks, changes))).body
  const live = async (tracks: Tracks): Promise<Release> => {
    const { id } = await create(tracks, { submit: true })
    return fixture.until(id, ({ status }) => status === 'live')
  }
  const takeDown = async (id: string): Promise<void> => {
    await fixture.act(id, 'takedown', { reason: 'Rights have ended' })
    await fixture.until(id, ({ status }) => status === 'taken_down')
  }
  const submits = async (id: string): Promise<void> => {
    const answer = await fixture.act(id, 'submit')
    expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  }

  it('duplicate_upc, of a live release: its own UPC, or a takedown and `replaces`', async () => {
    const old = await live([[await fixture.audio()]])
    const [first, second] = [
      await create([[await fixture.audio()]], { upc: old.upc }),
      await create([[await fixture.audio()]], { upc: old.upc }),
    ]
    expect(fixOf(first, 'duplicate_upc')).toBe(
      `Give this release its own UPC, or edit ${old.id}. To replace ${old.id}, take it down everywhere and set \`replaces\` to its id.`,
    )
    await fixture.patch(first.id, { upc: nextUpc() })
    await submits(first.id)
    await takeDown(old.id)
    await fixture.patch(second.id, { replaces: old.id })
    await submits(second.id)
  })

  it('duplicate_upc, of a release that is down: `replaces`', async () => {
    const old = await live([[await fixture.audio()]])
    await takeDown(old.id)
    const draft = await create([[await fixture.audio()]], { upc: old.upc })
    expect(fixOf(draft, 'duplicate_upc')).toBe(
      `Give this release its own UPC. If it replaces ${old.id}, set \`replaces\` to that id.`,
    )
    await fixture.patch(draft.id, { replaces: old.id })
    await submits(draft.id)
  })

  it('duplicate_upc, of a release that waits for review: a withdrawal', async () => {
    const { fixture: reviewed } = await sharedReviewHub()
    const { body: waiting } = await reviewed.release({ submit: true })
    const { body: draft } = await reviewed.release({ upc: waiting.upc })
    expect(fixOf(draft, 'duplicate_upc')).toBe(`Give this release its own UPC, or withdraw ${waiting.id}.`)
    await reviewed.act(waiting.id, 'withdraw')
    expect((await reviewed.act(draft.id, 'submit')).body.status).toBe('submitted')
  })

  it('isrc_other_audio, of a live release and of one that is down: `replaces` and the reason', async () => {
    const [wrong, right] = [await fixture.audio(), await fixture.audio()]
    const old = await live([[wrong, 'ZZABC2650001']])
    const draft = await create([[right, 'ZZABC2650001']])
    const own = 'Use the upload of that recording, or give this recording its own ISRC.'
    expect(fixOf(draft, 'isrc_other_audio')).toBe(
      `${own} If this release is to replace ${old.id}, take that release down everywhere, set \`replaces\` to its id and send \`audioChangeReason\`.`,
    )
    await takeDown(old.id)
    const { body: checked } = await fixture.act(draft.id, 'validate')
    expect(fixOf(checked, 'isrc_other_audio')).toBe(
      `${own} If this release replaces ${old.id}, set \`replaces\` to its id and send \`audioChangeReason\`.`,
    )
    await fixture.patch(draft.id, { replaces: old.id, audioChangeReason: reason })
    await submits(draft.id)
  })

  it('isrc_other_audio, if a third release has the recording: no `replaces`, and the other ways work', async () => {
    const [wrong, right] = [await fixture.audio(), await fixture.audio()]
    const old = await live([[wrong, 'ZZABC2650002']])
    await live([[wrong, 'ZZABC2650002']])
    await takeDown(old.id)
    const draft = await create([[right, 'ZZABC2650002']])
    expect(fixOf(draft, 'isrc_other_audio')).toBe(
      'Use the upload of that recording, or give this recording its own ISRC.',
    )
    const [track] = draft.tracks
    await fixture.patch(draft.id, { tracks: [{ ...track, durationMs: null, uploadId: wrong }] })
    await submits(draft.id)
  })

  it('audio_other_isrc: the ISRC of the recording, also if its release is down', async () => {
    const upload = await fixture.audio()
    const old = await live([[upload, 'ZZABC2650003']])
    await takeDown(old.id)
    const draft = await create([[upload, 'ZZABC2650004']])
    expect(fixOf(draft, 'audio_other_isrc')).toBe(
      'Use the existing ISRC of the recording. A new one splits its play counts.',
    )
    const [track] = draft.tracks
    await fixture.patch(draft.id, { tracks: [{ ...track, durationMs: null, isrc: 'ZZABC2650003' }] })
    await submits(draft.id)
  })

  it('field_locked, of audio that is live: a takedown and a release that replaces it', async () => {
    const [wrong, right] = [await fixture.audio(), await fixture.audio()]
    const old = await live([[wrong, 'ZZABC2650005']])
    const tracks = [{ ...old.tracks[0], durationMs: null, uploadId: right }]
    const refused = await fixture.patch(old.id, { tracks, audioChangeReason: reason })
    expect(refused.body.errors[0].fix).toContain(
      'To keep the ISRC, take this release down everywhere and create one that `replaces` it, with `audioChangeReason`.',
    )
    await takeDown(old.id)
    const codes = { upc: old.upc, replaces: old.id, audioChangeReason: reason }
    await submits((await create([[right, 'ZZABC2650005']], codes)).id)
  })

  it('replaced_release_taken: the release that replaced it is the one to replace', async () => {
    const upload = await fixture.audio()
    const old = await live([[upload, 'ZZABC2650006']])
    await takeDown(old.id)
    const young = await create([[upload, 'ZZABC2650006']], { upc: old.upc, replaces: old.id, submit: true })
    await fixture.until(young.id, ({ status }) => status === 'live')
    const draft = await create([[upload, 'ZZABC2650006']], { upc: old.upc, replaces: old.id })
    expect(fixOf(draft, 'replaced_release_taken')).toBe(
      `Take down that release and set \`replaces\` to ${young.id}, or remove \`replaces\` and its codes.`,
    )
    await takeDown(young.id)
    await fixture.patch(draft.id, { replaces: young.id })
    await submits(draft.id)
  })
})
