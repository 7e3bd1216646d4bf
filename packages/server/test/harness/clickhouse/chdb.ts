import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../cleanup.ts'
import { freePort } from '../hub.ts'

/** Where `npm run test:clickhouse` has installed chdb: ClickHouse's engine as a library. */
const installed = process.env.CLICKHOUSE_ENGINE ?? ''

export interface TestClickHouse {
  readonly url: string
  /** A new database in it, and the settings of a hub that uses it. */
  environment(): Promise<{ readonly SPINDLE_PLAYS: string } & Readonly<Record<string, string>>>
  query(statement: string): Promise<string>
  /** SIGKILL, as in a power cut, and then a restart. */
  kill(): Promise<void>
  restart(): Promise<void>
}

export async function startClickHouse(): Promise<TestClickHouse> {
  if (!existsSync(join(installed, 'node_modules/chdb')))
    throw new Error('CLICKHOUSE_ENGINE names no folder with chdb. Fix: npm run test:clickhouse installs it.')
  const folder = await mkdtemp(join(tmpdir(), 'clickhouse-'))
  const port = await freePort()
  let child = await start(folder, port)
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  atEnd(async () => {
    await end()
    await rm(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  const query = async (statement: string): Promise<string> => {
    const authorization = `Basic ${Buffer.from('default:').toString('base64')}`
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: statement })
    const said = await answer.text()
    if (!answer.ok) throw new Error(said)
    return said
  }
  return {
    url,
    query,
    async environment() {
      const database = `hub_${randomUUID().replaceAll('-', '')}`
      await query(`create database ${database}`)
      return {
        SPINDLE_PLAYS: 'clickhouse',
        SPINDLE_CLICKHOUSE_URL: url,
        SPINDLE_CLICKHOUSE_DATABASE: database,
      }
    },
    kill: end,
    async restart() {
      child = await start(folder, port)
    },
  }
}

async function start(folder: string, port: number): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'chdb-server.ts')
  const child = spawn(process.execPath, [program, installed, join(folder, 'data'), String(port)], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'close').then(([code]) => {
      throw new Error(`the engine of ClickHouse ended with ${code}`)
    }),
  ])
  return child
}
