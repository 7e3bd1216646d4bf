import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findMirrorPlace, isReleaseId, type MirrorPlace, makeFolder, prepareMirror } from './mirror-place.ts'
import { openState, saveState } from './mirror-state.ts'

let place: MirrorPlace
const request = { hub: 'https://hub.example', property: 'site-a', covers: undefined, audio: undefined } as const
const releaseId = `rel_${'0'.repeat(26)}`

beforeEach(async () => {
  place = await findMirrorPlace(await mkdtemp(join(tmpdir(), 'spindle-state-')))
  await makeFolder(place.own)
  await prepareMirror(place)
})
afterEach(() => rm(place.root, { recursive: true }))

describe('the state of a mirror', () => {
  it('starts at the beginning of the feed, with covers of 640 pixels and no audio', async () => {
    expect(await openState(place, request)).toEqual({
      version: 1,
      hub: 'https://hub.example',
      property: 'site-a',
      covers: [640],
      audio: 'none',
      cursor: null,
      checksAll: false,
      isIndexed: false,
    })
  })

  it('checks all releases of a folder whose state is lost', async () => {
    await mkdir(join(place.releases, releaseId))
    expect(await openState(place, request)).toMatchObject({ cursor: null, checksAll: true })
  })

  it('continues with the options of the run before', async () => {
    const first = await openState(place, { ...request, covers: [64], audio: 'mp3' })
    const saved = { ...first, cursor: 'later', isIndexed: true }
    await saveState(place, saved)
    expect(await openState(place, request)).toEqual(saved)
    expect(await openState(place, { ...request, covers: [64], audio: 'mp3' })).toEqual(saved)
  })

  it.each([{ covers: [256] as const }, { covers: [] }, { audio: 'master' as const }])(
    'reads all again with %j',
    async (options) => {
      await saveState(place, { ...(await openState(place, request)), cursor: 'later', isIndexed: true })
      expect(await openState(place, { ...request, ...options })).toMatchObject({
        ...options,
        cursor: null,
        checksAll: true,
      })
    },
  )

  it.each([{ hub: 'https://other.example' }, { property: 'site-b' }])(
    'refuses a folder of another: %j',
    async (other) => {
      await saveState(place, await openState(place, request))
      await expect(openState(place, { ...request, ...other })).rejects.toThrow('is the mirror of site-a')
    },
  )

  it.each(['', 'null', '{ broken', '{"version":2}', '{"version":1,"covers":[7]}', '{"version":1,"covers":"640"}'])(
    'says what to do when its file has %j',
    async (text) => {
      await writeFile(place.state, text)
      await expect(openState(place, request)).rejects.toMatchObject({ code: 'state_damaged' })
    },
  )
})

describe('the folder of a mirror', () => {
  it('is prepared by deleting what a killed run left', async () => {
    await saveState(place, await openState(place, request))
    for (const name of ['state.json.7.draft', 'index.part']) await writeFile(join(place.own, name), '')
    await mkdir(join(place.trash, releaseId))
    await prepareMirror(place)
    expect((await readdir(place.own)).sort()).toEqual(['state.json', 'trash', 'waiting'])
    expect(await readdir(place.trash)).toEqual([])
  })

  it('is not a link', async () => {
    await symlink(tmpdir(), join(place.releases, releaseId))
    await expect(makeFolder(join(place.releases, releaseId))).rejects.toThrow('is a link, not a folder')
  })

  it.each([
    undefined,
    null,
    7,
    '',
    '..',
    'rel_',
    `${releaseId}/`,
    `${releaseId}\n`,
    `x${releaseId}`,
    releaseId.slice(1),
  ])('takes no name from the id %j', (id) => expect(isReleaseId(id)).toBe(false))

  it('takes ids as the hub makes them', () => expect(isReleaseId('rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB')).toBe(true))
})
