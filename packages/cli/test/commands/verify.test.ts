import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { runInTerminal, runSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

const token = 'the-token-of-the-shop-0123456789abcdef'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `shop=${token}` } })
})

const folder = makeFolder()

describe('spindle verify', () => {
  it('says of which property the token is, from the environment or a file', async () => {
    const expected = { ok: true, service: 'spindle', integration: 'distribution', property: 'shop' }
    const fromEnvironment = await runSpindle(['verify', '--json'], { hub, env: { SPINDLE_INTEGRATION_TOKEN: token } })
    expect(fromEnvironment).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(fromEnvironment.stdout)).toEqual(expected)
    writeFileSync(join(folder, 'token.txt'), `${token}\n`)
    const fromFile = await runSpindle(['verify', '--token-file', 'token.txt', '--json'], { hub, cwd: folder })
    expect(JSON.parse(fromFile.stdout)).toEqual(expected)
    const shown = await runInTerminal(['verify', '--token-file', 'token.txt'], { hub, cwd: folder })
    expect(shown.stdout).toContain(`${hub.url} accepts the token of property shop`)
    expect(shown.stdout).not.toContain(token)
  })

  it('ends with 3 when the token is refused or missing, and with 2 for wrong usage', async () => {
    const refused = await runSpindle(['verify'], { hub, env: { SPINDLE_INTEGRATION_TOKEN: `${token}x` } })
    expect(refused).toMatchObject({ code: 3, stdout: '' })
    expect(refused.stderr).toContain('[invalid_token]')
    expect(refused.stderr).toContain('spindle verify --discover')
    expect(await runSpindle(['verify'], { hub })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('No integration token is stored'),
    })
    writeFileSync(join(folder, 'two.txt'), `${token}\n${token}\n`)
    expect(await runSpindle(['verify', '--token-file', 'two.txt'], { hub, cwd: folder })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('two.txt does not contain a token'),
    })
    expect(await runSpindle(['verify', hub.url], { hub })).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('spindle verify --discover', () => {
  it('goes from the 401 of the hub to its instructions for agents without a credential', async () => {
    const { code, stdout } = await runSpindle(['verify', '--discover', '--json'], { hub })
    const report = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(report).toMatchObject({ url: `${hub.url}/api/integration/verify`, ok: true })
    expect(report.steps.map(({ step, url, ok }: Record<string, unknown>) => [step, url, ok])).toEqual([
      ['challenge', `${hub.url}/api/integration/verify`, true],
      ['protected_resource', `${hub.url}/.well-known/oauth-protected-resource`, true],
      ['authorization_server', `${hub.url}/.well-known/oauth-authorization-server`, true],
      ['agent_auth', `${hub.url}/auth.md`, true],
    ])
    expect(report.steps[1].found).toMatchObject({ resource: hub.url, authorization_servers: [hub.url] })
    expect(report.steps[2].rules).toContainEqual({
      source: 'RFC 8414 section 3.3',
      text: 'The issuer is the requested one',
    })
    expect(report.steps[3].found).toMatchObject({ contentType: 'text/markdown' })
  })

  it('shows the steps to a person as they are done', async () => {
    const { code, stdout } = await runInTerminal(['verify', '--discover'], {
      hub,
      columns: 120,
      env: { NO_COLOR: '1' },
    })
    expect(code).toBe(0)
    expect(stdout.match(/^(✔|✖) .*$/gm)?.map((line) => line.trim())).toEqual([
      `✔ Challenge  ${hub.url}/api/integration/verify`,
      `✔ Protected resource metadata  ${hub.url}/.well-known/oauth-protected-resource`,
      `✔ Authorization server metadata  ${hub.url}/.well-known/oauth-authorization-server`,
      `✔ Instructions for agents  ${hub.url}/auth.md`,
    ])
    expect(stdout).toContain(`  ✔ A challenge has the metadata URL in resource_metadata  (RFC 9728 section 5.1)`)
    expect(stdout).toContain(`  token_endpoint: ${hub.url}/oauth/token`)
  })

  it('ends with 1 at an address where nothing requires a credential', async () => {
    const { code, stdout, stderr } = await runSpindle(['verify', '--discover', `${hub.url}/healthz`, '--json'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      steps: [
        {
          step: 'challenge',
          ok: false,
          error: { code: 'status_unexpected', fix: 'Use an address that answers 401 without a credential.' },
        },
      ],
    })
  })
})

const resourcePath = '/.well-known/oauth-protected-resource/orders'
const serverPath = '/.well-known/oauth-authorization-server'

/** A service that requires a credential correctly, except on some pages. */
async function startService(spoilt: Record<string, Page> = {}): Promise<string> {
  const server = createServer((request, response) => {
    const { status = 200, headers = {}, body = '' } = pages[request.url ?? ''] ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pages: Record<string, Page> = {
    '/orders': {
      status: 401,
      headers: { 'www-authenticate': `Bearer resource_metadata="${url}${resourcePath}"` },
    },
    [resourcePath]: {
      body: { resource: `${url}/orders`, authorization_servers: [url] },
    },
    [serverPath]: {
      body: {
        issuer: url,
        token_endpoint: `${url}/token`,
        grant_types_supported: ['client_credentials'],
        response_types_supported: ['none'],
        agent_auth: { skill: `${url}/auth.md` },
      },
    },
    '/auth.md': { headers: { 'content-type': 'text/markdown' }, body: '# How\n' },
    ...spoilt,
  }
  return `${url}/orders`
}

interface Page {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

describe('spindle verify --discover of a service that is broken', () => {
  it('starts from one that works', async () => {
    const { code, stdout } = await runSpindle(['verify', '--discover', await startService(), '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).steps).toHaveLength(4)
  })

  it.each<[string, string, string, Record<string, Page>]>([
    ['no challenge', 'challenge', 'challenge_missing', { '/orders': { status: 401 } }],
    [
      'a page in place of the metadata',
      'protected_resource',
      'media_type_unexpected',
      { [resourcePath]: { headers: { 'content-type': 'text/html' }, body: '<p>' } },
    ],
    [
      'the metadata of an inner address',
      'protected_resource',
      'resource_mismatch',
      { [resourcePath]: { body: { resource: 'https://inner/orders', authorization_servers: ['https://inner'] } } },
    ],
    [
      'another issuer, with a text that clears the screen',
      'authorization_server',
      'issuer_mismatch',
      { [serverPath]: { body: { issuer: 'https://a.example/\u001b[2J', response_types_supported: ['none'] } } },
    ],
    ['no instructions', 'agent_auth', 'status_unexpected', { '/auth.md': { status: 404 } }],
    ['a page as instructions', 'agent_auth', 'media_type_unexpected', { '/auth.md': { body: {} } }],
  ])('%s: names the step, the rule and the fix', async (_what, step, code, spoilt) => {
    const url = await startService(spoilt)
    const result = await runSpindle(['verify', '--discover', url, '--json'])
    expect(result).toMatchObject({ code: 1, stderr: '' })
    const last = JSON.parse(result.stdout).steps.at(-1)
    expect(last).toMatchObject({
      step,
      ok: false,
      error: { code, detail: expect.any(String), rule: { source: expect.any(String) }, fix: expect.any(String) },
    })
    const shown = await runInTerminal(['verify', '--discover', url], { columns: 200, env: { NO_COLOR: '1' } })
    expect(shown.code).toBe(1)
    expect(shown.stdout).toContain(`  Broken: ${last.error.rule.text}  (${last.error.rule.source})`)
    expect(shown.stdout).toContain(`  Fix: ${last.error.fix}`)
    expect(shown.stdout).not.toContain('\u001b[2J')
  })

  it('no answer: no rule is broken, and the fix says what to look at', async () => {
    const { code, stdout } = await runSpindle(['verify', '--discover', 'http://127.0.0.1:9/orders', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout).steps).toEqual([
      {
        step: 'challenge',
        url: 'http://127.0.0.1:9/orders',
        ok: false,
        rules: [],
        warnings: [],
        error: {
          code: 'unreachable',
          detail: 'there was no response',
          fix: 'Check the address, the network, and that the service runs.',
        },
      },
    ])
  })
})
