import type { List, PageOf } from '@spindle/client'
import type { Context } from './context.ts'
import type { Output } from './output.ts'
import type { Table } from './table.ts'
import { tableLines } from './table.ts'

/** Shows a list: one page and how to go on, or all pages as they come. */

export interface Listing<Row> {
  readonly columns: Table<Row>
  /** What is said when there is nothing. */
  readonly empty: string
  readonly all: boolean
}

/** Answers the cursor of the last page it has shown. */
export async function showList<Row>(
  { out }: Context,
  list: List<PageOf<Row>>,
  { columns, empty, all }: Listing<Row>,
): Promise<string | null> {
  if (all) return showPages(out, list, { columns, empty })
  const page = await list.page()
  showRows(out, { value: page, rows: page.data, columns, empty })
  const { nextCursor, hasMore } = page.page
  if (nextCursor !== null && hasMore) out.next(`More: add --cursor ${nextCursor}, or --all`)
  return nextCursor
}

/** A list that has no pages. */
export function showRows<Row>(out: Output, { value, rows, columns, empty }: Rows<Row>): void {
  if (rows.length === 0 && !out.isJson) out.say(empty)
  else out.result(value, () => tableLines(columns, rows, { header: true, columns: out.columns }))
}

interface Rows<Row> extends Omit<Listing<Row>, 'all'> {
  /** What JSON shows. */
  readonly value: unknown
  readonly rows: readonly Row[]
}

async function showPages<Row>(
  out: Output,
  list: List<PageOf<Row>>,
  { columns, empty }: Omit<Listing<Row>, 'all'>,
): Promise<string | null> {
  let header = true
  let cursor: string | null = null
  for await (const { data, page } of list.pages()) {
    // One object a line, so that nothing is held in memory and a reader can begin at once.
    if (out.isJson) for (const row of data) out.document(`${JSON.stringify(row)}\n`)
    else if (header && data.length === 0) out.say(empty)
    else out.result(data, () => tableLines(columns, data, { header, columns: out.columns }))
    header = false
    cursor = page.nextCursor
  }
  return cursor
}
