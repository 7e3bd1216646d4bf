import type { Release } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import type { DeliverRequest } from '../plan/build-request.ts'
import { buildPatch, describeChanges, describeOverruled } from './diff-release.ts'

const sent: DeliverRequest = {
  externalId: 'one',
  title: 'Night Drive',
  type: 'single',
  label: 'Blue Lamp',
  territories: { mode: 'include', codes: ['DE'] },
  tracks: [
    { title: 'Opening', uploadId: 'upl_a', isrc: 'ZZABC2600001' },
    { title: 'Closing', uploadId: 'upl_b', language: 'en' },
  ],
}

/** The hub has what was sent, and what the hub or a person added there. */
const held = {
  id: 'rel_1',
  status: 'draft',
  ...sent,
  subtitle: 'Written at the hub',
  tracks: [
    { id: 'trk_a', number: 1, disc: 1, durationMs: 31_000, genre: 'pop', ...sent.tracks[0] },
    { id: 'trk_b', number: 2, disc: 1, durationMs: 31_000, ...sent.tracks[1] },
  ],
} as unknown as Release

const { label: _label, ...withoutLabel } = sent
const [opening, closing] = sent.tracks as [DeliverRequest['tracks'][number], DeliverRequest['tracks'][number]]

describe('changes of a folder', () => {
  it.each<[string, DeliverRequest, readonly string[], unknown]>([
    ['nothing', sent, [], undefined],
    ['a title', { ...sent, title: 'Day Drive' }, ['title'], { title: 'Day Drive' }],
    ['a member that went', withoutLabel, ['label'], { label: null }],
    ['a member that came', { ...sent, genre: 'pop' }, ['genre'], { genre: 'pop' }],
    [
      'a part of an object that went',
      { ...sent, territories: { mode: 'worldwide' } },
      ['territories'],
      { territories: { mode: 'worldwide', codes: null } },
    ],
    [
      'members of a track',
      {
        ...sent,
        tracks: [
          { ...opening, title: 'Overture' },
          { title: 'Closing', uploadId: 'upl_b' },
        ],
      },
      ['track 1: title', 'track 2: language'],
      {
        tracks: [
          { id: 'trk_a', disc: 1, genre: 'pop', title: 'Overture', uploadId: 'upl_a', isrc: 'ZZABC2600001' },
          { id: 'trk_b', disc: 1, title: 'Closing', uploadId: 'upl_b' },
        ],
      },
    ],
    [
      'another master',
      { ...sent, tracks: [opening, { ...closing, uploadId: 'upl_c' }] },
      ['track 2: audio'],
      {
        tracks: [
          { id: 'trk_a', disc: 1, genre: 'pop', ...opening },
          { id: 'trk_b', disc: 1, ...closing, uploadId: 'upl_c' },
        ],
      },
    ],
    [
      'another order',
      { ...sent, tracks: [closing, opening] },
      ['order of the tracks'],
      {
        tracks: [
          { id: 'trk_b', disc: 1, ...closing },
          { id: 'trk_a', disc: 1, genre: 'pop', ...opening },
        ],
      },
    ],
    [
      'a track more and one less',
      { ...sent, tracks: [opening, { title: 'New', uploadId: 'upl_n' }, closing] },
      ['track 2: new'],
      {
        tracks: [
          { id: 'trk_a', disc: 1, genre: 'pop', ...opening },
          { title: 'New', uploadId: 'upl_n' },
          { id: 'trk_b', disc: 1, ...closing },
        ],
      },
    ],
    [
      'a track less',
      { ...sent, tracks: [closing] },
      ['1 of the tracks removed'],
      { tracks: [{ id: 'trk_b', disc: 1, ...closing }] },
    ],
  ])('%s', (_, wanted, words, patch) => {
    expect(describeChanges(sent, wanted)).toEqual(words)
    expect(buildPatch(sent, wanted, held)).toEqual(patch)
  })
})

describe('what both sides changed', () => {
  const edited = {
    ...held,
    title: 'Title of the hub',
    label: 'Blue-Lamp',
    territories: { mode: 'worldwide' },
    tracks: [{ ...held.tracks[0], isrc: 'ZZABC2699999' }, held.tracks[1]],
  } as unknown as Release

  it('is named with what the hub held; what only one side changed is not', () => {
    const wanted: DeliverRequest = {
      ...sent,
      title: 'Title of the folder',
      label: 'Green Lamp',
      territories: { mode: 'include', codes: ['FR'] },
      tracks: [
        { ...opening, isrc: 'ZZABC2600009' },
        { ...closing, language: 'de' },
      ],
    }
    expect(describeOverruled(sent, wanted, edited)).toEqual([
      'title ("Title of the hub")',
      'territories',
      'track 1: isrc ("ZZABC2699999")',
    ])
    expect(describeOverruled(sent, { ...sent, label: 'Green Lamp' }, edited)).toEqual([])
  })

  it('is nothing where both came to the same', () => {
    expect(describeOverruled(sent, { ...sent, title: 'Title of the hub' }, edited)).toEqual([])
  })
})
