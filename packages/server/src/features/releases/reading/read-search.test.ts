import { describe, expect, it } from 'vitest'
import { readSearch } from './read-search.ts'

describe('a search', () => {
  it.each([
    ['602445790128', { gtin14: '00602445790128' }],
    ['6 02445 79012 8', { gtin14: '00602445790128' }],
    ['6-02445-79012-8', { gtin14: '00602445790128' }],
    ['６０２４４５７９０１２８', { gtin14: '00602445790128' }],
    ['0602445790128', { gtin14: '00602445790128' }],
    ['00602445790128', { gtin14: '00602445790128' }],
    ['zz-abc-26-00001', { isrc: 'ZZABC2600001' }],
    ['ISRC ZZABC2600001', { isrc: 'ZZABC2600001' }],
    ['602445790129', { q: '602445790129' }],
    ['night drive', { q: 'night drive' }],
    ['1999', { q: '1999' }],
    [undefined, { q: undefined }],
  ])('for %j is %j', (query, search) => expect(readSearch({ query })).toEqual(search))

  it('has words only beside a filter by code', () => {
    expect(readSearch({ query: '602445790128', upc: '036000291452' })).toEqual({ q: '602445790128' })
    expect(readSearch({ query: '602445790128', isrc: 'ZZABC2600001' })).toEqual({ q: '602445790128' })
  })
})
