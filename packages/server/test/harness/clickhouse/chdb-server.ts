import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * A program: ClickHouse's engine behind the part of its HTTP interface that the hub uses. Arguments: the folder of
 * chdb, the folder of its data, and a port. It prints `ready` when it listens, and ends with its parent.
 */

interface Engine {
  query(statement: string, format: string): string
}

const [installed = '', data = '', port = ''] = process.argv.slice(2)
const { Session } = createRequire(`${installed}/`)('chdb') as { Session: new (path: string) => Engine }
const engine = new Session(data)

const quote = (value: string): string => `'${value.replaceAll(/['\\]/g, '\\$&')}'`

/** Statements run one after the other here, so the settings of one are reset before the next. */
function answer(address: URL, body: string): string {
  const {
    query,
    database = 'default',
    default_format: format = 'TSV',
    ...given
  } = Object.fromEntries(address.searchParams)
  const settings = Object.keys(given).filter((name) => name !== 'wait_end_of_query')
  engine.query(`use \`${database}\``, format)
  for (const name of settings) engine.query(`set ${name} = ${quote(given[name] ?? '')}`, format)
  try {
    return engine.query(query === undefined ? body : `${query}\n${body}`, format)
  } finally {
    for (const name of settings) if (!name.startsWith('param_')) engine.query(`set ${name} = default`, format)
  }
}

const isKnown = ({ headers }: IncomingMessage): boolean =>
  headers.authorization === `Basic ${Buffer.from('default:').toString('base64')}`

const server = createServer((request, response) => {
  const respond = async (): Promise<void> => {
    const body = await text(request)
    if (!isKnown(request)) {
      response.writeHead(403).end('Code: 516. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED)\n')
      return
    }
    try {
      const said = answer(new URL(request.url ?? '', 'http://localhost'), body)
      Readable.from([said]).pipe(response)
    } catch (error) {
      response.writeHead(500).end(String((error as Error).message).replace(/^.*?(?=Code: )/s, ''))
    }
  }
  void respond().catch(() => response.destroy())
})
process.once('disconnect', () => process.exit(0))
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
