import type { Release } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { draftOfRelease } from './draft.ts'

const contributors = [
  { name: 'Mia Blue', role: 'main_artist' },
  { name: 'Ada Red', role: 'featured_artist' },
]
const formOf = (members: object) =>
  draftOfRelease({ title: 'Night Drive', type: 'ep', tracks: [], ...members } as unknown as Release).members

describe('the form of a release', () => {
  it('leaves the artist empty that is composed, so that the name follows the artists', () => {
    expect(formOf({ contributors, displayArtist: 'Mia Blue feat. Ada Red' })).toEqual({
      title: 'Night Drive',
      type: 'ep',
      contributors,
    })
  })

  it('has the artist that was entered', () => {
    expect(formOf({ contributors, displayArtist: 'The Blues' }).displayArtist).toBe('The Blues')
    expect(formOf({ displayArtist: 'The Blues' }).displayArtist).toBe('The Blues')
  })
})
