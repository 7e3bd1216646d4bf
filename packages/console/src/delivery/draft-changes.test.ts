import type { Release } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { masterRow } from '../../test/harness/file-row.ts'
import { type DeliveryState, emptyState } from './delivery-state.ts'
import type { DraftRequest } from './document/draft.ts'
import { isClash } from './document/merge-drafts.ts'
import { withFileReplaced, withTheirs } from './draft-changes.ts'

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
