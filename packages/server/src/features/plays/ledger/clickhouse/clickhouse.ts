import { Readable } from 'node:stream'
import type { ClickHouseSettings } from '../../../../config/plays-ledger.ts'
import { linesOf } from '../plays-as-lines.ts'

/** A statement and its values, which never become part of its text. */
export interface Statement {
  readonly text: string
  /** For `{name:Type}` in the text. */
  readonly values?: Readonly<Record<string, string | number | readonly string[] | readonly number[]>>
  /** Settings of ClickHouse for this statement. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** Of an INSERT: its rows, a line of JSON each. */
  readonly rows?: string
}

/**
 * ClickHouse by its HTTP interface, as far as the ledger needs it. Rejects with `ClickHouseError` when it answered that
 * it could not, and with the connection error when the outcome is unknown.
 */
export interface ClickHouse {
  execute(statement: Statement): Promise<void>
  /** Lines of JSON, a row each, as they come. */
  lines(statement: Statement): Promise<AsyncIterable<string>>
  rows<R>(statement: Statement): Promise<R[]>
}

export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError'
}

/** ClickHouse itself stops a statement after this time, so that no abandoned statement continues. */
export const longestStatementSeconds = 60
/** Of a question about a day: it may read all of its plays. */
export const longestQuestionSeconds = 3_600

export function clickHouse({ url, user, password = '', database }: ClickHouseSettings): ClickHouse {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const send = async ({ text, values = {}, settings = {}, rows }: Statement): Promise<Response> => {
    const { max_execution_time: seconds = longestStatementSeconds } = settings
    const address = new URL(url)
    const told = {
      database,
      default_format: 'JSONEachRow',
      output_format_json_quote_64bit_integers: 0,
      max_execution_time: seconds,
      ...settings,
    }
    for (const [name, value] of Object.entries(told)) address.searchParams.set(name, String(value))
    for (const [name, value] of Object.entries(values)) address.searchParams.set(`param_${name}`, literal(value))
    if (rows !== undefined) address.searchParams.set('query', text)
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body: rows ?? text,
      redirect: 'error',
      signal: AbortSignal.timeout((Number(seconds) + 5) * 1_000),
    })
    if (response.ok) return response
    throw await refusalOf(response, rows !== undefined)
  }
  const lines = async (statement: Statement): Promise<AsyncIterable<string>> => {
    const { body } = await send(statement)
    return body ? linesOf(Readable.fromWeb(body)) : Readable.from([])
  }
  return {
    async execute(statement) {
      await (await send({ ...statement, settings: { wait_end_of_query: 1, ...statement.settings } })).arrayBuffer()
    },
    lines,
    async rows<R>(statement: Statement) {
      const rows: R[] = []
      for await (const line of await lines(statement)) rows.push(JSON.parse(line) as R)
      return rows
    },
  }
}

/** As ClickHouse reads the value of a parameter. What is in an array is ours, days and numbers, and needs no escape. */
const literal = (value: string | number | readonly (string | number)[]): string => {
  if (typeof value === 'object')
    return `[${value.map((item) => (typeof item === 'number' ? item : `'${item}'`)).join(',')}]`
  return String(value).replaceAll(/[\\\t\n]/g, (char) => escapes[char] ?? '')
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n' }
const maxErrorLength = 400

/** Its errors quote rows, which belong to the property only. */
async function refusalOf(response: Response, hasRows: boolean): Promise<ClickHouseError> {
  const text = await response.text().catch(() => '')
  const code = /^Code: (\d+)/.exec(text)?.[1] ?? response.headers.get('x-clickhouse-exception-code')
  const name = /\(([A-Z][A-Z_]+)\)/.exec(text)?.[1]
  const said = hasRows ? [code, name].filter(Boolean).join(' ') : text.slice(0, maxErrorLength).trim()
  return new ClickHouseError(`ClickHouse answered ${response.status}${said === '' ? '' : `: ${said}`}`)
}
