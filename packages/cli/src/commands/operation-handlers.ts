import type { List, PageOf, Spindle } from '@spindle/client'
import type { CommandContext } from '../command-line/command-context.ts'
import { showList } from '../command-line/show-list.ts'
import type { TableColumns } from '../output/format-table.ts'
import { type Output, sanitizeText } from '../output/terminal-output.ts'

/** The code of commands that do what one operation does: list, show one thing, end one thing. */

type Handler<Given> = (context: CommandContext, given: Given) => Promise<undefined>

interface CallOptions {
  readonly signal: AbortSignal
}

interface Listing<Given, Page extends PageOf<unknown>> {
  readonly columns: TableColumns<Page['data'][number]> | ((given: Given) => TableColumns<Page['data'][number]>)
  /** Shown when there is nothing. */
  readonly empty: string | ((given: Given) => string)
}

/** Lists what `list` returns, one page or all. */
export const listing =
  <Given extends { readonly all: boolean }, Page extends PageOf<unknown>>(
    list: (client: Spindle, given: Omit<Given, 'all'>, options: CallOptions) => List<Page>,
    { columns, empty }: Listing<Given, Page>,
  ): Handler<Given> =>
  async (context, given) => {
    const { all, ...query } = given
    const words = typeof empty === 'string' ? empty : empty(given)
    const rows = list(await context.client(), query, { signal: context.signal })
    await showList(context, rows, {
      columns: typeof columns === 'function' ? columns(given) : columns,
      empty: words,
      all,
    })
    return undefined
  }

/** Shows what `get` returns. */
export const showing =
  <Given, Thing>(
    get: (client: Spindle, given: Given, options: CallOptions) => PromiseLike<Thing>,
    format: (thing: Thing, out: Output) => readonly string[],
  ): Handler<Given> =>
  async ({ client, out, signal }, given) => {
    const thing = await get(await client(), given, { signal })
    out.result(thing, () => format(thing, out))
    return undefined
  }

interface Ending<Given> {
  /** The question before; it may need to read the resource. */
  question(client: Spindle, given: Given, options: CallOptions): Promise<string> | string
  end(client: Spindle, given: Given, options: CallOptions): PromiseLike<unknown>
  /** What JSON shows, and what people read. */
  done(given: Given): readonly [shown: object, words: string]
}

/** Asks, then deletes or revokes for good. */
export const ending =
  <Given extends { readonly yes: boolean }>({ question, end, done }: Ending<Given>): Handler<Given> =>
  async (context, given) => {
    const options = { signal: context.signal }
    await context.confirm(async () => sanitizeText(await question(await context.client(), given, options)), given.yes)
    await end(await context.client(), given, options)
    const [shown, words] = done(given)
    context.out.result(shown, () => [words])
    return undefined
  }
