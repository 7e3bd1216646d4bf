import type { List, PageOf } from '@spindle/client'
import type { TableColumns } from '../output/format-table.ts'
import { formatTable } from '../output/format-table.ts'
import type { Output } from '../output/terminal-output.ts'
import type { CommandContext } from './command-context.ts'

/** Shows a list: one page and how to continue, or all pages as they arrive. */

/** How a list is shown. */
export interface ListView<Row, Page = PageOf<Row>> {
  readonly columns: TableColumns<Row>
  /** The text for an empty list. */
  readonly empty: string
  readonly all: boolean
  /** Called with every page that was read. */
  readonly onPage?: ((page: Page) => void) | undefined
}

/** Returns the cursor of the last page it has shown. */
export async function showList<Page extends PageOf<unknown>>(
  { out }: CommandContext,
  list: List<Page>,
  { columns, empty, all, onPage }: ListView<Page['data'][number], Page>,
): Promise<string | null> {
  if (all) return showPages(out, list, { columns, empty, onPage })
  const page = await list.page()
  onPage?.(page)
  showRows(out, { value: page, rows: page.data, columns, empty })
  const { nextCursor, hasMore } = page.page
  if (nextCursor !== null && hasMore) out.next(`More: add --cursor ${nextCursor}, or --all`)
  return nextCursor
}

/** A list that has no pages. */
export function showRows<Row>(out: Output, { value, rows, columns, empty }: Rows<Row>): void {
  if (rows.length === 0 && !out.isJson) out.say(empty)
  else out.result(value, () => formatTable(columns, rows, { header: true, columns: out.columns }))
}

interface Rows<Row> extends Pick<ListView<Row>, 'columns' | 'empty'> {
  /** What JSON shows. */
  readonly value: unknown
  readonly rows: readonly Row[]
}

async function showPages<Page extends PageOf<unknown>>(
  out: Output,
  list: List<Page>,
  { columns, empty, onPage }: Omit<ListView<Page['data'][number], Page>, 'all'>,
): Promise<string | null> {
  let header = true
  let cursor: string | null = null
  for await (const answered of list.pages()) {
    const { data, page } = answered
    onPage?.(answered)
    // One object a line, so that nothing is held in memory and a reader can begin at once.
    if (out.isJson) for (const row of data) out.oneOfMany(row, () => [])
    else if (header && data.length === 0) out.say(empty)
    else out.result(data, () => formatTable(columns, data, { header, columns: out.columns }))
    header = false
    cursor = page.nextCursor
  }
  return cursor
}
