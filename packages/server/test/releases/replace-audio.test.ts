import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { bodyOf } from '../harness/recordings.ts'
import {
  createReleaseFixture,
  digestOf,
  openReleaseHub,
  type ReleaseFixture,
  releasesPath,
} from '../harness/releases.ts'

type UploadId = `upl_${string}`
type Release = Awaited<ReturnType<ReleaseFixture['get']>>['body']

const dayMs = 86_400_000
const dayAfter = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const upcoming = { releaseDate: dayAfter(30), originalReleaseDate: dayAfter(30) }
const reason = 'The wrong mix was sent'

/** The tracks as read, the first ones with other uploads. */
const tracksWith = (release: Release, ...uploads: readonly UploadId[]) =>
  release.tracks.map((track: object, index: number) => ({
    ...track,
    durationMs: null,
    ...(uploads[index] && { uploadId: uploads[index] }),
  }))

describe('replacing the audio of a delivered track', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let clockMs = 0
  const deliver = async (tracks: Parameters<typeof bodyOf>[1], changes: object = {}): Promise<Release> => {
    const { body } = await fixture.post(
      releasesPath,
      await bodyOf(fixture, tracks, { ...upcoming, ...changes, submit: true }),
    )
    expect([body.errors, body.status]).toEqual([undefined, 'delivering'])
    return fixture.until(body.id, ({ status }) => status === 'scheduled' || status === 'live')
  }
  const replace = (release: Release, ...uploads: UploadId[]) =>
    fixture.patch(release.id, { tracks: tracksWith(release, ...uploads), audioChangeReason: reason })
  const recordings = () =>
    hub.opened.database.system.rows<{ isrc: string; pcm: string }>(
      'select isrc, pcm_sha256 as pcm from recordings where account_id = $1',
      [fixture.account.accountId],
    )
  const isrcOf = async (upload: UploadId) =>
    (await recordings()).filter(({ pcm }) => pcm === digestOf(upload)).map(({ isrc }) => isrc)

  beforeAll(async () => {
    const clock = { now: () => Date.now() + clockMs }
    ;({ hub, fixture } = await openReleaseHub({
      role: 'all',
      environment: { SPINDLE_ISRC_PREFIX: 'QZXYZ' },
      overrides: { clock },
    }))
  })

  it('keeps ISRC and UPC before the release date, and outlets get a new revision', async () => {
    const [wrong, right] = [await fixture.audio(), await fixture.audio()]
    const release = await deliver([[wrong, 'ZZABC2610001']])
    expect(await replace(release, right)).toMatchObject({
      status: 200,
      body: { revision: 2, validation: { errors: 0 } },
    })
    const submitted = await fixture.act(release.id, 'submit')
    expect(submitted).toMatchObject({
      status: 200,
      body: { upc: release.upc, tracks: [{ id: release.tracks[0].id, isrc: 'ZZABC2610001', uploadId: right }] },
    })
    const scheduled = await fixture.until(release.id, ({ status }) => status === 'scheduled')
    expect(scheduled.deliveries).toMatchObject([{ revision: 2, status: 'ingested' }])
    expect([await isrcOf(wrong), await isrcOf(right)]).toEqual([[], ['ZZABC2610001']])
    const { body: events } = await fixture.events(release.id)
    expect(events.data.filter(({ type }: { type: string }) => type === 'release.audio_replaced')).toMatchObject([
      {
        reason,
        data: { tracks: [{ trackId: release.tracks[0].id, isrc: 'ZZABC2610001', before: wrong, after: right }] },
      },
    ])
  })

  it('needs a reason, once for each new audio and not for the delivered one', async () => {
    const [first, second] = [await fixture.audio(), await fixture.audio()]
    const release = await deliver([[first, 'ZZABC2610002']])
    const silent = await fixture.patch(release.id, { tracks: tracksWith(release, second) })
    expect(silent).toMatchObject({
      status: 422,
      body: {
        error: 'validation_failed',
        errors: [{ pointer: '/audioChangeReason', code: 'audio_change_reason_missing' }],
      },
    })
    const blank = { tracks: tracksWith(release, second), audioChangeReason: '  ' }
    expect((await fixture.patch(release.id, blank)).status).toBe(422)
    const { body: replaced } = await replace(release, second)
    expect(replaced).not.toHaveProperty('audioChangeReason')
    expect((await fixture.patch(release.id, { title: 'Other', tracks: tracksWith(replaced) })).status).toBe(200)
    expect((await fixture.patch(release.id, { tracks: tracksWith(replaced, first) })).status).toBe(200)
    expect((await fixture.patch(release.id, { title: 'Plain', audioChangeReason: reason })).status).toBe(200)
  })

  it('is locked once live, and the advice of the error leads to a new recording', async () => {
    const [wrong, right] = [await fixture.audio(), await fixture.audio()]
    const release = await deliver([[wrong, 'ZZABC2610003']], {
      releaseDate: '2026-05-01',
      originalReleaseDate: '2026-05-01',
    })
    const refused = await replace(release, right)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'field_locked', errors: [{ pointer: '/tracks/0/uploadId' }] },
    })
    expect(refused.body.errors[0].detail).toContain('has been live at the outlet sandbox since')
    expect(refused.body.errors[0].fix).toBe(
      'Different audio is a new recording. Send the track without its id, and without its ISRC or with a new one. To keep the ISRC, take this release down everywhere and create one that `replaces` it, with `audioChangeReason`.',
    )
    const [{ id: _id, isrc: _isrc, ...track }] = tracksWith(release, right)
    expect((await fixture.patch(release.id, { tracks: [track] })).status).toBe(200)
    expect((await fixture.act(release.id, 'submit')).status).toBe(200)
    const live = await fixture.until(
      release.id,
      ({ deliveries }) =>
        deliveries[0]?.liveRevision === 2 || (deliveries[0]?.revision === 2 && deliveries[0].status === 'live'),
    )
    expect(live.tracks[0].isrc).toMatch(/^QZXYZ/)
    expect([await isrcOf(wrong), await isrcOf(right)]).toEqual([['ZZABC2610003'], [live.tracks[0].isrc]])
  })

  it('is locked from the release date, also for a replacement that was entered before it', async () => {
    const [wrong, right] = [await fixture.audio(), await fixture.audio()]
    const release = await deliver([[wrong, 'ZZABC2610004']])
    await replace(release, right)
    clockMs = 40 * dayMs
    const refused = await fixture.act(release.id, 'submit')
    const again = await replace(release, await fixture.audio())
    const restored = await fixture.patch(release.id, { tracks: tracksWith(release, wrong) })
    clockMs = 0
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'field_locked', errors: [{ pointer: '/tracks/0/uploadId' }] },
    })
    expect(refused.body.errors[0].detail).toContain('its release date')
    expect([again.status, restored.status]).toEqual([409, 200])
    expect(await isrcOf(wrong)).toEqual(['ZZABC2610004'])
  })

  it('does not become possible with a later date in the same request', async () => {
    const release = await deliver([[await fixture.audio(), 'ZZABC2610005']], {
      releaseDate: dayAfter(2),
      originalReleaseDate: dayAfter(2),
    })
    clockMs = 5 * dayMs
    const tracks = tracksWith(release, await fixture.audio())
    const refused = await fixture.patch(release.id, { releaseDate: dayAfter(60), tracks, audioChangeReason: reason })
    clockMs = 0
    expect(refused).toMatchObject({ status: 409, body: { error: 'field_locked' } })
  })

  it('exchanges the audio of two tracks', async () => {
    const [one, two] = [await fixture.audio(), await fixture.audio()]
    const release = await deliver([
      [one, 'ZZABC2610006'],
      [two, 'ZZABC2610007'],
    ])
    expect(await replace(release, two, one)).toMatchObject({ status: 200, body: { validation: { errors: 0 } } })
    expect((await fixture.act(release.id, 'submit')).status).toBe(200)
    expect([await isrcOf(one), await isrcOf(two)]).toEqual([['ZZABC2610007'], ['ZZABC2610006']])
  })

  it('is refused for a recording that another delivered release has, also if its track was removed', async () => {
    const shared = await fixture.audio()
    const album = await deliver([[shared, 'ZZABC2610008']], { title: 'Album' })
    const single = await deliver([[shared, 'ZZABC2610008']], { title: 'Single' })
    const refusalOf = async (release: Release) =>
      (await replace(release, await fixture.audio())).body.errors?.[0]?.detail
    expect(await refusalOf(album)).toBe(
      `The recording of track "Song 1", ISRC ZZABC2610008, was also delivered on release "Single" (${single.id}). An ISRC cannot have two audios.`,
    )
    expect(await refusalOf(single)).toContain(`release "Album" (${album.id})`)
    const { tracks } = await bodyOf(fixture, [[await fixture.audio(), 'ZZABC2610009']])
    await fixture.patch(single.id, { tracks })
    await fixture.act(single.id, 'submit')
    expect(await refusalOf(album)).toContain(`release "Single" (${single.id})`)
  })

  it('is refused for audio that was delivered under another ISRC', async () => {
    const known = await fixture.audio()
    const owner = await deliver([[known, 'ZZABC2610010']], { title: 'Owner' })
    const release = await deliver([[await fixture.audio(), 'ZZABC2610011']])
    expect((await replace(release, known)).body.errors[0].detail).toBe(
      `The new audio of track "Song 1" was already delivered as ISRC ZZABC2610010 on release "Owner" (${owner.id}). It cannot be ISRC ZZABC2610011 too.`,
    )
  })

  it('frees the old audio, also if a draft has it: it gets its own ISRC', async () => {
    const [old, young] = [await fixture.audio(), await fixture.audio()]
    const release = await deliver([[old, 'ZZABC2610012']])
    await fixture.act(release.id, 'clone')
    await replace(release, young)
    expect((await fixture.act(release.id, 'submit')).status).toBe(200)
    const other = await deliver([[old]])
    expect(other.tracks[0].isrc).toMatch(/^QZXYZ/)
  })

  it('can be discarded, and then nothing moved', async () => {
    const [old, young] = [await fixture.audio(), await fixture.audio()]
    const release = await deliver([[old, 'ZZABC2610013']])
    await replace(release, young)
    const discarded = await fixture.act(release.id, 'discard-changes')
    expect(discarded).toMatchObject({ status: 200, body: { pendingRevision: null, tracks: [{ uploadId: old }] } })
    expect([await isrcOf(old), await isrcOf(young)]).toEqual([['ZZABC2610013'], []])
  })
})

describe('replacing audio where the operator reviews', () => {
  it('waits for approval: only then the ISRC moves, and not after the date', async () => {
    let clockMs = 0
    const environment = { SPINDLE_REVIEW: 'manual' }
    const overrides = { clock: { now: () => Date.now() + clockMs } }
    const { hub } = await openReleaseHub({ role: 'all', environment, overrides })
    const fixture = await createReleaseFixture(hub, 'Reviewed')
    const [old, young] = [await fixture.audio(), await fixture.audio()]
    const approve = (releaseId: string, revision: number) =>
      hub.hub.releases.reviews.approveRelease(releaseId, { id: null, name: 'Grace' }, revision)
    const { body } = await fixture.post(
      releasesPath,
      await bodyOf(fixture, [[old, 'ZZABC2620001']], { ...upcoming, submit: true }),
    )
    await approve(body.id, 1)
    const release = await fixture.until(body.id, ({ status }) => status === 'scheduled')
    await fixture.patch(release.id, { tracks: tracksWith(release, young), audioChangeReason: reason })
    expect(await fixture.act(release.id, 'submit')).toMatchObject({
      status: 200,
      body: { review: { decision: 'waiting' } },
    })
    const shown = await hub.hub.releases.reviews.showReview(release.id)
    expect(shown.audioChangeReasons).toEqual(['The wrong mix was sent'])
    const audioOf = async () =>
      (
        await hub.opened.database.system.rows<{ pcm: string }>(
          `select pcm_sha256 as pcm from recordings where isrc = 'ZZABC2620001'`,
        )
      ).map(({ pcm }) => pcm)
    expect(await audioOf()).toEqual([digestOf(old)])
    clockMs = 40 * dayMs
    await expect(approve(release.id, 2)).rejects.toMatchObject({ code: 'field_locked' })
    clockMs = 0
    await approve(release.id, 2)
    expect(await audioOf()).toEqual([digestOf(young)])
  })

  it('waits for the operator if the new audio is on a release that the operator took down', async () => {
    const { hub, fixture } = await openReleaseHub({ role: 'all' })
    const deliver = async (upload: UploadId, isrc: string) => {
      const body = await bodyOf(fixture, [[upload, isrc]], { ...upcoming, submit: true })
      const { body: release } = await fixture.post(releasesPath, body)
      return fixture.until(release.id, ({ status }) => status === 'scheduled')
    }
    const [old, stolen] = [await fixture.audio(), await fixture.audio()]
    const held = await deliver(stolen, 'ZZABC2620002')
    await hub.hub.releases.reviews.takeDown(
      held.id,
      { id: null, name: 'Grace' },
      { outlets: undefined, reason: 'Not theirs' },
    )
    await hub.opened.database.system.execute(`delete from recordings where isrc = 'ZZABC2620002'`)
    const release = await deliver(old, 'ZZABC2620003')
    await fixture.patch(release.id, { tracks: tracksWith(release, stolen), audioChangeReason: reason })
    expect((await fixture.act(release.id, 'submit')).body.review).toMatchObject({ decision: 'waiting' })
  })
})
