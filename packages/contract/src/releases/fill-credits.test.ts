import { expect, it } from 'vitest'
import { fillCredits } from './fill-credits.ts'

const partyId = 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

it('gives names and roles to contributors that take them from a party, and only to those', () => {
  const release = {
    title: 'Night Drive',
    contributors: [{ partyId }, { partyId, name: 'Ada', role: 'composer' }, { role: 'producer' }, 'Cy'],
    tracks: [{ title: 'Intro', contributors: [{ partyId, role: 'lyricist' }] }, { contributors: 'none' }, null],
  }
  expect(fillCredits(release)).toEqual({
    title: 'Night Drive',
    contributors: [
      { partyId, name: 'Party 1', role: 'main_artist' },
      { partyId, name: 'Ada', role: 'composer' },
      { role: 'producer' },
      'Cy',
    ],
    tracks: [
      { title: 'Intro', contributors: [{ partyId, name: 'Party 1', role: 'lyricist' }] },
      { contributors: 'none' },
      null,
    ],
  })
  expect(fillCredits({ tracks: 'none' })).toEqual({ tracks: 'none' })
})
