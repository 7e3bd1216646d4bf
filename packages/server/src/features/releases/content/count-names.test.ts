import { describe, expect, it } from 'vitest'
import { countNames } from './count-names.ts'

const track = (contributors?: object[]) =>
  ({ document: { title: 'Song', ...(contributors && { contributors }) } }) as Parameters<typeof countNames>[1][number]

describe('countNames', () => {
  it('counts the tracks of each spelling, and leaves out contributors that name a party', () => {
    const contributors = [
      { name: 'Ada', role: 'main_artist' as const, partyIds: { isni: '0000000121032683' } },
      { name: 'Cy', role: 'producer' as const, partyId: 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB' as const },
    ]
    const own = [
      { name: 'ADA', role: 'main_artist', partyIds: { spotify: 'ada-1' } },
      { name: 'ADA', role: 'composer', partyIds: { spotify: 'ada-2', apple: '7' } },
    ]
    expect(countNames({ contributors }, [track(), track(), track(own)])).toEqual([
      { name: 'Ada', key: 'ada', tracks: 2, roles: { main_artist: 2 }, ids: { isni: '0000000121032683' } },
      {
        name: 'ADA',
        key: 'ada',
        tracks: 1,
        roles: { main_artist: 1, composer: 1 },
        ids: { spotify: 'ada-1', apple: '7' },
      },
    ])
  })

  it('counts no track for a name that all tracks replace', () => {
    const contributors = [{ name: 'Ada', role: 'main_artist' as const }]
    expect(countNames({ contributors }, [track([])])).toEqual([
      { name: 'Ada', key: 'ada', tracks: 0, roles: { main_artist: 0 }, ids: null },
    ])
  })
})
