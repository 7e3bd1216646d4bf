import type { List, PageOf } from '@spindle/client'
import type { Context } from './context.ts'
import type { Table } from './table.ts'
import { tableLines } from './table.ts'

/** Shows a list: one page and how to go on, or all pages as they come. */

export interface Listing<Row> {
  readonly columns: Table<Row>
  /** What is said when there is nothing. */
  readonly empty: string
  readonly all: boolean
}

export async function showList<Row>(
  { out }: Context,
  list: List<PageOf<Row>>,
  { columns, empty, all }: Listing<Row>,
): Promise<void> {
  if (all && !out.isJson) {
    let isFirst = true
    for await (const { data } of list.pages()) {
      out.result(data, () => (isFirst && data.length === 0 ? [empty] : tableLines(columns, data, { header: isFirst })))
      isFirst = false
    }
    return
  }
  if (all) return showAllJson(out.document, list)
  const page = await list.page()
  out.result(page, () => (page.data.length === 0 ? [empty] : tableLines(columns, page.data, { header: true })))
  if (page.page.nextCursor !== null && page.page.hasMore)
    out.next(`More: add --cursor ${page.page.nextCursor}, or --all`)
}

/** One object a line, so that nothing is held in memory and a reader can begin at once. */
async function showAllJson<Row>(write: (text: string) => void, list: List<PageOf<Row>>): Promise<void> {
  for await (const row of list) write(`${JSON.stringify(row)}\n`)
}
