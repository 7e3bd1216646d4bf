import { describe, expect, it } from 'vitest'
import type { Mapping } from '../mapping.ts'
import { describeProblem, type ReportRefused } from '../report-problem.ts'
import { readCsv } from './read-csv.ts'
import { type TableNotes, tableNotes } from './set-aside.ts'

/** What a mapping makes of cells: value maps, constants, what others mean, and lines that are left out. */

const columns = {
  isrc: 'ISRC',
  period: 'Month',
  territory: 'Country',
  store: 'Shop',
  model: 'Plan',
  use: 'Type',
  quantity: 'Units',
  revenue: 'Net',
  currency: 'Currency',
}
const head = 'ISRC,Month,Country,Shop,Plan,Type,Units,Net,Currency,Label'
const cellsOf = (cells: Partial<Record<string, string>> = {}): string => {
  const standard = { ISRC: 'ZZABC2600001', Month: '2026-03', Country: 'DE', Units: '5', Net: '1.5', Currency: 'EUR' }
  const line: Readonly<Record<string, string | undefined>> = { ...standard, ...cells }
  return head
    .split(',')
    .map((name) => line[name] ?? '')
    .join(',')
}

async function read(lines: readonly string[], mapping: Partial<Mapping>, notes: TableNotes = tableNotes()) {
  const whole = async function* () {
    yield [head, ...lines].join('\n')
  }
  const found = []
  for await (const some of readCsv(whole(), { columns, ...mapping }, notes)) found.push(...some)
  return found
}

const problemsOf = (lines: readonly string[], mapping: Partial<Mapping>, notes?: TableNotes) =>
  read(lines, mapping, notes).then(
    () => ['it was taken'],
    (error: unknown) => (error as ReportRefused).problems.map(describeProblem),
  )

describe('a value map', () => {
  it('gives the word for the text of a cell, without case and spaces, and leaves other cells as they are', async () => {
    const lines = ['Inland', ' iNLAND ', '"=""Inland"""', 'FR', 'Rest of World'].map((Country) => cellsOf({ Country }))
    const values = { territory: { Inland: 'DE', 'Rest of World': '' } }
    expect((await read(lines, { values })).map(({ territory }) => territory)).toEqual(['DE', 'DE', 'DE', 'FR', ''])
  })

  it('can be about each field', async () => {
    const values = {
      isrc: { 'Track 1': 'ZZ-ABC-26-00007' },
      period: { 'Statement 7': '2026-Q1' },
      store: { 'Spotify Premium': 'spotify' },
      model: { Premium: 'subscription', 'Ad-funded': 'ad_supported' },
      use: { 'Track Sale': 'downloads', Play: 'streams' },
      quantity: { dozen: '12' },
      revenue: { free: '0' },
      currency: { Euro: 'EUR' },
    }
    const line = cellsOf({
      ISRC: 'Track 1',
      Month: 'Statement 7',
      Shop: 'Spotify Premium',
      Plan: 'premium',
      Type: 'Track sale',
      Units: 'Dozen',
      Net: 'free',
      Currency: 'euro',
    })
    expect(await read([line], { values })).toEqual([
      {
        isrc: 'ZZABC2600007',
        gtin14: '',
        title: '',
        artist: '',
        store: 'spotify',
        territory: 'DE',
        model: 'subscription',
        from: '2026-01-01',
        to: '2026-03-31',
        streams: '',
        downloads: '12',
        currency: 'EUR',
        revenue: '0',
      },
    ])
  })

  it('may have a text that is a name of JavaScript', async () => {
    const lines = ['constructor', '__proto__', 'toString'].map((Shop) => cellsOf({ Shop }))
    const values = JSON.parse('{"store":{"__proto__":"shop","constructor":"other"}}')
    expect((await read(lines, { values })).map(({ store }) => store)).toEqual(['other', 'shop', 'toString'])
  })

  it.each<[string, Partial<Mapping>, string]>([
    [
      'a word that cannot be read',
      { values: { territory: { Inland: 'Narnia' } } },
      'column "territory": "values" of the mapping has a word that cannot be read. "Narnia" is not a country.',
    ],
    [
      'a constant that cannot be read',
      { constants: { currency: 'Euro' } },
      'column "currency": "constants" of the mapping has a word that cannot be read. "Euro" cannot be read.',
    ],
    [
      'an "otherwise" that cannot be read',
      { otherwise: { model: 'premium' } },
      'column "model": "otherwise" of the mapping has a word that cannot be read. "premium" is not a known model.',
    ],
    [
      'two meanings of one text',
      { values: { territory: { inland: 'DE', Inland: 'FR' } } },
      'column "territory": "Inland" has two meanings in "values" of the mapping: "DE" and "FR".',
    ],
  ])('is refused with %s', async (_, mapping, problem) => {
    expect((await problemsOf([cellsOf()], mapping))[0]).toContain(problem)
  })
})

describe('a constant', () => {
  it('is the value of blank cells, and of cells that say that there is none', async () => {
    const lines = ['', 'n/a', '-', 'CHF'].map((Currency) => cellsOf({ Currency }))
    const found = await read(lines, { constants: { currency: 'EUR', store: 'shop', period: '2026-02' } })
    expect(found.map(({ currency, store }) => `${currency} ${store}`)).toEqual([
      'EUR shop',
      'EUR shop',
      'EUR shop',
      'CHF shop',
    ])
    const [undated] = await read([cellsOf({ Month: ' ' })], { constants: { period: '2026-02' } })
    expect([undated?.from, undated?.to]).toEqual(['2026-02-01', '2026-02-28'])
  })

  it('does not stand in for a cell that cannot be read', async () => {
    expect(await problemsOf([cellsOf({ Currency: 'Taler' })], { constants: { currency: 'EUR' } })).toEqual([
      'line 2, column "Currency": "Taler" cannot be read. Fix: use an ISO 4217 code such as EUR.',
    ])
  })
})

describe('"otherwise"', () => {
  it('is for what is neither mapped nor readable', async () => {
    const lines = ['Inland', 'fr', 'Atlantis', ''].map((Country) => cellsOf({ Country }))
    const mapping = { values: { territory: { Inland: 'DE' } }, otherwise: { territory: 'US' } }
    expect((await read(lines, mapping)).map(({ territory }) => territory)).toEqual(['DE', 'FR', 'US', ''])
  })

  it('is for every text that is not mapped where any text can be read', async () => {
    const lines = ['Spotify Premium', 'spotify', 'Napster', ''].map((Shop) => cellsOf({ Shop }))
    const mapping = { values: { store: { 'Spotify Premium': 'spotify' } }, otherwise: { store: 'others' } }
    expect((await read(lines, mapping)).map(({ store }) => store)).toEqual(['spotify', 'spotify', 'others', ''])
    const uses = ['Sale', 'stream', 'Streams', 'Gift'].map((Type) => cellsOf({ Type }))
    const found = await read(uses, { downloads: ['Sale'], streams: ['stream'], otherwise: { use: 'downloads' } })
    expect(found.map(({ streams, downloads }) => [streams, downloads])).toEqual([
      ['', '5'],
      ['5', ''],
      ['5', ''],
      ['', '5'],
    ])
  })

  it('of null sets the line aside, also if other lines refuse the table', async () => {
    const notes = tableNotes()
    const lines = [cellsOf({ Country: 'Atlantis' }), cellsOf()]
    expect(await read(lines, { otherwise: { territory: null } }, notes)).toHaveLength(1)
    expect(notes.setAside).toEqual([
      {
        line: 2,
        column: 'Country',
        cell: 'Atlantis',
        problem: '"Atlantis" is not a country.',
        fix: 'use an ISO 3166-1 country code such as DE, leave it empty, or map it in "values".',
      },
    ])
    expect(await problemsOf([...lines, cellsOf({ Net: 'x' })], { otherwise: { territory: null } })).toHaveLength(1)
  })
})

describe('"skip"', () => {
  it('leaves out and counts lines by the text of any column', async () => {
    const notes = tableNotes()
    const lines = [
      cellsOf({ Type: 'Payout', Net: 'nothing' }),
      cellsOf({ Type: ' PAYOUT ' }),
      cellsOf({ Label: 'Other Records' }),
      cellsOf({ Type: 'Payouts', Label: 'Night' }),
    ]
    const skip = { type: ['payout'], Label: ['Other Records'] }
    expect(await read(lines, { skip }, notes)).toHaveLength(1)
    expect(notes.skippedLines).toBe(3)
  })

  it('may name blank cells', async () => {
    expect(await read([cellsOf({ ISRC: '' }), cellsOf()], { skip: { ISRC: [''] } })).toHaveLength(1)
  })

  it('refuses a table without its column', async () => {
    expect((await problemsOf([cellsOf()], { skip: { Kind: ['Payout'] } }))[0]).toContain(
      'line 1, column "Kind": The table does not have this column.',
    )
  })
})

describe('an empty cell', () => {
  it.each<[string, string, object]>([
    ['ISRC', '', { isrc: '' }],
    ['ISRC', 'n/a', { isrc: '' }],
    ['Country', '', { territory: '' }],
    ['Plan', '', { model: '' }],
    ['Plan', 'N/A', { model: '' }],
    ['Type', '', { streams: '5' }],
    ['Units', '', { streams: '' }],
    ['Units', '-', { streams: '' }],
    ['Net', '', { revenue: '', currency: '' }],
    ['Net', 'n/a', { revenue: '', currency: '' }],
    ['Shop', '', { store: '' }],
  ])('is no error: %s %j', async (name, text, line) => {
    expect(await read([cellsOf({ [name]: text })], {})).toMatchObject([line])
  })

  it('of a currency is no error if the line has no revenue', async () => {
    for (const Currency of ['', '-', 'n/a'])
      expect(await read([cellsOf({ Net: '', Currency })], {})).toMatchObject([{ revenue: '', currency: '' }])
  })

  it('is an error where a line needs a value, and says so', async () => {
    for (const Month of ['', '-', 'n/a'])
      expect(await problemsOf([cellsOf({ Month })], {})).toEqual([
        'line 2, column "Month": The cell is empty, so the line has no period. Fix: write a date such as 2026-03 into the cell, or name the period of blank cells in "constants" of the mapping.',
      ])
  })
})

describe('a cell that cannot be read', () => {
  it.each([
    ['ISRC', 'ZZABC'],
    ['Month', 'sometime'],
    ['Country', 'Narnia'],
    ['Plan', 'golden'],
    ['Units', 'many'],
    ['Net', '1.2.3'],
    ['Currency', 'Taler'],
  ])('is always an error: %s %j', async (name, text) => {
    expect(await problemsOf([cellsOf({ [name]: text })], {})).toEqual([
      expect.stringContaining(`line 2, column "${name}": "${text}"`),
    ])
  })

  it('is an error in a currency and in a reporting date that no number needs', async () => {
    expect(await problemsOf([cellsOf({ Net: '', Currency: 'Taler' })], {})).toHaveLength(1)
    const mapping = { columns: { ...columns, reported: 'Label' } }
    expect(await problemsOf([cellsOf({ Label: 'soon' })], mapping)).toEqual([
      expect.stringContaining('line 2, column "Label": "soon" is not a valid date.'),
    ])
  })
})

describe('lines that are set aside', () => {
  const wrong = ['Units', 'Net', 'Country'].map((name) => cellsOf({ [name]: '?!' }))

  it('are listed with line, column, cell and reason, and the others count', async () => {
    const notes = tableNotes(true)
    const lines = await read([cellsOf(), ...wrong, 'ZZABC2600001,2026-03', cellsOf()], {}, notes)
    expect(lines).toHaveLength(2)
    expect(notes.setAside.map(({ line, column, cell }) => [line, column, cell])).toEqual([
      [3, 'Units', '?!'],
      [4, 'Net', '?!'],
      [5, 'Country', '?!'],
      [6, undefined, undefined],
    ])
    expect(notes.setAside[3]?.problem).toBe('The line has 2 columns, but the first line has 10.')
  })

  it('refuse the table if no other line is left, and if there are more than 1000', async () => {
    expect(await problemsOf(wrong, {}, tableNotes(true))).toHaveLength(3)
    const many = Array.from({ length: 1001 }, () => cellsOf({ Net: '?!' }))
    expect(await problemsOf([cellsOf(), ...many], {}, tableNotes(true))).toEqual([
      'line 1003: More than 1000 lines cannot be read; this is the last: "?!" cannot be read. Fix: check the mapping, or get the file again from the store.',
    ])
    const notes = tableNotes(true)
    expect(await read([cellsOf(), ...many.slice(1)], {}, notes)).toHaveLength(1)
    expect(notes.setAside).toHaveLength(1000)
  })
})

describe('reporting dates', () => {
  const mapping = { columns: { ...columns, reported: 'Label' } }

  it('are collected once each, as days or months', async () => {
    const notes = tableNotes()
    await read(
      ['2026-04', '2026-04', '2026-05-12'].map((Label) => cellsOf({ Label })),
      mapping,
      notes,
    )
    expect([...notes.reported.values()]).toEqual([
      { from: '2026-04-01', to: '2026-04-30' },
      { from: '2026-05-12', to: '2026-05-12' },
    ])
    expect(notes.isUndated).toBe(false)
  })

  it('are incomplete if a line has none', async () => {
    const notes = tableNotes()
    await read([cellsOf({ Label: '2026-04' }), cellsOf({ Label: '' })], mapping, notes)
    expect(notes.isUndated).toBe(true)
  })
})
