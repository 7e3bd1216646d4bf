import { describe, expect, it } from 'vitest'
import { emptyMapping, readMappingFile, suggestColumns, toMapping } from './mapping-form.ts'

const mapping = {
  skipLines: 2,
  delimiter: ';',
  decimal: ',',
  thousands: '.',
  dates: 'dmy',
  columns: { isrc: 'ISRC', period: 'Month', use: 'Type', quantity: 'Units', revenue: 'Net' },
  constants: { currency: 'EUR' },
  values: { territory: { Deutschland: 'DE', 'Rest of World': '' }, store: { 'a = b': 'shop' } },
  otherwise: { territory: '', model: null },
  skip: { 'Sale Type': ['Payout', ''], Label: ['Other = Label'] },
  downloads: ['Download', 'Kauf, einmalig'],
}

describe('a mapping', () => {
  it('is read from the file that the command line takes, and is sent as it was', () => {
    const form = readMappingFile(JSON.stringify(mapping))
    expect(form).toMatchObject({ skipLines: '2', delimiter: ';', downloads: 'Download\nKauf, einmalig' })
    expect(form && toMapping(form)).toEqual(mapping)
  })

  it('contains only what was filled in', () => {
    const form = {
      ...emptyMapping,
      columns: { isrc: 'ISRC', upc: ' ' },
      constants: { store: '' },
      skip: ' \n',
      values: '\n',
    }
    expect(toMapping(form)).toEqual({ columns: { isrc: 'ISRC' } })
  })

  it.each(['', '[]', '{}', '{"columns":[]}', 'isrc,title'])('is not read from %j', (text) => {
    expect(readMappingFile(text)).toBeUndefined()
  })
})

describe('suggestColumns', () => {
  it('finds columns by their names, in upper or lower case', () => {
    expect(suggestColumns(['ISRC', 'Song Title', 'Shop', 'Units', 'Something'])).toEqual({
      isrc: 'ISRC',
      title: 'Song Title',
      store: 'Shop',
      quantity: 'Units',
    })
  })
})
