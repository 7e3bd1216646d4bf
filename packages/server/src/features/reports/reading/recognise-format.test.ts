import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { presets } from './presets.ts'
import { recogniseFormat } from './recognise-format.ts'
import { describeProblem, type ReportRefused } from './report-problem.ts'
import { readCsv } from './tables/read-csv.ts'

const fileOf = (text: string) => ({
  async *text() {
    yield text
  },
})
const distrokid =
  'Reporting Date\tSale Month\tStore\tArtist\tTitle\tISRC\tUPC\tQuantity\tCountry of Sale\tEarnings (USD)'
const audius =
  'ISRC,UPC,Track title,Artist,Service,Sales type,Country of sale,Start_Date,End_Date,Quantity,Total royalty,Currency'
const bandcamp = 'date,item type,item name,artist,isrc,upc,country code,quantity,net amount,currency'

describe('recogniseFormat', () => {
  it.each([
    ['our own table', 'isrc,period,streams\n', 'spindle'],
    ['our own table behind lines of text', 'Report of March\n\nPeriod;UPC;Revenue;Currency\n', 'spindle'],
    ['a table of DistroKid, in any case', `${distrokid.toUpperCase()}\n`, 'distrokid'],
    ['a table of Audius', `${audius}\n`, 'audius'],
    ['a table of Bandcamp with more columns', `${bandcamp},buyer name\n`, 'bandcamp'],
    ['a message of DDEX', 'HEAD\t1\tBasicAudioProfile\t1.2\n', 'dsr'],
    ['a message of single records', 'SRHE.01\t1\t\n', 'dsr'],
    ['another table, so that its refusal lists the columns', 'a,b\n1,2\n', 'spindle'],
    ['a table with few columns of a store', 'isrc,date,quantity\n', 'spindle'],
    ['an empty file', '', 'spindle'],
  ])('recognises %s', async (_name, text, format) => {
    expect(await recogniseFormat(fileOf(text))).toEqual({ format, mapping: presets[format] })
  })

  it('recognises the table in a workbook, on any sheet', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Notes']]), 'Notes')
    utils.book_append_sheet(book, utils.aoa_to_sheet([audius.split(',')]), 'Sales')
    const workbook = async () => write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    expect((await recogniseFormat({ ...fileOf(''), workbook })).format).toBe('audius')
  })

  it('refuses a table that fits several presets, and names them', async () => {
    const error = await recogniseFormat(fileOf(`${bandcamp},period,streams\n`)).catch((refused: unknown) => refused)
    expect((error as ReportRefused).problems.map(describeProblem)).toEqual([
      'The first line of the table fits several presets: spindle, bandcamp. Fix: choose one of them as the preset.',
    ])
  })
})

describe('a wrong preset', () => {
  it.each([
    ['spindle', distrokid, 'distrokid'],
    ['distrokid', audius, 'audius'],
    ['audius', 'isrc,period,streams', 'spindle'],
    ['bandcamp', 'HEAD\t1\tBasicAudioProfile\t1.2', 'dsr'],
  ])('%s is refused with the one that fits', async (preset, head, fitting) => {
    const reading = readCsv(fileOf(`${head}\n`).text(), presets[preset] ?? { columns: {} })
    const error = await reading.next().catch((refused: unknown) => refused)
    expect((error as ReportRefused).problems[0]?.fix).toBe(`choose the preset ${fitting}: the file has its first line.`)
  })
})
