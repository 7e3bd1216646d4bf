import type { Finding, Release } from '@spindle/client'
import { noTags } from '@spindle/client/suggest'
import { describe, expect, it } from 'vitest'
import { masterRow } from '../../test/harness/file-row.ts'
import { type DeliveryState, emptyState, uploadFinder } from './delivery-state.ts'
import { type DraftRequest, requestOf } from './document/draft.ts'
import { isClash } from './document/merge-drafts.ts'
import { withFileReplaced, withTheirs } from './draft-changes.ts'
import type { Examined } from './files/examine-file.ts'
import { takeFiles } from './take-files.ts'

const track = (name: string, members: object = {}) => ({
  id: `trk_${name}`,
  uploadId: `upl_${name}`,
  title: name,
  ...members,
})
const base: DraftRequest = { title: 'Night', label: 'Blue', tracks: [track('one'), track('two')] }
const releaseOf = (members: object): Release =>
  ({
    id: 'rel_1',
    revision: 2,
    status: 'draft',
    findings: [],
    validation: { errors: 0, warnings: 0 },
    ...base,
    ...members,
  }) as unknown as Release

/** A third file is on its way, and a copyright line has no year yet. */
const state: DeliveryState = {
  ...emptyState,
  files: [masterRow('one'), masterRow('two'), masterRow('three', false)],
  draft: {
    members: { title: 'Night', label: 'Typed here', pLine: { text: 'Blue Lamp' } },
    tracks: ['one', 'two', 'three'].map((name) => ({
      key: `track ${name}`,
      fileKey: name,
      ...(name !== 'three' && { id: `trk_${name}` }),
      members: { title: name },
    })),
  },
}

describe('changes from elsewhere', () => {
  it('is taken, and what is typed or begun here stays', () => {
    const theirs = releaseOf({ genre: 'pop', tracks: [track('one'), track('two', { isrc: 'ZZABC2600001' })] })
    const { draft, files, release, saving } = withTheirs({ ...state, saving: { kind: 'saving' } }, base, theirs)
    expect(draft.members).toEqual({
      title: 'Night',
      label: 'Typed here',
      pLine: { text: 'Blue Lamp' },
      genre: 'pop',
    })
    expect(draft.tracks.map(({ key, members }) => [key, members])).toEqual([
      ['track one', { title: 'one' }],
      ['track two', { title: 'two', isrc: 'ZZABC2600001' }],
      ['track three', { title: 'three' }],
    ])
    expect(files.map(({ key }) => key)).toEqual(['one', 'two', 'three'])
    expect(release?.revision).toBe(2)
    expect(saving.kind).toBe('saving')
  })

  it('may be another order, or a track less; what is on its way comes last', () => {
    const turned = withTheirs(state, base, releaseOf({ tracks: [track('two'), track('one')] }))
    expect(turned.draft.tracks.map(({ key }) => key)).toEqual(['track two', 'track one', 'track three'])
    const shorter = withTheirs(state, base, releaseOf({ tracks: [track('two')] }))
    expect(shorter.draft.tracks.map(({ key }) => key)).toEqual(['track two', 'track three'])
    expect(shorter.files.map(({ key }) => key)).toEqual(['two', 'three'])
  })

  it('keeps the title that was typed while the missing audio of the track arrived', () => {
    const { uploadId: _uploadId, ...bare } = track('one')
    const bareBase = { ...base, tracks: [bare, track('two')] }
    const typed: DeliveryState = {
      ...state,
      files: [masterRow('two')],
      draft: {
        ...state.draft,
        tracks: [
          { key: 'trk_one', fileKey: 'trk_one', id: 'trk_one', lacksAudio: true, members: { title: 'Typed' } },
          { key: 'track two', fileKey: 'two', id: 'trk_two', members: { title: 'two' } },
        ],
      },
    }
    const { draft } = withTheirs(typed, bareBase, releaseOf({ tracks: [track('one'), track('two')] }))
    expect(draft.tracks).toEqual([
      { key: 'trk_one', fileKey: 'upl_one', id: 'trk_one', members: { title: 'Typed' } },
      { key: 'track two', fileKey: 'two', id: 'trk_two', members: { title: 'two' } },
    ])
  })

  it('keeps the file that is on its way to a track without audio', () => {
    const { uploadId: _uploadId, ...bare } = track('three')
    const sending: DeliveryState = {
      ...state,
      draft: {
        ...state.draft,
        tracks: state.draft.tracks.map((one) =>
          one.fileKey === 'three' ? { ...one, id: 'trk_three', lacksAudio: true as const } : one,
        ),
      },
    }
    const { draft } = withTheirs(
      sending,
      { ...base, tracks: [...base.tracks, bare] },
      releaseOf({ tracks: [track('two'), track('one'), bare] }),
    )
    expect(draft.tracks.map(({ fileKey }) => fileKey)).toEqual(['two', 'one', 'three'])
  })

  it('takes away what they took away', () => {
    expect(withTheirs(state, { ...base, version: 'Live' }, releaseOf({})).draft.members).not.toHaveProperty('version')
  })
})

describe('a file that is chosen for a track', () => {
  it('is left out if it is not audio, and the track keeps its file', () => {
    const bytes = new File(['x'], 'notes.txt')
    const file = { name: 'notes.txt', size: 1, disc: undefined, bytes }
    const { state: changed, toSend } = withFileReplaced(state, 'one', { kind: 'foreign', file })
    expect(changed.draft.tracks.map(({ fileKey }) => fileKey)).toEqual(['one', 'two', 'three'])
    expect(toSend).toEqual([])
  })
})

describe('another file in the place of one', () => {
  const fileOf = (name: string) => ({ name, size: 1, disc: undefined, bytes: new File(['x'], name) })
  const master = (name: string, findings: readonly Finding[] = []): Examined => {
    const read = { format: undefined, unusable: undefined, tags: noTags }
    return { kind: 'audio', file: fileOf(name), findings, ...read }
  }
  const picture: Examined = { kind: 'image', file: fileOf('new.jpg'), format: undefined, findings: [] }
  const cover = { ...masterRow('cover'), kind: 'image' as const }
  const whole: DeliveryState = {
    ...state,
    files: [masterRow('one'), masterRow('two'), cover],
    draft: {
      members: { ...state.draft.members, type: 'single' },
      coverKey: 'cover',
      tracks: state.draft.tracks.slice(0, 2),
    },
  }
  const requestIn = ({ draft, files }: DeliveryState) => requestOf(draft, uploadFinder(files))
  const arrived = ({ files, ...rest }: DeliveryState): DeliveryState => ({
    ...rest,
    files: files.map((row) => (row.hasArrived ? row : { ...row, hasArrived: true, uploadId: `upl_${row.name}` })),
  })

  it('takes it at the hub once all of its bytes are there, and the track keeps its id', () => {
    const first = withFileReplaced(whole, 'one', master('first.wav')).state
    expect(requestIn(first).tracks).toEqual(requestIn(whole).tracks)
    const key = first.draft.tracks[0]?.fileKey ?? ''
    const second = withFileReplaced(first, key, master('second.wav')).state
    expect(requestIn(second).tracks).toEqual(requestIn(whole).tracks)
    expect(requestIn(arrived(second)).tracks).toEqual([
      { id: 'trk_one', uploadId: 'upl_second.wav', title: 'one' },
      track('two'),
    ])
  })

  it.each([
    ['replaced', (now: DeliveryState) => withFileReplaced(now, 'cover', picture).state],
    ['chosen anew', (now: DeliveryState) => takeFiles(now, [picture], undefined).state],
  ])('leaves the cover that is %s at the hub until then', (_, replace) => {
    const replaced = replace(whole)
    expect(requestIn(replaced).coverUploadId).toBe('upl_cover')
    expect(requestIn(arrived(replaced)).coverUploadId).toBe('upl_new.jpg')
  })

  it('keeps uploading after a change from elsewhere, and adds no second track', () => {
    const replaced = withFileReplaced(whole, 'one', master('first.wav')).state
    const taken = withTheirs(replaced, requestIn(replaced), releaseOf({ coverUploadId: 'upl_cover', genre: 'pop' }))
    expect(taken.draft.tracks.map(({ key, id, fileKey }) => [key, id, fileKey])).toEqual(
      replaced.draft.tracks.map(({ key, id, fileKey }) => [key, id, fileKey]),
    )
    expect(taken.files.map(({ name, hasArrived }) => [name, hasArrived])).toEqual([
      ['first.wav', false],
      ['two.wav', true],
      ['cover.wav', true],
    ])
  })

  it('does not take it if it cannot be sent', () => {
    const broken = master('broken.wav', [{ severity: 'error' } as Finding])
    const { state: kept, toSend } = withFileReplaced(whole, 'one', broken)
    expect(toSend).toEqual([])
    expect(requestIn(kept)).toEqual(requestIn(whole))
    expect(kept.files.map(({ name, isRefused }) => [name, isRefused])).toEqual([
      ['one.wav', false],
      ['two.wav', false],
      ['cover.wav', false],
      ['broken.wav', true],
    ])
  })
})

describe('two versions of a release', () => {
  const mine = { ...base, label: 'Mine' }

  it.each([
    ['other members', { ...base, genre: 'pop' }, false],
    ['the same to the same', { ...base, label: 'Mine' }, false],
    ['one member to two values', { ...base, label: 'Theirs' }, true],
    ['a member that they took away', { title: 'Night', tracks: base.tracks }, true],
    ['tracks that only they changed', { ...base, tracks: [track('two')] }, false],
  ])('changed %s', (_, theirs, isOne) => {
    expect(isClash(base, mine, theirs)).toBe(isOne)
  })

  it.each([
    ['one member of a track to two values', [track('one', { isrc: 'B' }), track('two')], true],
    ['members of different tracks', [track('one'), track('two', { isrc: 'B' })], false],
    ['the order, while a member was typed', [track('two'), track('one')], false],
  ])('changed %s', (_, tracks, isOne) => {
    const typed = { ...base, tracks: [track('one', { isrc: 'A' }), track('two')] }
    expect(isClash(base, typed, { ...base, tracks })).toBe(isOne)
  })

  it('that both have other tracks are a question', () => {
    const added = { ...base, tracks: [...base.tracks, track('three')] }
    expect(isClash(base, added, { ...base, tracks: [track('one')] })).toBe(true)
  })
})
