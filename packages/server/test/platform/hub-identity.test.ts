import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../../src/config/reader.ts'
import { createTestAccount, requestToken } from '../harness/accounts.ts'
import { atEnd, undoAfterEach } from '../harness/cleanup.ts'
import { databaseSettings } from '../harness/connect.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { runOperatorCommand } from '../harness/operator.ts'

/** Secret, storage, database and public URL belong together: every start and every command compares them. */

undoAfterEach()

const first = 'first-secret-first-secret-first-secret'
const second = 'second-secret-second-secret-second-secret'

/** A database that outlives its hubs. */
async function openShared() {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  return { ...opened, close: async () => {} }
}

type Shared = Awaited<ReturnType<typeof openShared>>

const startOn = (openDatabase: Shared, environment: Environment): Promise<TestHub> =>
  startTestHub({ role: 'api', environment, overrides: { openDatabase } })

/** A hub with an account and a signed token, stopped again. */
async function useHub(environment: Environment) {
  const opened = await openShared()
  const hub = await startOn(opened, environment)
  const account = await createTestAccount(hub)
  await requestToken(hub, account)
  const storage = { SPINDLE_DATA_DIR: hub.dataDir }
  await hub.hub.close()
  const command = (args: string[], more: Environment) =>
    runOperatorCommand(args, { ...databaseSettings(opened.connection), ...storage, ...more })
  return { opened, hub, account, storage, command }
}

describe('the secret', () => {
  it('of another hub is refused by a start and by a command, which name both ids and what to do', async () => {
    const { opened, storage, command } = await useHub({ SPINDLE_SECRET: first })
    const refusal =
      /the data of this hub is encrypted with the secret ([0-9a-f]{8}), but the configured secret is (?!\1)[0-9a-f]{8}.*restore the secret \1.*SPINDLE_SECRET_PREVIOUS.*secret rotate.*secret replace --confirm/
    await expect(startOn(opened, { ...storage, SPINDLE_SECRET: second })).rejects.toThrow(refusal)
    for (const args of [['accounts', 'list'], ['migrate'], ['nodes', 'list'], ['serve']]) {
      const { code, err } = await command(args, { SPINDLE_SECRET: second, SPINDLE_PORT: '0' })
      expect({ args, code }).toEqual({ args, code: 78 })
      expect(err.join('\n')).toMatch(refusal)
    }
    const { code, out } = await command(['doctor'], { SPINDLE_SECRET: second })
    expect(code).toBe(78)
    expect(out.find((line) => line.startsWith('FAIL hub'))).toMatch(refusal)
    expect((await command(['accounts', 'list'], { SPINDLE_SECRET: first })).code).toBe(0)
  })

  it('that is lost is not created again, neither by a start nor by a command', async () => {
    const opened = await openShared()
    const hub = await startOn(opened, { SPINDLE_SECRET: '' })
    const file = join(hub.dataDir, 'hub-secret')
    await hub.hub.close()
    await rm(file)
    await expect(startOn(opened, { SPINDLE_SECRET: '', SPINDLE_DATA_DIR: hub.dataDir })).rejects.toThrow(
      /this hub has the secret [0-9a-f]{8}, but SPINDLE_SECRET is not set and .* has no file hub-secret/,
    )
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('of a database that an earlier version made is known by what it sealed', async () => {
    const { opened, storage } = await useHub({ SPINDLE_SECRET: first })
    await opened.database.system.execute('delete from hub_identity')
    await expect(startOn(opened, { ...storage, SPINDLE_SECRET: second })).rejects.toThrow(
      /data of this hub \(signing keys: 1\) is encrypted with another secret/,
    )
    const hub = await startOn(opened, { ...storage, SPINDLE_SECRET: second, SPINDLE_SECRET_PREVIOUS: first })
    await hub.hub.close()
    // The recorded one is the one that sealed.
    await expect(startOn(opened, { ...storage, SPINDLE_SECRET: second })).rejects.toThrow(
      'is encrypted with the secret',
    )
  })

  it('is replaced by rotate, with both, and by replace, without the one that is lost', async () => {
    const { opened, account, storage, command } = await useHub({ SPINDLE_SECRET: first })
    const both = { SPINDLE_SECRET: second, SPINDLE_SECRET_PREVIOUS: first }
    await (await startOn(opened, { ...storage, ...both })).hub.close()
    expect((await command(['secret', 'rotate'], both)).code).toBe(0)
    await (await startOn(opened, { ...storage, SPINDLE_SECRET: second })).hub.close()
    await expect(startOn(opened, { ...storage, SPINDLE_SECRET: first })).rejects.toThrow('is encrypted with the secret')

    const third = { SPINDLE_SECRET: 'third-secret-third-secret-third-secret' }
    expect((await command(['secret', 'replace'], third)).code).toBe(2)
    expect(await command(['secret', 'replace', '--confirm'], third)).toEqual({
      code: 0,
      out: [
        'signing keys: 1 cannot be decrypted: the hub creates a new one and refuses access tokens signed with the old one',
      ],
      err: ['The hub now uses this secret. Cursors, upload tokens and sessions are no longer valid.'],
    })
    const hub = await startOn(opened, { ...storage, ...third })
    expect(await requestToken(hub, account)).toMatch(/^ey/)
    expect((await hub.request('/.well-known/jwks.json')).status).toBe(200)
  })
})

describe('the public URL', () => {
  const at = (url: string): Environment => ({ SPINDLE_SECRET: first, SPINDLE_PUBLIC_URL: url })

  it('stays the same until another one is accepted', async () => {
    const { opened, storage, command } = await useHub(at('https://music.example'))
    for (const url of ['https://other.example', 'http://localhost:4578']) {
      await expect(startOn(opened, { ...storage, ...at(url) })).rejects.toThrow(
        `SPINDLE_PUBLIC_URL: is ${url}, but clients reach this hub at https://music.example. Fix: set SPINDLE_PUBLIC_URL=https://music.example; if the hub has moved, run: npm run hub -- public-url change --confirm`,
      )
      expect((await command(['accounts', 'list'], at(url))).code).toBe(78)
    }
    expect(await command(['public-url', 'change', '--confirm'], at('https://other.example'))).toEqual({
      code: 0,
      out: [
        'This hub is at https://other.example now; before it was at https://music.example. Restart every node with this SPINDLE_PUBLIC_URL.',
      ],
      err: [],
    })
    await startOn(opened, { ...storage, ...at('https://other.example') })
    await expect(startOn(opened, { ...storage, ...at('https://music.example') })).rejects.toThrow('SPINDLE_PUBLIC_URL')
  })

  it('of a command that names none is that of the hub, so that its links lead there', async () => {
    const { command, account } = await useHub(at('https://music.example'))
    const { out } = await command(['people', 'invite', 'tom@label.example', '--account', account.accountId], {
      SPINDLE_SECRET: first,
    })
    expect(out[0]).toMatch(/^https:\/\/music\.example\/console\/invitation#/)
  })

  it('may change as long as no other machine had it', async () => {
    const { opened, storage } = await useHub(at('http://localhost:4578'))
    for (const url of ['http://127.0.0.1:5000', 'https://music.example'])
      await (await startOn(opened, { ...storage, ...at(url) })).hub.close()
    await expect(startOn(opened, { ...storage, ...at('http://127.0.0.1:5000') })).rejects.toThrow('SPINDLE_PUBLIC_URL')
  })
})

describe('the storage and the database', () => {
  it('of two hubs are refused by commands as they are by a start', async () => {
    const environment = { SPINDLE_SECRET: first }
    const one = await startTestHub({ role: 'api', environment })
    const other = await startTestHub({ role: 'api', environment })
    const { code, err } = await runOperatorCommand(['accounts', 'list'], {
      ...databaseSettings(one.opened.connection),
      ...environment,
      SPINDLE_DATA_DIR: other.dataDir,
    })
    expect(code).toBe(78)
    expect(err.join('\n')).toContain('the storage for uploads belongs to the database of another hub')
  })

  it('a storage that holds a hub is not given a new database', async () => {
    const hub = await startTestHub({ role: 'api' })
    await hub.hub.close()
    const { code, err } = await runOperatorCommand(['serve'], {
      SPINDLE_DATA_DIR: hub.dataDir,
      SPINDLE_PORT: '0',
    })
    expect(code).toBe(78)
    expect(err.join('\n')).toContain('this database has no record of them')
    await expect(stat(join(hub.dataDir, 'postgres'))).rejects.toThrow('ENOENT')
  })
})
