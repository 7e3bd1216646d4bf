import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { formatTable, padText, shortenId, type TableColumns, truncateMiddle } from './format-table.ts'

interface Row {
  readonly id: string
  readonly status: string
  readonly title: string
  readonly upc: string | null
  readonly date: string
  readonly note?: string
}

const table: TableColumns<Row> = [
  ['id', ({ id }) => id, 'id'],
  ['status', ({ status }) => status],
  ['title', ({ title }) => title, 'text'],
  ['upc', ({ upc }) => upc],
  ['date', ({ date }) => date],
  ['note', ({ note }) => note, 'extra text'],
]

const rows: readonly Row[] = [
  {
    id: 'rel_01M807WCJXEAC2R3E4JRE9RZ5K',
    status: 'delivering',
    title: 'Thème d’amour et autres chansons de minuit',
    upc: '0200000000110',
    date: '2026-11-21',
    note: 'a note that is left out',
  },
  { id: 'rel_01M807WCJXEAC2R3E4JRE9AAAA', status: 'live', title: '夜のドライブ', upc: null, date: '2026-01-01' },
]

describe('formatTable', () => {
  it('aligns by what a terminal shows, and leaves missing values empty', () => {
    const short = rows.map((row) => ({ ...row, id: row.status }))
    expect(formatTable(table.slice(0, 4), short, { header: true, columns: 200 })).toEqual([
      'ID          STATUS      TITLE                                       UPC',
      'delivering  delivering  Thème d’amour et autres chansons de minuit  0200000000110',
      'live        live        夜のドライブ                                -',
    ])
  })

  it('shows text of other people without control characters', () => {
    const hostile = [{ ...rows[0], title: 'A \u001b[31mred\ntitle' } as Row]
    expect(formatTable([['title', ({ title }) => title]], hostile, { header: false, columns: 200 })).toEqual([
      'A red title',
    ])
  })

  it('shows an instant to the second', () => {
    const at = [{ ...rows[0], date: 'gone 2026-11-21T01:59:58.956Z' } as Row]
    expect(formatTable([['date', ({ date }) => date]], at, { header: false, columns: 200 })).toEqual([
      'gone 2026-11-21 01:59:58Z',
    ])
  })

  it('wraps titles first', () => {
    expect(formatTable(table.slice(0, 5), rows, { header: true, columns: 100 })).toEqual([
      'ID                              STATUS      TITLE                          UPC            DATE',
      'rel_01M807WCJXEAC2R3E4JRE9RZ5K  delivering  Thème d’amour et autres        0200000000110  2026-11-21',
      '                                            chansons de minuit',
      'rel_01M807WCJXEAC2R3E4JRE9AAAA  live        夜のドライブ                   -              2026-01-01',
    ])
  })

  it('shortens ids when titles cannot wrap further, and never codes, states or dates', () => {
    expect(formatTable(table.slice(0, 5), rows, { header: true, columns: 80 })).toEqual([
      'ID             STATUS      TITLE                       UPC            DATE',
      'rel_…JRE9RZ5K  delivering  Thème d’amour et autres     0200000000110  2026-11-21',
      '                           chansons de minuit',
      'rel_…JRE9AAAA  live        夜のドライブ                -              2026-01-01',
    ])
  })

  it('leaves out extra columns before it gives up the table', () => {
    const [heading] = formatTable(table, rows, { header: true, columns: 80 })
    expect(heading).toMatch(/^ID +STATUS +TITLE +UPC +DATE$/)
    expect(formatTable(table, rows, { header: true, columns: 200 })[0]).toMatch(/NOTE$/)
  })

  it('becomes a block for each row where no table fits, with nothing cut', () => {
    expect(formatTable(table.slice(0, 5), rows, { header: true, columns: 40 })).toEqual([
      'rel_01M807WCJXEAC2R3E4JRE9RZ5K',
      '  status  delivering',
      '  title   Thème d’amour et autres',
      '          chansons de minuit',
      '  upc     0200000000110',
      '  date    2026-11-21',
      'rel_01M807WCJXEAC2R3E4JRE9AAAA',
      '  status  live',
      '  title   夜のドライブ',
      '  upc     -',
      '  date    2026-01-01',
    ])
  })

  it.each([32, 40, 60, 80, 100, 120, 200])(
    'is never wider than %i columns, and keeps every code, state and date',
    (columns) => {
      const lines = formatTable(table, rows, { header: true, columns })
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns)
      const text = lines.join('\n')
      for (const { status, date, upc, title, id } of rows) {
        for (const whole of [status, date, ...(upc === null ? [] : [upc])]) expect(text).toContain(whole)
        for (const word of title.split(' ')) expect(text).toContain(word)
        if (columns > 30) expect(text).toMatch(new RegExp(`${id}|${shortenId(id)}`))
      }
    },
  )

  it('in a pipe is a row a line, with tabs between whole cells as the API has them, and no heading', () => {
    const hostile = { ...rows[0], title: 'A \u001b[31mred\ttitle', date: '2026-11-21T01:59:58.956Z' } as Row
    const pipe = { header: true, columns: Number.POSITIVE_INFINITY }
    expect(formatTable(table, [hostile, rows[1] as Row], pipe)).toEqual([
      'rel_01M807WCJXEAC2R3E4JRE9RZ5K\tdelivering\tA red title\t0200000000110\t2026-11-21T01:59:58.956Z\ta note that is left out',
      'rel_01M807WCJXEAC2R3E4JRE9AAAA\tlive\t夜のドライブ\t-\t2026-01-01\t-',
    ])
    expect(formatTable(table, [], pipe)).toEqual([])
  })

  it('is only a heading without rows', () => {
    expect(formatTable(table, [], { header: true, columns: 200 })).toEqual(['ID  STATUS  TITLE  UPC  DATE  NOTE'])
    expect(formatTable(table, [], { header: false, columns: 200 })).toEqual([])
  })
})

describe('shortenId', () => {
  it.each([
    ['rel_01M807WCJXEAC2R3E4JRE9RZ5K', 'rel_…JRE9RZ5K'],
    ['rel_1', 'rel_1'],
    ['player', 'player'],
    ['ID', 'ID'],
  ])('of %s is %s', (id, short) => {
    expect(shortenId(id)).toBe(short)
  })
})

describe('padText', () => {
  it('counts wide letters as two, and never cuts', () => {
    expect(padText('夜', 4)).toBe('夜  ')
    expect(padText('abc', 2)).toBe('abc')
  })
})

describe('truncateMiddle', () => {
  it('cuts the middle and never a letter in two', () => {
    expect(truncateMiddle('Night Drive', 11)).toBe('Night Drive')
    expect(truncateMiddle('Night Drive', 7)).toBe('Nig…ive')
    expect(truncateMiddle('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧…👩‍👩‍👧')
  })
})
