import { describe, expect, it } from 'vitest'
import { type Mapping, parseMapping } from '../mapping.ts'
import { presets } from '../presets.ts'
import type { ReportLine } from '../report-line.ts'
import { describeProblem, type ReportRefused } from '../report-problem.ts'
import { readCsv } from './read-csv.ts'

async function read(text: string, mapping: Mapping | undefined): Promise<ReportLine[]> {
  if (!mapping) throw new Error('there is no such preset')
  const found: ReportLine[] = []
  const whole = async function* () {
    yield text
  }
  for await (const lines of readCsv(whole(), mapping)) found.push(...lines)
  return found
}

const problemsOf = (text: string, mapping: Mapping | undefined): Promise<readonly string[]> =>
  read(text, mapping).then(
    () => [],
    (error: unknown) => (error as ReportRefused).problems.map(describeProblem),
  )

const spindle = presets.spindle

describe('readCsv', () => {
  it('reads our own columns, in any order', async () => {
    const text = [
      'Period,ISRC,streams,revenue,currency,territory,store,title,extra',
      '2026-03,zz-abc-26-00001,12,1.25,EUR,de,player,"Night, Drive",x',
      '2026-03-05,,,,,,,Unknown,',
    ].join('\n')
    expect(await read(text, spindle)).toEqual([
      {
        isrc: 'ZZABC2600001',
        gtin14: '',
        title: 'Night, Drive',
        artist: '',
        store: 'player',
        territory: 'DE',
        model: '',
        from: '2026-03-01',
        to: '2026-03-31',
        streams: '12',
        downloads: '',
        currency: 'EUR',
        revenue: '1.25',
      },
      expect.objectContaining({
        isrc: '',
        title: 'Unknown',
        from: '2026-03-05',
        streams: '',
        revenue: '',
        currency: '',
      }),
    ])
  })

  it('takes off what a spreadsheet wraps around codes', async () => {
    const text = `isrc,upc,period,streams\n"=""zz-abc-26-00001""",0200000519186.0,2026-03,1\n'ZZABC2600002,n/a,2026-03,1\n`
    expect(await read(text, spindle)).toMatchObject([
      { isrc: 'ZZABC2600001', gtin14: '00200000519186' },
      { isrc: 'ZZABC2600002', gtin14: '' },
    ])
  })

  it('reads semicolons and decimal commas', async () => {
    const [line] = await read('isrc;period;revenue;currency\r\nZZABC2600001;2026-03;0,0125;EUR\r\n', spindle)
    expect(line).toMatchObject({ revenue: '0.0125', currency: 'EUR' })
  })

  it.each([
    [
      'Reporting Date\tSale Month\tStore\tArtist\tTitle\tISRC\tUPC\tQuantity\tTeam Percentage\tSong/Album\tCountry of Sale\tSongwriter Royalties Withheld\tEarnings (USD)',
      '2026-05-01\t2026-03\tSpotify\tAda\tNight\tZZABC2600001\t\t40\t100\tSong\tUS\t0\t0.1234',
    ],
    [
      'Date Inserted\tReporting Date\tSale Month\tStore\tArtist\tTitle\tISRC\tUPC\tQuantity\tTeam Percentage\tSource Type\tSong/Album\tCountry of Sale\tSongwriter Royalties Withheld\tEarnings (USD)\tRecoup (USD)',
      '2026-05-02\t2026-05-01\t2026-03\tSpotify\tAda\tNight\tZZABC2600001\t\t40\t100\tstream\tSong\tUS\t0\t0.1234\t0',
    ],
  ])('reads both tables of DistroKid', async (head, line) => {
    expect(
      await read(`${head}\n${line}\n${line.replace('Spotify', 'iTunes Songs')}\n`, presets.distrokid),
    ).toMatchObject([
      {
        store: 'Spotify',
        streams: '40',
        downloads: '',
        revenue: '0.1234',
        currency: 'USD',
        territory: 'US',
        from: '2026-03-01',
      },
      { store: 'iTunes Songs', streams: '', downloads: '40' },
    ])
  })

  it('reads the sales of Audius', async () => {
    const text =
      'Service,Start_Date,End_Date,Sale_Date,Label,Album title,Artist,Track title,UPC,ISRC,DSP ID,Country of sale,Sales type,User type,Quantity,Currency,Royalty per item,Total royalty\n' +
      'Audius,2026-03-01,2026-03-31,2026-03-09,Test,EP,Ada,Night,,ZZABC2600001,x1,DE,Download,paid,2,USD,0.70,1.40\n'
    expect(await read(text, presets.audius)).toMatchObject([
      { store: 'Audius', from: '2026-03-01', to: '2026-03-31', downloads: '2', streams: '', revenue: '1.40' },
    ])
  })

  it('reads the raw data report of Bandcamp', async () => {
    const text = [
      'date,paid to,item type,item name,artist,currency,item price,quantity,discount code,sub total,additional fan contribution,tax rate,seller tax,marketplace tax,shipping,transaction fee,fee type,item total,amount you received,bandcamp transaction id,paypal transaction id,net amount,package,option,item url,catalog number,upc,isrc,country,country code',
      '1/3/26 10:12am,Bandcamp,track,"Night, Drive",Ada,EUR,1.00,2,,2.00,0.50,,,,,0.10,paypal,2.50,2.40,4027003576,,2.02,digital download,,https://ada.bandcamp.com/track/night,,,ZZ-ABC-26-00001,Germany,DE',
      '12/31/25 11:28pm,Bandcamp,album,EP,Ada,USD,7.00,1,,7.00,,,,,,0.49,paypal,7.00,6.51,4027003577,,5.46,digital download,,https://ada.bandcamp.com/album/ep,,200000000011,,Japan,JP',
      '1/4/26 9:00am,Bandcamp,package,EP,Ada,USD,20.00,3,,60.00,,,,,9.00,2.49,paypal,69.00,66.51,4027003578,,60.46,Vinyl LP,,https://ada.bandcamp.com/album/ep,,200000000011,,,US',
      '1/5/26 9:00am,Bandcamp,refund,EP,Ada,USD,,1,,,,,,,,,,-7.00,,4027003579,,-5.46,,,,,200000000011,,,JP',
      '1/6/26 9:00am,Bandcamp,payout,,,USD,,,,,,,,,,,,-60.46,,,,,,,,,,,,',
    ].join('\n')
    const lines = await read(text, presets.bandcamp)
    expect(
      lines.map(({ isrc, gtin14, from, to, streams, downloads, revenue, currency, territory }) =>
        [isrc || gtin14, from, to, streams, downloads, revenue, currency, territory].join(' '),
      ),
    ).toEqual([
      'ZZABC2600001 2026-01-03 2026-01-03  2 2.02 EUR DE',
      '00200000000011 2025-12-31 2025-12-31  1 5.46 USD JP',
      '00200000000011 2026-01-04 2026-01-04   60.46 USD US',
      '00200000000011 2026-01-05 2026-01-05   -5.46 USD JP',
    ])
  })

  it('reads by a mapping of the operator', async () => {
    const mapping = parseMapping(
      JSON.stringify({
        skipLines: 2,
        dates: 'dmy',
        decimal: ',',
        delimiter: '|',
        columns: { isrc: 'Code', from: 'Von', to: 'Bis', quantity: 'Menge', revenue: 'Erlös' },
        constants: { currency: 'CHF', store: 'Laden' },
      }),
    )
    const text = 'Bericht\n\nCode|Von|Bis|Menge|Erlös\nZZABC2600001|01.03.2026|31.03.2026|3|-0,5\n'
    expect(await read(text, mapping)).toMatchObject([
      { from: '2026-03-01', to: '2026-03-31', streams: '3', revenue: '-0.5', currency: 'CHF', store: 'Laden' },
    ])
    expect(await problemsOf(text.replace('|3|', '|drei|'), mapping)).toEqual([
      'line 4, column "Menge": "drei" cannot be read. Fix: use a number such as 12,50; "decimal" and "thousands" in the mapping set its signs.',
    ])
  })

  it.each<[string, string]>([
    ['[]', 'The mapping is not a JSON object.'],
    ['{"columns":{"isrc":1}}', '"columns" of the mapping is not text by isrc'],
    ['{}', '"columns" of the mapping'],
    ['{"columns":{},"colour":1}', '"colour" is not a member of a mapping.'],
    ['{"columns":{},"passOver":["payout"]}', '"passOver" is not a member of a mapping.'],
    ['{"columns":{},"downloads":"Download"}', '"downloads" of the mapping is not a list of text'],
    ['{"columns":{},"values":{"land":{}}}', '"values" of the mapping is not objects of texts by isrc'],
    ['{"columns":{},"values":{"territory":["DE"]}}', '"values" of the mapping is not objects of texts by isrc'],
    ['{"columns":{},"otherwise":{"territory":1}}', '"otherwise" of the mapping is not text or null by isrc'],
    ['{"columns":{},"skip":{"Type":"Payout"}}', '"skip" of the mapping is not lists of text by column name'],
    ['{"columns":{},"decimal":"x"}', '"decimal" of the mapping is not "." or ","'],
  ])('refuses the mapping %s', (text, problem) => {
    expect(() => parseMapping(text)).toThrow(problem)
  })

  it.each<[string, string, string]>([
    [
      'a column that is not there',
      'a,b\n1,2\n',
      'line 1, column "isrc": The table does not have this column. It has "a", "b".',
    ],
    [
      'a column that is there twice',
      'isrc,period,streams,Streams\nZZABC2600001,2026-03,1,2\n',
      'line 1, column "streams": The table has this column twice.',
    ],
    [
      'money of no currency',
      'isrc,period,revenue,currency\nZZABC2600001,2026-03,1,\n',
      'line 2, column "currency": The line has revenue but no currency.',
    ],
    [
      'a period that is none',
      'isrc,period,streams\nZZABC2600001,March,1\n',
      'line 2, column "period": "March" is not a valid date.',
    ],
    [
      'a country that is none',
      'isrc,period,streams,territory\nZZABC2600001,2026-03,1,Narnia\n',
      'line 2, column "territory": "Narnia" is not a country.',
    ],
    [
      'a line with too many columns',
      'isrc,period,streams\nZZABC2600001,2026-03,1,2\n',
      'line 2: The line has 4 columns, but the first line has 3.',
    ],
    [
      'a formula for a number',
      'isrc,period,streams\nZZABC2600001,2026-03,=1+1\n',
      'line 2, column "streams": "=1+1" cannot be read.',
    ],
    [
      'a code that a spreadsheet destroyed',
      'isrc,upc,period,streams\nZZABC2600001,2.00E+11,2026-03,1\n',
      'line 2, column "upc": The spreadsheet changed this code to "2.00E+11", and digits are lost. Fix: get the file again from the store, and import it without opening it in a spreadsheet.',
    ],
    [
      'a cell that is not a code',
      'isrc,period,streams\nZZABC260000,2026-03,1\n',
      'line 2, column "isrc": "ZZABC260000" is not an ISRC.',
    ],
    ['an empty file', '', 'The file is empty.'],
  ])('refuses %s and says where', async (_, text, problem) => {
    expect((await problemsOf(text, spindle))[0]).toContain(problem)
  })

  it('reports the first twenty problems together', async () => {
    const lines = Array.from({ length: 30 }, () => 'X,2026-03,?')
    const problems = await problemsOf(['isrc,period,streams', ...lines].join('\n'), spindle)
    expect(problems).toHaveLength(20)
    expect(problems.at(-1)).toMatch(/^line 21, /)
  })
})
