import { describe, expect, it } from 'vitest'
import { readGtin, readIsrc, undressCell } from './code-cells.ts'

describe('cells with a code', () => {
  it.each([
    ['zz-abc-26-00001'],
    ['ZZ ABC 26 00001'],
    ['="ZZABC2600001"'],
    ["'ZZABC2600001"],
    ['\u2019ZZABC2600001'],
    ['\u201CZZABC2600001\u201D'],
    ['ISRC: zzabc2600001'],
    ['ZZABC\u200B2600001\uFEFF'],
    ['\u00A0ZZABC2600001\u00A0'],
    ['ZZ\u2011ABC\u201126\u201100001'],
    ['= "ZZABC2600001"'],
    ['\tZZABC2600001'],
  ])('reads the ISRC %j', (written) => {
    expect(readIsrc(written)).toEqual({ code: 'ZZABC2600001' })
  })

  it.each([
    ['="0200000519186"'],
    ["'0200000519186"],
    ["='0200000519186'"],
    ['0200000519186.0'],
    ['0200000519186,00'],
    ['200000519186'],
    ['2.00000519186E+11'],
    ['2,00000519186E+11'],
    ['0200000519186\u200B'],
    ['\u202A0200000519186\u202C'],
    ['0 200000 519186'],
    ['0-200000-519186'],
    ['200,000,519,186'],
    ['UPC 200000519186'],
    ['EAN-13: 0200000519186'],
    ['\uFF12\uFF10\uFF10\uFF10\uFF10\uFF10\uFF15\uFF11\uFF19\uFF11\uFF18\uFF16'],
  ])('reads the UPC %j', (written) => {
    expect(readGtin(written)).toEqual({ code: '00200000519186' })
  })

  it.each([[''], ['  '], ['-'], ['\u2013'], ['n/a'], ['N/A'], ['None'], ['\u200B'], ['=""'], ["'"]])(
    'takes %j as no code',
    (written) => {
      expect(readIsrc(written)).toEqual({ code: '' })
      expect(readGtin(written)).toEqual({ code: '' })
    },
  )

  it.each([
    ['2.00E+11', 'The spreadsheet changed this code to "2.00E+11", and digits are lost.'],
    ['2,00E+11', 'The spreadsheet changed this code to "2,00E+11", and digits are lost.'],
    ['2E11', 'The spreadsheet changed this code to "2E11", and digits are lost.'],
    ['="2.00001E+11"', 'The spreadsheet changed this code to "2.00001E+11", and digits are lost.'],
    ['#NAME?', 'The spreadsheet replaced this code with "#NAME?".'],
    ['#######', 'The spreadsheet replaced this code with "#######".'],
    ['#N/A', 'The spreadsheet replaced this code with "#N/A".'],
  ])('names %j as destroyed by a spreadsheet', (written, problem) => {
    const fix = 'get the file again from the store, and import it without opening it in a spreadsheet.'
    expect(readGtin(written)).toEqual({ problem, fix })
    expect(readIsrc(written)).toEqual({ problem, fix })
  })

  it.each([
    ['ZZABC260000', '"ZZABC260000" is not an ISRC.'],
    ['0', '"0" is not an ISRC.'],
    ['ZZABC2600001; ZZABC2600002', '"ZZABC2600001; ZZABC2600002" is not an ISRC.'],
    ['0200000519186', '"0200000519186" is a UPC or EAN, not an ISRC.'],
  ])('refuses %j as an ISRC', (written, problem) => {
    expect(readIsrc(written)).toMatchObject({ problem })
  })

  it.each([
    ['0200000519187', '"0200000519187" is not a UPC or EAN.'],
    ['12', '"12" is not a UPC or EAN.'],
    ['000000000000', '"000000000000" is not a UPC or EAN.'],
    ['ZZABC2600001', '"ZZABC2600001" is an ISRC, not a UPC or EAN.'],
  ])('refuses %j as a UPC', (written, problem) => {
    expect(readGtin(written)).toMatchObject({ problem })
  })

  it('leaves the apostrophe of a title alone', () => {
    expect(undressCell("'Round Midnight")).toBe("'Round Midnight")
    expect(undressCell('="Say ""Yes"""')).toBe('Say "Yes"')
  })
})
