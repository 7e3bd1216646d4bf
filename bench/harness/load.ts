import { fileURLToPath } from 'node:url'
import { isInstalled, runCommand } from './command.ts'

/** HTTP load from a separate process. */

export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Any other status makes the measurement fail. Default 200. */
  readonly status?: 200 | 401
}

interface LoadOptions {
  readonly connections: number
  readonly seconds: number
}

export interface Load {
  readonly perSecond: number
  /** The 99th percentile of the response times. */
  readonly p99Ms: number
}

export interface LoadGenerator {
  readonly name: string
  run(target: Target, options: LoadOptions): Promise<Load>
}

/** `wrk` if it is installed, because it takes the least of the shared cores; else autocannon. */
export const findLoadGenerator = (): LoadGenerator => (isInstalled('wrk', '-v') ? wrk : autocannon)

const headerArgs = ({ headers }: Target): string[] =>
  Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])

const milliseconds: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 }

const wrk: LoadGenerator = {
  name: 'wrk',
  async run(target, { connections, seconds }) {
    const args = ['--latency', '-t1', `-c${connections}`, `-d${seconds}s`, ...headerArgs(target), target.url]
    const printed = await runCommand('wrk', args)
    const read = (pattern: RegExp): number => Number(pattern.exec(printed)?.[1] ?? 0)
    const total = read(/(\d+) requests in/)
    const failed = read(/Non-2xx or 3xx responses: (\d+)/)
    checkStatus(target, { expected: target.status === 401 ? failed : total - failed, total })
    const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(printed) ?? []
    return {
      perSecond: read(/Requests\/sec:\s+([\d.]+)/),
      p99Ms: Number(p99) * (milliseconds[unit ?? ''] ?? Number.NaN),
    }
  },
}

interface AutocannonResult {
  readonly latency: { readonly p99: number }
  readonly requests: { readonly average: number; readonly total: number }
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>
}

const autocannon: LoadGenerator = {
  name: 'autocannon',
  async run(target, { connections, seconds }) {
    const script = fileURLToPath(import.meta.resolve('autocannon'))
    const args = ['-j', '-c', String(connections), '-d', String(seconds), ...headerArgs(target), target.url]
    const printed = await runCommand(process.execPath, [script, ...args])
    const { latency, requests, statusCodeStats } = JSON.parse(printed) as AutocannonResult
    const expected = statusCodeStats[target.status ?? 200]?.count ?? 0
    checkStatus(target, { expected, total: Object.values(statusCodeStats).reduce((sum, { count }) => sum + count, 0) })
    return { perSecond: requests.average, p99Ms: latency.p99 }
  },
}

function checkStatus(
  { url, status = 200 }: Target,
  { expected, total }: { readonly expected: number; readonly total: number },
): void {
  if (total === 0 || expected !== total)
    throw new Error(`${url}: ${expected} of ${total} answers had the status ${status}`)
}
