import { createHook } from 'node:async_hooks'
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sql } from '../../src/platform/database/sql.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { disablePerson, fromOwnPage, goodPassword, inviteMember, setUpOperator } from '../harness/people.ts'

/**
 * What an attacker can find out by guessing passwords: not who exists, and only with few attempts. `npm run bench --
 * console` measures the time of answers; here the work is counted, independent of the load of the machine.
 */

/** Every argon2 that this process computes, and every statement that the hub sends as the system. */
const work = { hashes: 0, statements: 0 }
const counter = createHook({
  init: (_id, type) => {
    if (type === 'ARGON2REQUEST') work.hashes++
  },
})

/** The heartbeat of a node and its checks of other nodes and the clock are not part of an answer. */
const isOfNode = (text: string): boolean => /\bnodes\b|clock_timestamp/.test(text)

function countStatements(opened: OpenDatabase): OpenDatabase {
  const { system } = opened.database
  const count = (text: string): void => {
    if (!isOfNode(text)) work.statements++
  }
  const counted: Sql = {
    readRows: (text, ...more) => {
      count(text)
      return system.readRows(text, ...more)
    },
    readRow: (text, ...more) => {
      count(text)
      return system.readRow(text, ...more)
    },
    rows: (text, ...more) => {
      count(text)
      return system.rows(text, ...more)
    },
    row: (text, ...more) => {
      count(text)
      return system.row(text, ...more)
    },
    execute: (text, ...more) => {
      count(text)
      return system.execute(text, ...more)
    },
  }
  return { ...opened, database: { ...opened.database, system: counted } }
}

// On other systems a machine has one address, and no test can use many networks.
describe.skipIf(process.platform !== 'linux')('an attacker who tries passwords', () => {
  let hub: TestHub
  beforeAll(async () => {
    const openDatabase = countStatements(await createTestDatabase())
    // At one moment: what waits for the end of a pause would wait for ever.
    const nowMs = Date.now()
    hub = await startTestHub({ role: 'api', overrides: { openDatabase, clock: { now: () => nowMs } } })
    await setUpOperator(hub)
    const { accountId } = await createTestAccount(hub)
    for (const name of ['tom', 'gone', 'linked'])
      await inviteMember(hub, { accountId, role: 'viewer', email: `${name}@label.example` })
    await disablePerson(hub, 'gone@label.example')
    await hub.opened.database.system.execute("update users set password_phc = null where email like 'linked%'")
    // No person was signed in from the network of the attempts.
    await hub.opened.database.system.execute("update sessions set network = '192.0.2.1'")
    counter.enable()
    atEnd(() => counter.disable())
  })

  interface Tried {
    readonly status: number
    readonly text: string
    readonly headers: object
    readonly work: typeof work
  }

  /** From a separate network: every loopback address of this machine is one. */
  const tryAt = (email: string, password: string, localAddress: string): Promise<Tried> => {
    const before = { ...work }
    const body = JSON.stringify({ email, password })
    return new Promise((resolve, reject) => {
      const headers = { ...fromOwnPage, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const url = `${hub.url}/console/api/sign-in/password`
      request(url, { method: 'POST', headers, localAddress, agent: false }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk
        })
        response.on('end', () => {
          const { date: _date, 'x-request-id': id, ...kept } = response.headers
          resolve({
            status: response.statusCode ?? 0,
            text: text.replaceAll(String(id), 'REQUEST'),
            headers: kept,
            work: { hashes: work.hashes - before.hashes, statements: work.statements - before.statements },
          })
        })
      })
        .on('error', reject)
        .end(body)
    })
  }

  it('has one answer for people who exist, never existed, were disabled, or have no password', async () => {
    const tried: Tried[] = []
    for (const [index, who] of ['tom', 'nobody', 'gone', 'linked', 'TOM'].entries())
      tried.push(await tryAt(`${who}@label.example`, 'a password that is wrong', `127.1.0.${index + 1}`))
    const [first, ...others] = tried
    expect(first).toMatchObject({ status: 401, work: { hashes: 1 } })
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ error: 'sign_in_failed' })
    for (const other of others) expect(other).toEqual(first)
  })

  it('has ten tries for a person in one network, of a thousand; the others cost the hub no hash', async () => {
    const before = work.hashes
    const tried = await inTens(1_000, () => tryAt('tom@label.example', 'a password that is wrong', '127.2.0.1'))
    expect(countStatuses(tried)).toEqual({ 401: 10, 429: 990 })
    expect(work.hashes - before).toBe(10)
  })

  it('has a hundred attempts per person from a thousand networks, and locks out no one on a known network', async () => {
    const email = 'mia@hub.example'
    const home = '127.4.0.1'
    expect((await tryAt(email, goodPassword, home)).status).toBe(200)
    const before = work.hashes
    const tried = await inTens(1_000, (index) =>
      tryAt(email, 'a password that is wrong', `127.3.${index >> 8}.${index & 255}`),
    )
    expect(countStatuses(tried)).toEqual({ 401: 100, 429: 900 })
    expect(work.hashes - before).toBe(100)
    expect((await tryAt(email, goodPassword, '127.3.200.1')).status).toBe(429)
    expect((await tryAt(email, goodPassword, home)).status).toBe(200)
    // Nor any other person.
    expect((await tryAt('tom@label.example', goodPassword, '127.5.0.1')).status).toBe(200)
  })

  async function inTens(count: number, attempt: (index: number) => Promise<Tried>): Promise<Tried[]> {
    const all: Tried[] = []
    while (all.length < count)
      all.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => attempt(all.length + index)))))
    return all
  }

  const countStatuses = (tried: readonly Tried[]): Record<number, number> => {
    const counts: Record<number, number> = {}
    for (const { status } of tried) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
})
