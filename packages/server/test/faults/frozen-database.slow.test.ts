import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { findPostmaster, postgresPids } from '../harness/processes.ts'
import { type OpenAccount, openAccount } from './database-restart/open-account.ts'

/** PostgreSQL is stopped (SIGSTOP): it keeps every connection, answers nothing and refuses nothing. */

const token = 'a-token-of-at-least-32-characters-of-it'
let dataDir: string
let hub: HubProcess
let owner: OpenAccount
let frozen: readonly number[] = []
const signal = (name: NodeJS.Signals): void => {
  for (const pid of frozen) process.kill(pid, name)
}
const thaw = (): void => {
  signal('SIGCONT')
  frozen = []
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'spindle-frozen-'))
  hub = await startHubProcess({ dataDir, environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
  owner = await openAccount(hub, dataDir)
})
atEnd(async () => {
  thaw()
  await endHubProcess(hub, dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

it('answers lists with 503 and recovers without help, and verification and discovery never stop', async () => {
  const list = () => fetch(`${hub.url}/api/v1/music-distributor/releases`, { headers: { 'x-api-key': owner.key } })
  const verify = () => fetch(`${hub.url}/api/integration/verify`, { headers: { authorization: `Bearer ${token}` } })
  expect((await list()).status).toBe(200)
  frozen = [findPostmaster(dataDir) ?? 0, ...postgresPids(dataDir)]
  expect(frozen.length).toBeGreaterThan(3)
  signal('SIGSTOP')
  // More than the account has places for: the last ones also end, without waiting for those before them.
  const lists = Array.from({ length: 24 }, () => list())
  expect((await verify()).status).toBe(200)
  expect((await fetch(`${hub.url}/.well-known/oauth-protected-resource`)).status).toBe(200)
  const answers = await Promise.all(lists)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(answers.map(() => '1'))
  expect(await answers[0]?.json()).toMatchObject({ error: 'database_unavailable' })
  // While PostgreSQL is still stopped.
  expect((await verify()).status).toBe(200)
  thaw()
  await eventually(async () => (await list()).status === 200 || undefined, {
    what: 'lists to be answered again',
  })
})
