import { describe, expect, it } from 'vitest'
import { composeDisplayArtist } from './compose-display-artist.ts'

const main = (...names: string[]) => names.map((name) => ({ name, role: 'main_artist' as const }))

describe('the artist of a release', () => {
  it.each([
    [{}, null],
    [{ contributors: main('Ada') }, 'Ada'],
    [{ contributors: main('Ada', 'Grace') }, 'Ada & Grace'],
    [{ contributors: main('Ada', 'Grace', 'Mary', 'Ada') }, 'Ada, Grace & Mary'],
    [{ contributors: main('A', 'B', 'C', 'D') }, 'Various Artists'],
    [{ contributors: main('Ada'), isCompilation: true }, 'Various Artists'],
    [{ contributors: main('Ada'), displayArtist: 'The Adas' }, 'The Adas'],
    [
      {
        contributors: [
          ...main('Ada'),
          { name: 'Grace', role: 'featured_artist' as const },
          { name: 'Mary', role: 'ddex:FeaturedArtist' as const },
          { name: 'Nobody', role: 'producer' as const },
        ],
      },
      'Ada feat. Grace & Mary',
    ],
  ])('%j: %s', (members, expected) => expect(composeDisplayArtist(members)).toBe(expected))
})
