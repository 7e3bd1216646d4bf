import { spelled } from '../cells/code-cells.ts'
import type { Sheet } from '../files/read-workbook.ts'
import { refuse } from '../report-problem.ts'
import type { TextRecord } from '../tables/split-records.ts'

/**
 * Makes one table of a workbook whose tabs belong together: a row for each row of the first tab, with what the rows of the
 * other tabs with the same code say. The names of tabs and columns are data: here nothing is known of them.
 */

/** The tabs of one layout. */
export interface TabLayout {
  /** Its tab has the rows of the table. Names are compared without case, spaces and punctuation. */
  readonly tab: string
  /** Columns that the tab must have: they find its head. */
  readonly head: readonly string[]
  /** A row with one of these texts in a cell explains the columns, and is left out. */
  readonly notes: readonly string[]
  readonly others: readonly OtherTab[]
}

export interface OtherTab {
  readonly tab: string
  /** Codes that both tabs have, best first: the first that a row has counts. */
  readonly by: readonly string[]
  /** Columns that are added, of the first row with the code. */
  readonly columns?: readonly string[]
  /** Rows with a person each: the names of one role are one added cell, a line for each. */
  readonly people?: { readonly name: string; readonly role: string; readonly columns: PeopleColumns }
}

/** By the added column, the words for its role. */
type PeopleColumns = Readonly<Record<string, readonly string[]>>

interface Tab {
  readonly head: readonly string[]
  readonly headLine: number
  readonly rows: readonly TextRecord[]
  place(column: string): number
}

/** Undefined for a workbook without these tabs. The first record has the names of the columns. */
export function joinTabs(sheets: readonly Sheet[], layout: TabLayout): readonly TextRecord[] | undefined {
  const main = findTab(sheets, { ...layout, columns: layout.head })
  const found = layout.others.map((other) => findTab(sheets, { ...layout, tab: other.tab, columns: other.by }))
  if (!main || found.every((tab) => tab === undefined)) return undefined
  const added = layout.others.map((other, index) => {
    const tab = found[index]
    if (!tab) throw lacksTab(layout, other)
    return addColumns(tab, other)
  })
  const join = ({ line, cells }: TextRecord): TextRecord => ({
    line,
    cells: [
      ...main.head.map((_, place) => cells[place] ?? ''),
      ...added.flatMap(({ cellsFor }) => cellsFor(main, cells)),
    ],
  })
  return [
    { line: main.headLine, cells: [...main.head, ...added.flatMap(({ names }) => names)] },
    ...main.rows.map(join),
  ]
}

const lacksTab = ({ tab }: TabLayout, other: OtherTab) =>
  refuse({
    problem: `The workbook has the tab "${tab}", but no tab "${other.tab}" with the column "${other.by[0] ?? ''}".`,
    fix: 'import the whole workbook, or a table with all columns in one tab.',
  })

interface WantedTab extends Pick<TabLayout, 'tab' | 'notes'> {
  readonly columns: readonly string[]
}

const firstRows = 50

function findTab(sheets: readonly Sheet[], { tab, notes, columns }: WantedTab): Tab | undefined {
  const sheet = sheets.find(({ name }) => spelled(name) === spelled(tab))
  const isHead = ({ cells }: TextRecord): boolean => {
    const names = new Set(cells.map(spelled))
    return columns.every((column) => names.has(spelled(column)))
  }
  const at = sheet?.records.slice(0, firstRows).findIndex(isHead) ?? -1
  const head = sheet?.records[at]
  if (!sheet || !head) return undefined
  const places = new Map(head.cells.map((name, place) => [spelled(name), place] as const).toReversed())
  const isNote = ({ cells }: TextRecord): boolean =>
    cells.some((cell) => notes.some((note) => cell.toLowerCase().includes(note)))
  return {
    // On one line: the table with errors has these names again.
    head: head.cells.map((cell) => cell.replaceAll(/\s+/gu, ' ').trim()),
    headLine: head.line,
    rows: sheet.records.slice(at + 1).filter((row) => !isNote(row)),
    place: (column) => places.get(spelled(column)) ?? -1,
  }
}

interface AddedColumns {
  readonly names: readonly string[]
  cellsFor(main: Tab, cells: readonly string[]): readonly string[]
}

function addColumns(tab: Tab, { by, columns = [], people }: OtherTab): AddedColumns {
  const rowsByCode = new Map<string, (readonly string[])[]>()
  for (const { cells } of tab.rows)
    for (const code of codesIn(tab, by, cells)) {
      const rows = rowsByCode.get(code)
      if (rows) rows.push(cells)
      else rowsByCode.set(code, [cells])
    }
  const roles = Object.entries(people?.columns ?? {})
  const makeCells = (rows: readonly (readonly string[])[]): readonly string[] => [
    ...columns.map((column) => rows[0]?.[tab.place(column)] ?? ''),
    ...roles.map(([, words]) => namesIn(tab, rows, people, words)),
  ]
  const none = makeCells([])
  // Once for each code: thousands of rows can have the same one.
  const cellsByCode = new Map([...rowsByCode].map(([code, rows]) => [code, makeCells(rows)] as const))
  return {
    names: [...columns, ...roles.map(([name]) => name)],
    cellsFor(main, cells) {
      const code = codesIn(main, by, cells).find((one) => cellsByCode.has(one))
      return code === undefined ? none : (cellsByCode.get(code) ?? none)
    },
  }
}

/** With the column, because one text can be two codes. */
const codesIn = (tab: Tab, by: readonly string[], cells: readonly string[]): string[] =>
  by.flatMap((column) => {
    // A cell of numbers loses the zeros at its start.
    const code = spelled(cells[tab.place(column)] ?? '').replace(/^0+/u, '')
    return code === '' ? [] : [`${column} ${code}`]
  })

function namesIn(
  tab: Tab,
  rows: readonly (readonly string[])[],
  people: OtherTab['people'],
  words: readonly string[],
): string {
  if (!people) return ''
  const meant = new Set(words.map(spelled))
  const names = rows
    .filter((row) => meant.has(spelled(row[tab.place(people.role)] ?? '')))
    .map((row) => (row[tab.place(people.name)] ?? '').trim())
  return [...new Set(names)].filter((name) => name !== '').join('\n')
}
