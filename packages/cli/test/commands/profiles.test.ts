import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'
import { runInTerminal, runSpindle, startInTerminal } from '../harness/run-spindle.ts'
import { makeFolder, type SpindleOptions } from '../harness/spindle-home.ts'

let fixture: HubFixture
/** A foreign hub, which records what it is sent. */
let other: Server
let otherUrl: string
const seen: IncomingMessage[] = []

beforeAll(async () => {
  fixture = await openHubFixture({ role: 'api', environment: { SPINDLE_RATE_LIMIT: '6000/1200/3000' } })
  other = createServer((request, response) => {
    seen.push(request)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => other.close(resolve)))

const fileOf = (home: string): string => join(home, 'config', 'spindle', 'profiles.json')

/** A home folder with a login by API key. */
async function loggedIn(more: readonly string[] = []): Promise<SpindleOptions & { readonly home: string }> {
  const home = makeFolder()
  const args = ['login', '--hub', fixture.hub.url, ...more]
  const { code, stderr } = await runSpindle(args, { home, input: `${fixture.releases.key}\n` })
  if (code !== 0) throw new Error(stderr)
  return { home }
}

describe('login', () => {
  it('stores what the hub takes, where only its user can read it, and shows no secret', async () => {
    const home = makeFolder()
    const { clientId, clientSecret } = fixture.releases.account
    const key = await runSpindle(['login', '--hub', fixture.hub.url], { home, input: fixture.releases.key })
    // As the operator's `clients create` prints it.
    const printed = `client id      ${clientId}\nclient secret  ${clientSecret}\n`
    const client = await runSpindle(['login', '--client'], { home, input: printed })
    const token = await runSpindle(['login', '--token', '--json'], { home, input: fixture.token })
    expect([key.code, client.code, token.code]).toEqual([0, 0, 0])
    const { profiles } = JSON.parse(await readFile(fileOf(home), 'utf8'))
    expect(profiles).toEqual({
      default: {
        baseUrl: fixture.hub.url,
        apiKey: fixture.releases.key,
        clientId,
        clientSecret,
        integrationToken: fixture.token,
      },
    })
    expect((await stat(fileOf(home))).mode & 0o777).toBe(0o600)
    const status = await runSpindle(['status', '--json'], { home })
    expect(status.code).toBe(0)
    expect(JSON.parse(status.stdout)).toMatchObject({
      hub: fixture.hub.url,
      profile: 'default',
      sources: { apiKey: 'profile default' },
      checks: [{ ok: true }, { ok: true }, { ok: true, facts: { property: 'player' } }],
    })
    const said = [key, client, token, status].map(({ stdout, stderr }) => stdout + stderr).join('')
    for (const secret of [fixture.releases.key, clientSecret, fixture.token]) expect(said).not.toContain(secret)
  })

  it('takes a service client as JSON of the hub as well', async () => {
    const { clientId, clientSecret } = fixture.releases.account
    const login = (input: string) =>
      runSpindle(['login', '--hub', fixture.hub.url, '--client'], { home: makeFolder(), input })
    expect(await login(JSON.stringify({ clientId, clientSecret }, undefined, 2))).toMatchObject({ code: 0 })
    for (const wrong of ['{', '{}', JSON.stringify({ clientId })]) expect((await login(wrong)).code).toBe(3)
  })

  it('asks in a terminal without showing what is typed', async () => {
    const home = makeFolder()
    const running = startInTerminal(['login', '--hub', fixture.hub.url, '--no-browser'], { home })
    await running.untilShown('API key (not shown)')
    running.type(`${fixture.releases.key}\r`)
    const { code, stdout } = await running.result
    expect(code).toBe(0)
    expect(stdout).not.toContain(fixture.releases.key)
    expect(stdout).toContain('readable by you only')
  })

  it('stores nothing that the hub refuses', async () => {
    const home = makeFolder()
    const wrong = 'spn_ExampleExampleExampleExampleExample012'
    const [refused, empty, nowhere, schemeless] = await Promise.all([
      runSpindle(['login', '--hub', fixture.hub.url], { home, input: wrong }),
      runSpindle(['login', '--hub', fixture.hub.url], { home, input: '' }),
      runSpindle(['login'], { home, input: wrong }),
      runSpindle(['login', '--hub', 'localhost:4578'], { home, input: wrong }),
    ])
    expect(schemeless).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The address of the hub is "localhost:4578"  [usage]'),
    })
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('Nothing was stored  [api_key_invalid]') })
    expect(refused.stderr).not.toContain(wrong)
    expect(empty).toMatchObject({ code: 3, stderr: expect.stringContaining('No API key was given') })
    expect(nowhere).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('spindle login --hub https://hub.example'),
    })
    await expect(stat(fileOf(home))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('the profile file', () => {
  it('is refused when others can read it, and when it is something else', async () => {
    const { home } = await loggedIn()
    await chmod(fileOf(home), 0o644)
    const loose = await runSpindle(['releases', 'list'], { home })
    expect(loose).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('chmod 600') })
    await writeFile(fileOf(home), 'not JSON')
    await chmod(fileOf(home), 0o600)
    const broken = await runSpindle(['releases', 'list'], { home })
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a profile file') })
  })

  it('holds several profiles, and loses one on logout', async () => {
    const { home } = await loggedIn(['--profile', 'work'])
    await runSpindle(['login', '--hub', fixture.hub.url, '--profile', 'shop', '--token'], {
      home,
      input: fixture.token,
    })
    const [work, shop, none] = await Promise.all([
      runSpindle(['releases', 'list', '--profile', 'work'], { home }),
      runSpindle(['feed', 'list'], { home }),
      runSpindle(['feed', 'list'], { home, env: { SPINDLE_PROFILE: 'nobody' } }),
    ])
    expect([work.code, shop.code]).toEqual([0, 0])
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('Unknown profile "nobody"') })
    expect((await runSpindle(['logout', '--profile', 'shop'], { home })).code).toBe(0)
    expect(Object.keys(JSON.parse(await readFile(fileOf(home), 'utf8')).profiles)).toEqual(['work'])
    expect((await runSpindle(['logout', '--profile', 'shop'], { home })).code).toBe(2)
  })
})

describe('profiles', () => {
  it('are listed with what they hold and which one is in use, and chosen', async () => {
    const { home } = await loggedIn(['--profile', 'work'])
    const running = startInTerminal(['login', '--hub', fixture.hub.url, '--profile', 'shop', '--token'], {
      home,
      columns: 300,
    })
    await running.untilShown('Integration token (not shown)')
    running.type(`${fixture.token}\r`)
    expect((await running.result).stdout).toContain(
      'Commands now use profile shop. To use another one: spindle profiles use <name>',
    )
    const listed = await runSpindle(['profiles', 'list', '--json'], { home })
    expect(JSON.parse(listed.stdout)).toEqual([
      { name: 'work', isCurrent: false, hub: fixture.hub.url, credentials: ['API key'] },
      { name: 'shop', isCurrent: true, hub: fixture.hub.url, credentials: ['integration token'] },
    ])
    for (const secret of [fixture.token, fixture.releases.key]) expect(listed.stdout).not.toContain(secret)
    const used = await runInTerminal(['profiles', 'use', 'work'], { home, columns: 200 })
    expect(used.stdout).toBe(`Commands now use profile work, hub ${fixture.hub.url}.\r\n`)
    const shown = await runInTerminal(['profiles', 'list'], { home, columns: 100 })
    expect(shown.stdout).toMatch(/^\* {2}work {5}http\S+ +API key\r$/m)
    expect((await runSpindle(['releases', 'list'], { home })).code).toBe(0)
    const unknown = await runSpindle(['profiles', 'use', 'wrok'], { home })
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('spindle profiles list') })
  })

  it('lose the one in use to another one when it is removed, and say so', async () => {
    const { home } = await loggedIn(['--profile', 'work'])
    await runSpindle(['login', '--hub', fixture.hub.url, '--profile', 'two'], { home, input: fixture.releases.key })
    const out = await runInTerminal(['logout'], { home, columns: 300 })
    expect(out.stdout).toContain('Commands now use profile work.')
    const other = await runSpindle(['logout', '--profile', 'work', '--json'], { home })
    expect(JSON.parse(other.stdout)).toMatchObject({ profile: 'work', removed: true })
    const none = await runInTerminal(['profiles', 'list'], { home, columns: 200 })
    expect(none.stdout).toContain('There are no profiles. Create one with: spindle login --hub https://hub.example')
  })
})

describe('status', () => {
  it('says the version of the hub, what each credential may do, and the limits', async () => {
    const key = await fixture.releases.account.key(['music:read', 'catalog:read'])
    const { account } = JSON.parse((await runSpindle(['whoami', '--json'], fixture.options)).stdout)
    const shown = await runInTerminal(['status'], { ...fixture.options, key, columns: 200 })
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/^Hub +http\S+ +\(environment \(SPINDLE_URL\)\), version \d+\.\d+\.\d+\r$/m)
    expect(shown.stdout).toContain(`  account ${account.name} (${account.id})\r\n  key test key\r\n`)
    expect(shown.stdout).toContain('  may music:read, catalog:read\r\n')
    expect(shown.stdout).toContain('  at most 6000 reads a minute, 1200 writes a minute, 6000 uploads a minute\r\n')
    expect(shown.stdout).toContain('  property player\r\n')
    const json = await runSpindle(['status', '--json'], fixture.options)
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: expect.stringMatching(/^\d/),
      checks: [
        {
          name: 'API key',
          ok: true,
          facts: { permissions: ['music:read', 'music:write', 'catalog:read', 'analytics:read'] },
        },
        { name: 'Service client', ok: true },
        { name: 'Integration token', ok: true },
      ],
    })
    const refused = await runSpindle(['status', '--json'], { hub: fixture.hub, key: 'spn_wrong' })
    expect(refused.code).toBe(3)
    expect(JSON.parse(refused.stdout).checks).toMatchObject([{ ok: false, code: 'api_key_invalid' }])
  })
})

describe('whoami', () => {
  it('names the account, the key, what it may do and how fast', async () => {
    const key = await fixture.releases.account.key(['analytics:read'])
    const shown = await runInTerminal(['whoami'], { ...fixture.options, key, columns: 200 })
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/^account +Test Records \(acc_[0-9A-Z]{26}\)\r$/m)
    expect(shown.stdout).toMatch(/^key +test key \(key_[0-9A-Z]{26}\)\r$/m)
    expect(shown.stdout).toMatch(/^may +analytics:read\r$/m)
    expect(shown.stdout).toMatch(/^expires +never\r$/m)
    expect(shown.stdout).toMatch(/^limits +6000 reads a minute, 24000 reads a minute of the account, /m)
    expect(shown.stdout).toMatch(/^agents +draft\r$/m)
    expect(shown.stdout).not.toContain(key)
    expect(shown.stdout).not.toContain('move-in')
    const refused = await runSpindle(['whoami'], { hub: fixture.hub, key: 'spn_wrong' })
    expect(refused.code).toBe(3)
  })
})

describe('which hub and which credential', () => {
  it('is decided by option, then environment, then profile', async () => {
    const { home } = await loggedIn()
    const wrong = 'spn_ExampleExampleExampleExampleExample012'
    await mkdir(join(home, 'keys'))
    await writeFile(join(home, 'keys', 'good.txt'), `${fixture.releases.key}\n`)
    await writeFile(join(home, 'keys', 'two.txt'), 'two words')
    const env = { SPINDLE_API_KEY: wrong }
    const [profile, environment, option, notOne, url, absent] = await Promise.all([
      runSpindle(['outlets', 'list'], { home }),
      runSpindle(['outlets', 'list'], { home, env }),
      runSpindle(['outlets', 'list', '--key-file', 'keys/good.txt'], { home, env, cwd: home }),
      runSpindle(['outlets', 'list', '--key-file', 'keys/two.txt'], { home, cwd: home }),
      runSpindle(['outlets', 'list', '--hub', 'hub.example'], { home }),
      runSpindle(['outlets', 'list', '--key-file', 'keys/absent.txt'], { home, cwd: home }),
    ])
    expect([profile.code, environment.code, option.code, notOne.code, url.code]).toEqual([0, 3, 0, 3, 2])
    expect(absent).toMatchObject({ code: 3, stderr: expect.stringContaining('keys/absent.txt does not exist') })
    expect(environment.stderr).not.toContain(wrong)
    const status = await runInTerminal(['status'], { home, env })
    expect(status.code).toBe(3)
    expect(status.stdout).toContain('environment (SPINDLE_API_KEY)')
  })

  it('takes a key in a file or variable as people keep it', async () => {
    const { home } = await loggedIn()
    const { key } = fixture.releases
    const files = {
      'quotes.txt': `"${key}"\n`,
      '.env': `# of the label\nSPINDLE_URL=${fixture.hub.url}\nexport SPINDLE_API_KEY='${key}'\n`,
      'windows.txt': Buffer.from(`\uFEFF${key}\r\n`, 'utf16le'),
      'two.txt': `${key}\n${key}\n`,
    }
    for (const [name, content] of Object.entries(files)) await writeFile(join(home, name), content)
    const withFile = (name: string) => runSpindle(['outlets', 'list', '--key-file', name], { home, cwd: home })
    const read = await Promise.all(['quotes.txt', '.env', 'windows.txt'].map(withFile))
    expect(read.map(({ code, stderr }) => ({ code, stderr }))).toEqual(read.map(() => ({ code: 0, stderr: '' })))
    const two = await withFile('two.txt')
    expect(two).toMatchObject({ code: 3, stderr: expect.stringContaining('one line SPINDLE_API_KEY=<key>') })
    expect(two.stderr).not.toContain(key)
    const quoted = { SPINDLE_URL: fixture.hub.url, SPINDLE_API_KEY: `"${key}"` }
    expect((await runSpindle(['outlets', 'list'], { env: quoted })).code).toBe(0)
    const login = ['login', '--hub', fixture.hub.url, '--profile', 'quoted']
    expect((await runSpindle(login, { home, input: `SPINDLE_API_KEY="${key}"\n` })).code).toBe(0)
  })

  it('never sends what is stored for one hub to another', async () => {
    const { home } = await loggedIn()
    for (const options of [
      { args: ['outlets', 'list', '--hub', otherUrl], env: {} },
      { args: ['outlets', 'list'], env: { SPINDLE_URL: otherUrl } },
    ]) {
      const { code, stderr } = await runSpindle(options.args, { home, env: options.env })
      expect(code).toBe(3)
      expect(stderr).toContain('none is stored for this hub')
    }
    expect(seen).toEqual([])
    const status = await runSpindle(['status', '--hub', otherUrl, '--json'], { home })
    expect(status.code).toBe(3)
    expect(JSON.parse(status.stdout)).toMatchObject({ sources: { baseUrl: '--hub' }, checks: [] })
    expect(JSON.parse(status.stdout).sources).not.toHaveProperty('apiKey')
    // Values in the environment are meant for the hub of the call.
    await runSpindle(['outlets', 'list'], { home, env: { SPINDLE_URL: otherUrl, SPINDLE_API_KEY: 'spn_meant' } })
    expect(seen.flatMap(({ headers }) => headers['x-api-key'] ?? [])).toEqual(['spn_meant'])
  })
})
