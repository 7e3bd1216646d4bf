import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrationsDirectory } from '../../src/platform/open-database.ts'
import type { TestHub } from '../harness/hub.ts'
import { bodyOf } from '../harness/recordings.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'

type Release = Awaited<ReturnType<ReleaseFixture['get']>>['body']

const year = new Date().getUTCFullYear() % 100
const assigned = (number: number) => `QZXYZ${year}${String(number).padStart(5, '0')}`
const isrcsOf = (release: Release): (string | undefined)[] => release.tracks.map(({ isrc }: { isrc?: string }) => isrc)
const messagesOf = (release: Release, code: string): string[] =>
  release.findings
    .filter((finding: { code: string }) => finding.code === code)
    .map(({ message }: { message: string }) => message)

describe('the ISRC of audio that the account knows', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  const audio = { pcmSha256: 'ab'.repeat(32) }
  const create = async (...[tracks, changes]: [Parameters<typeof bodyOf>[1], object?]) =>
    fixture.post(releasesPath, await bodyOf(fixture, tracks, changes))

  beforeAll(async () => {
    ;({ hub } = await openReleaseHub({ environment: { SPINDLE_ISRC_PREFIX: 'QZXYZ' } }))
  })
  beforeAll(async () => {
    fixture = await createReleaseFixture(hub, 'Known')
  })

  it('is announced in the draft and taken at submission, also for another upload of the same audio', async () => {
    const first = await create([[await fixture.audio(audio), 'ZZABC2600777']], { title: 'First', submit: true })
    expect(first).toMatchObject({ status: 201, body: { status: 'delivering' } })
    const { body: draft } = await create([[await fixture.audio(audio)]])
    expect(messagesOf(draft, 'isrc_reused')).toEqual([
      `The audio is already known as ISRC ZZABC2600777: track "Song 1" of release "First" (${first.body.id}). The submission uses this ISRC.`,
    ])
    expect(messagesOf(draft, 'identifier_assigned')).toEqual([])
    const { body: submitted } = await fixture.act(draft.id, 'submit')
    expect([submitted.status, isrcsOf(submitted)]).toEqual(['delivering', ['ZZABC2600777']])
    expect(messagesOf(submitted, 'audio_other_isrc')).toEqual([])
  })

  it('is taken from a draft, and from a release whose track was removed', async () => {
    const upload = await fixture.audio()
    await create([[upload, 'ZZABC2600778']])
    const { body: taken } = await create([[upload]], { submit: true })
    expect(isrcsOf(taken)).toEqual(['ZZABC2600778'])

    const gone = await fixture.audio()
    const { body: release } = await create([[gone, 'ZZABC2600779']], { submit: true })
    const { tracks } = await bodyOf(fixture, [[await fixture.audio(), 'ZZABC2600780']])
    expect((await fixture.patch(release.id, { tracks })).status).toBe(200)
    const { body: again } = await create([[gone]], { submit: true })
    expect(isrcsOf(again)).toEqual(['ZZABC2600779'])
  })

  it('is not taken by other audio: the refusal names both', async () => {
    const { body: release } = await create([[await fixture.audio(), 'ZZABC2600781']], { title: 'Owner', submit: true })
    const { tracks } = await bodyOf(fixture, [[await fixture.audio(), 'ZZABC2600782']])
    await fixture.patch(release.id, { tracks })
    const refused = await create([[await fixture.audio(), 'ZZ-ABC-26-00781']], { submit: true })
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            code: 'isrc_other_audio',
            detail: `ZZABC2600781 already belongs to a different recording: track "Song 1" of release "Owner" (${release.id}). It cannot be the ISRC of track "Song 1" too.`,
          },
        ],
      },
    })
  })

  it('is kept when another one is entered: the warning names both', async () => {
    const upload = await fixture.audio()
    const { body: first } = await create([[upload, 'ZZABC2600783']], { title: 'Kept', submit: true })
    const { body: second } = await create([[upload, 'ZZABC2600784']], { submit: true })
    expect(messagesOf(second, 'audio_other_isrc')).toEqual([
      `The audio is the same as track "Song 1" of release "Kept" (${first.id}), which has ISRC ZZABC2600783. This track has ISRC ZZABC2600784.`,
    ])
    const { body: third } = await create([[upload]], { submit: true })
    expect(isrcsOf(third)).toEqual(['ZZABC2600783'])
  })

  it('is not one of another account', async () => {
    const other = await createReleaseFixture(hub, 'Other')
    const { body } = await other.post(releasesPath, await bodyOf(other, [[await other.audio(audio)]], { submit: true }))
    expect(isrcsOf(body)).toEqual([assigned(1)])
  })

  it('is the same in submissions at the same time', async () => {
    const upload = await fixture.audio()
    const bodies = await Promise.all(Array.from({ length: 6 }, () => bodyOf(fixture, [[upload]], { submit: true })))
    const answers = await Promise.all(bodies.map((body) => fixture.post(releasesPath, body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    expect([...new Set(answers.flatMap(({ body }) => isrcsOf(body)))]).toEqual([assigned(2)])
  })

  it('cannot be on two tracks of a release: nothing is assigned to the second', async () => {
    const upload = await fixture.audio()
    const refused = await create([[upload], [upload]], { submit: true })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'duplicate_isrc', pointer: '/tracks/1/isrc' }] },
    })
    const { body: draft } = await create([[upload], [upload]])
    expect(messagesOf(draft, 'duplicate_isrc')).toEqual([
      'The audio is the same as track "Song 1", so both would get the same ISRC.',
    ])
  })

  it('is the oldest one if an earlier version delivered the audio under two', async () => {
    const upload = await fixture.audio()
    await create([[upload, 'ZZABC2600786']], { submit: true })
    await create([[upload, 'ZZABC2600785']], { submit: true })
    const { system } = hub.opened.database
    await system.execute('delete from recordings')
    const step = await readFile(join(migrationsDirectory, '0385-recordings.sql'), 'utf8')
    await system.execute(step.slice(step.indexOf('insert into recordings')))
    const { body } = await create([[upload]], { submit: true })
    expect(isrcsOf(body)).toEqual(['ZZABC2600786'])
  })

  it('needs no prefix of the operator', async () => {
    const { fixture: bare } = await sharedReleaseHub()
    const upload = await bare.audio()
    await bare.post(releasesPath, await bodyOf(bare, [[upload, 'ZZABC2600777']], { submit: true }))
    const { body } = await bare.post(releasesPath, await bodyOf(bare, [[upload]], { submit: true }))
    expect([body.status, isrcsOf(body)]).toEqual(['delivering', ['ZZABC2600777']])
  })
})
