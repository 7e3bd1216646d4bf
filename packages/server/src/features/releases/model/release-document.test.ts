import { describe, expect, it } from 'vitest'
import { normaliseDocument, placeTracks, toColumns } from './release-document.ts'

const release = { title: 'Night Drive', type: 'single' } as const
const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

describe('placeTracks', () => {
  const track = (more: object) => ({ title: 'T', uploadId, ...more }) as const
  let made = 0
  const makeId = () => `trk_${++made}`

  it('numbers each disc, keeps ids, and drops redundant numbers', () => {
    made = 0
    const placed = placeTracks(
      [track({}), track({ disc: 2, number: 1 }), track({ number: 7 }), track({ id: 'trk_known', disc: 2 })],
      makeId,
    )
    expect(placed.map(({ id, position, disc, number }) => [id, position, disc, number])).toEqual([
      ['trk_1', 1, 1, 1],
      ['trk_2', 2, 2, 1],
      ['trk_3', 3, 1, 2],
      ['trk_known', 4, 2, 2],
    ])
    expect(placed.map(({ document }) => document.number)).toEqual([undefined, undefined, 7, undefined])
    expect(placed[3]?.document).not.toHaveProperty('id')
  })
})

describe('normalise and columnsOf', () => {
  it('writes ISRCs in one form, and leaves what is none', () => {
    const tracks = [
      { title: 'A', uploadId, isrc: 'zz-abc-26-00001' },
      { title: 'B', uploadId, isrc: 'nothing' },
    ] as const
    const { tracks: normal } = normaliseDocument({ ...release, tracks: [...tracks], submit: true })
    expect(normal.map(({ isrc }) => isrc)).toEqual(['ZZABC2600001', 'nothing'])
  })

  it.each([
    ['6 02445 79012 8', '602445790128'],
    ['６０２４４５７９０１２８', '602445790128'],
    ['00602445790128', '602445790128'],
    ['0200000000011', '0200000000011'],
    ['12 345', '12 345'],
  ])('writes the UPC %s as %s', (upc, stored) => {
    expect(normaliseDocument({ ...release, upc, tracks: [], submit: true }).upc).toBe(stored)
  })

  it('finds releases by what they are found by', () => {
    const columns = toColumns({ ...release, upc: '0200000000011', label: 'Blue Lamp', releaseDate: '2026-05-01' })
    expect(columns).toMatchObject({
      upc: '0200000000011',
      gtin14: '00200000000011',
      availableAt: '2026-05-01T00:00:00.000Z',
      territories: null,
    })
    expect(toColumns({ ...release, upc: '036000291453' }).gtin14).toBeNull()
    expect(toColumns({ ...release, releaseDate: '0000-01-01' })).toMatchObject({ releaseDate: null, availableAt: null })
  })
})
