import { describe, expect, it } from 'vitest'
import type { Master, MasterTags } from './master.ts'
import { orderTracks } from './order-tracks.ts'

const noTags: MasterTags = { artists: [], composers: [], lyricists: [], isCompilation: false }

function master(name: string, tags: Partial<MasterTags> = {}, disc?: number): Master {
  const file = { name, path: `/music/${name}`, size: 1, mtimeMs: 0, ctimeMs: 0, disc }
  return { file, format: undefined, tags: { ...noTags, ...tags }, unusable: undefined }
}

const order = (...masters: readonly Master[]) => {
  const { tracks, notes } = orderTracks(masters)
  return { titles: tracks.map(({ title }) => title), notes, tracks }
}

describe('orderTracks', () => {
  it('orders by the numbers in the names', () => {
    expect(order(master('02 Tide.wav'), master('03 End.wav'), master('01 Lights.wav')).titles).toEqual([
      'Lights',
      'Tide',
      'End',
    ])
  })

  it('lets tags win over names, for numbers and for titles', () => {
    const { titles, tracks } = order(
      master('01 Wrong.wav', { number: 2, title: 'Second' }),
      master('02 Also Wrong.wav', { number: 1, title: 'First' }),
    )
    expect(titles).toEqual(['First', 'Second'])
    expect(tracks.map(({ titleSource }) => titleSource)).toEqual(['tags', 'tags'])
  })

  it('orders by disc first: of the tag, else of the folder, else of the name', () => {
    const { titles } = order(
      master('CD2/01 C.wav', {}, 2),
      master('1-02 B.wav'),
      master('1-01 A.wav'),
      master('D.wav', { disc: 3, number: 1, title: 'D' }),
    )
    expect(titles).toEqual(['A', 'B', 'C', 'D'])
  })

  it('puts masters without a number last and says so', () => {
    const { titles, notes } = order(master('Bonus.wav'), master('01 A.wav'), master('02 B.wav'))
    expect(titles).toEqual(['A', 'B', 'Bonus'])
    expect(notes).toEqual(['No number, so placed last: Bonus.wav.'])
  })

  it('keeps the order of names where nothing has a number', () => {
    const { titles, notes } = order(master('A.wav'), master('B.wav'))
    expect(titles).toEqual(['A', 'B'])
    expect(notes).toEqual([])
  })

  it.each([
    [['01 A.wav', '03 C.wav'], ['Number 2 is missing. The other tracks move up. Check whether a file is missing.']],
    [
      ['01 A.wav', '04 C.wav'],
      ['Numbers 2, 3 are missing. The other tracks move up. Check whether a file is missing.'],
    ],
    [['02 A.wav', '03 B.wav'], ['Number 1 is missing. The other tracks move up. Check whether a file is missing.']],
    [['01 A.wav', '02 B.wav'], []],
    // Numbers of a larger work are not a gap.
    [['17 A.wav', '18 B.wav'], []],
  ])('of %j says %j', (names, notes) => {
    expect(order(...names.map((name) => master(name))).notes).toEqual(notes)
  })

  it('says which masters have the same number', () => {
    const { notes } = order(master('01 A.wav'), master('01 B.wav'), master('02 C.wav'))
    expect(notes).toEqual(['01 A.wav and 01 B.wav have the same number 1. They are sorted by name.'])
  })

  it('says on which disc a number is missing where there are several', () => {
    const { notes } = order(
      master('CD1/01 A.wav', {}, 1),
      master('CD1/02 B.wav', {}, 1),
      master('CD2/01 C.wav', {}, 2),
      master('CD2/03 D.wav', {}, 2),
    )
    expect(notes).toEqual(['Number 2 is missing on disc 2. The other tracks move up. Check whether a file is missing.'])
  })
})
