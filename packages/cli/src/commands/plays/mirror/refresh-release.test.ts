import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Integration, SpindleError } from '@spindle/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findMirrorPlace, type MirrorPlace, makeFolder, prepareMirror } from './mirror-place.ts'
import type { MirrorSession } from './mirror-session.ts'
import { refreshRelease } from './refresh-release.ts'

let place: MirrorPlace
const releaseId = `rel_${'0'.repeat(26)}`
const trackId = `trk_${'0'.repeat(26)}`
const master = { sha256: 'a'.repeat(64), contentType: 'audio/wav' }

beforeEach(async () => {
  place = await findMirrorPlace(await mkdtemp(join(tmpdir(), 'spindle-refresh-')))
  await makeFolder(place.own)
  await prepareMirror(place)
})
afterEach(() => rm(place.root, { recursive: true }))

const refusal = (code: string, status: number) => new SpindleError(code, { code, status })
const releaseWith = (changes: object = {}) => ({ id: releaseId, title: 'Harbour', cover: null, tracks: [], ...changes })

/** A hub that answers for the release, its cover and its audio as the test says. */
function sessionWith(answers: Partial<Record<'release' | 'cover' | 'audio', () => Promise<unknown>>>): MirrorSession {
  return {
    integration: { release: async () => releaseWith(), ...answers } as unknown as Integration,
    place,
    covers: [64],
    audio: 'mp3',
    signal: new AbortController().signal,
    patienceMs: 0,
    concurrency: 1,
    onAway: () => {},
  }
}

const files = () => readdir(join(place.releases, releaseId)).catch(() => undefined)

describe('a release of a mirror', () => {
  it('is copied again if it changes while its files are downloaded', async () => {
    let asked = 0
    const session = sessionWith({
      release: async () => releaseWith({ cover: ++asked === 1 ? {} : null }),
      cover: () => Promise.reject(refusal('release_not_found', 404)),
    })
    expect(await refreshRelease(session, releaseId)).toMatchObject({ outcome: 'copied', title: 'Harbour' })
    expect(asked).toBe(2)
  })

  it('ends with the error of the hub if it still changes after five attempts', async () => {
    let asked = 0
    const session = sessionWith({
      release: async () => {
        asked++
        return releaseWith({ cover: {} })
      },
      cover: () => Promise.reject(refusal('release_not_found', 404)),
    })
    await expect(refreshRelease(session, releaseId)).rejects.toMatchObject({ code: 'release_not_found' })
    expect(asked).toBe(5)
  })

  it('waits for a file that the hub does not have yet, and is complete when the hub no longer offers the file', async () => {
    let cover: object | null = {}
    const session = sessionWith({
      release: async () => releaseWith({ cover }),
      cover: () => Promise.reject(refusal('storage_unavailable', 503)),
    })
    expect(await refreshRelease(session, releaseId)).toMatchObject({ outcome: 'copied', isWaiting: true })
    expect(await readdir(place.waiting)).toEqual([releaseId])
    cover = null
    expect(await refreshRelease(session, releaseId)).toMatchObject({ isWaiting: false })
    expect(await readdir(place.waiting)).toEqual([])
  })

  it('loses every file that it does not name', async () => {
    await refreshRelease(sessionWith({}), releaseId)
    await writeFile(join(place.releases, releaseId, 'cover-64-000000000000.webp'), 'old')
    expect(await refreshRelease(sessionWith({}), releaseId)).toMatchObject({ outcome: 'unchanged' })
    expect(await files()).toEqual(['release.json'])
  })

  it.each([
    [
      'a cover that is not a picture',
      { cover: {} },
      'a cover of rel_00000000000000000000000000 that is not a WebP image',
    ],
    ['an id of a track with a path', { tracks: [{ trackId: '../../x', audio: master }] }, 'an invalid id of a track'],
    [
      'a digest with a path',
      { tracks: [{ trackId, audio: { ...master, sha256: `../../${'a'.repeat(58)}` } }] },
      `an invalid SHA-256 for ${trackId}`,
    ],
    ['another release', { id: `rel_${'1'.repeat(26)}` }, `another release in place of ${releaseId}`],
    ['no tracks', { tracks: undefined }, `another release in place of ${releaseId}`],
  ])('is not copied from an answer with %s', async (_what, changes, sent) => {
    const session = sessionWith({
      release: async () => releaseWith(changes),
      cover: async () => new Response('<html>'),
    })
    await expect(refreshRelease(session, releaseId)).rejects.toMatchObject({
      code: 'unexpected_answer',
      message: `The hub sent ${sent}. It was not copied`,
    })
    expect((await files()) ?? []).toEqual([])
  })
})
