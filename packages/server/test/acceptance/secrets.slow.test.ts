import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@spindle/contract'
import { consoleOperations } from '@spindle/contract/console'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../harness/api-client.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createAccountByCommand, endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { fromOwnPage } from '../harness/people.ts'

/**
 * Sends every kind of secret to every endpoint, in right and wrong ways, to a hub that logs everything it can.
 * Afterwards none may be in its output, its tables, its metrics, its answers or its files, neither in clear nor
 * encoded.
 */

const keysPath = '/api/v1/distributor/keys'
const integrationToken = 'canaryIntegrationTokenOfSiteA0123456789'
const retiredToken = 'canaryRetiredTokenOfSiteA9876543210abcd'
const metricsToken = 'canaryMetricsToken0123456789'
const outsideSecret = 'canaryOutsideClientSecret0123456789'
const hubSecret = 'canaryHubSecret0123456789abcdefghijklmnop'

const mcpType = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const callOf = (name: string, args: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })

describe('secrets', () => {
  let dataDir: string
  let hub: HubProcess
  const secrets: Record<string, string> = { integrationToken, retiredToken, metricsToken, outsideSecret, hubSecret }
  /**
   * Answers to requests that contained secrets in the right place, or in other headers; one answer may contain one key
   * once.
   */
  const answers: string[] = []
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spindle-secrets-'))
    hub = await startHubProcess({
      dataDir,
      environment: {
        SPINDLE_LOG_LEVEL: 'debug',
        // Repeated refusals are delayed; here they are part of the test.
        SPINDLE_RATE_LIMIT: 'off',
        SPINDLE_INTEGRATION_TOKENS: `site-a=${integrationToken},site-a=${retiredToken}`,
        SPINDLE_METRICS_TOKEN: metricsToken,
        SPINDLE_SIGNIN_ISSUER: 'https://127.0.0.1:1',
        SPINDLE_SIGNIN_CLIENT_ID: 'hub',
        SPINDLE_SIGNIN_CLIENT_SECRET: outsideSecret,
        SPINDLE_SECRET: hubSecret,
      },
    })
    const client = await createAccountByCommand(dataDir, 'Secret Records', { SPINDLE_SECRET: hubSecret })
    secrets.clientSecret = client.clientSecret
    await useKeysAndTokens(client)
    await useWaysIn()
    for (const secret of Object.values(secrets)) {
      await sendInHeaders(secret)
      await sendWhereItDoesNotBelong(secret)
    }
  }, 240_000)
  atEnd(async () => {
    await endHubProcess(hub, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })

  async function useKeysAndTokens({
    clientId,
    clientSecret,
  }: {
    clientId: string
    clientSecret: string
  }): Promise<void> {
    const token = await call(hub.url, 'POST', '/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
    })
    const bearer: string = token.body.access_token
    const body = { name: 'secret', permissions: ['music:read', 'music:write'] }
    const headers = { 'idempotency-key': 'make it once' }
    const created = await call(hub.url, 'POST', keysPath, { bearer, body, headers })
    const again = await call(hub.url, 'POST', keysPath, { bearer, body, headers })
    expect(again).toMatchObject({ status: 409, body: { error: 'secret_shown_once' } })
    expect(again.text).not.toContain(created.body.key)
    const rotated = await call(hub.url, 'POST', `${keysPath}/${created.body.id}/rotate`, {
      bearer,
      body: { overlapSeconds: 3_600 },
    })
    const revoked = await call(hub.url, 'POST', keysPath, { bearer, body })
    await call(hub.url, 'DELETE', `${keysPath}/${revoked.body.id}`, { bearer })
    Object.assign(secrets, {
      bearer,
      signature: bearer.split('.')[2],
      key: created.body.key,
      rotatedKey: rotated.body.key,
      revokedKey: revoked.body.key,
    })
    for (const path of [keysPath, `${keysPath}/${created.body.id}`])
      answers.push((await call(hub.url, 'GET', path, { bearer })).text)
  }

  /** A person uses an invitation, and later a sign-in link; only the answer that creates the link may contain it. */
  async function useWaysIn(): Promise<void> {
    const email = 'eva@secret.example'
    const [accountId = ''] = (await command('accounts', 'create', 'Secret People')).out
    const [invitation = ''] = (await command('people', 'invite', email, '--account', accountId)).out
    const token = invitation.split('#')[1] ?? ''
    const headers = { ...fromOwnPage, 'content-type': 'application/json' }
    const password = 'canary of quiet harbour lights'
    const body = JSON.stringify({ token, name: 'Eva', password })
    const signedUp = await fetch(`${hub.url}/console/api/sign-up`, { method: 'POST', headers, body })
    answers.push(await signedUp.text())
    const cookie = signedUp.headers.get('set-cookie')?.split(';')[0] ?? ''
    await command('people', 'operator', 'add', email)
    const people = await call(hub.url, 'GET', '/console/api/operator/people', { headers: { ...fromOwnPage, cookie } })
    const path = `/console/api/operator/people/${people.body.data[0].id}/sign-in-link`
    const made = await call(hub.url, 'POST', path, { headers: { ...headers, cookie }, body: '{}' })
    expect(made.status).toBe(201)
    Object.assign(secrets, {
      invitation: token,
      password,
      session: cookie.split('=')[1],
      signInLink: made.body.link.split('#')[1],
    })
    for (const { method, path: address, needsOperator } of consoleOperations)
      if (needsOperator && method === 'GET') await remember('GET', address, { ...fromOwnPage, cookie })
    await remember('GET', '/console/api/session', { ...fromOwnPage, cookie })
    await remember('GET', '/console/api/sessions', { ...fromOwnPage, cookie })
  }

  const command = (...args: string[]) =>
    runOperatorCommand(args, { SPINDLE_DATA_DIR: dataDir, SPINDLE_SECRET: hubSecret })

  const remember = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<void> => {
    const response = await fetch(`${hub.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    // It never ends.
    const text = isStream ? '' : await response.text()
    if (isStream) await response.body?.cancel()
    answers.push(`${JSON.stringify(Object.fromEntries(response.headers))} ${text}`)
  }

  /** Each operation with the secret in every header that takes one, with a whole and with a broken body. */
  async function sendInHeaders(secret: string): Promise<void> {
    for (const { method, path } of operations) {
      const address = path.replaceAll(/\{\w+\}/g, 'nothing')
      for (const headers of [
        { 'x-api-key': secret },
        { 'x-api-key': `${secret}x` },
        { authorization: `Bearer ${secret}` },
        { authorization: `Basic ${Buffer.from(`client:${secret}`).toString('base64')}` },
        { authorization: secret, cookie: `session=${secret}`, 'x-request-id': secret },
        { 'x-api-key': secret, 'idempotency-key': secret, 'if-match': secret, 'content-type': secret },
      ])
        await remember(method, address, headers, method === 'GET' || method === 'DELETE' ? undefined : '{"broken":')
    }
    for (const { method, path } of consoleOperations)
      for (const headers of [{ cookie: `__Host-Http-spindle=${secret}x` }, { authorization: `Bearer ${secret}` }])
        await remember(
          method,
          path.replaceAll(/\{\w+\}/g, 'nothing'),
          { ...fromOwnPage, ...headers },
          method === 'GET' || method === 'DELETE' ? undefined : '{"broken":',
        )
    for (const headers of [{ 'x-api-key': secret }, { authorization: `Bearer ${secret}` }, { origin: secret }])
      await remember('POST', '/mcp', { ...mcpType, ...headers }, listTools)
    await remember('GET', '/metrics', { authorization: `Bearer ${secret}` })
    await remember('GET', '/api/integration/verify', { authorization: `Bearer ${secret.slice(0, -1)}` })
  }

  /** People paste secrets anywhere. An answer may repeat the input, but nothing may store it. */
  async function sendWhereItDoesNotBelong(secret: string): Promise<void> {
    const json = {
      'content-type': 'application/json',
      'x-api-key': String(secrets.key),
      authorization: `Bearer ${secrets.bearer}`,
    }
    const keyed = { ...mcpType, 'x-api-key': String(secrets.key) }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const requests: [method: string, path: string, headers: Record<string, string>, body?: string][] = [
      ['GET', `/${secret}`, {}],
      ['GET', `${keysPath}/${secret}`, json],
      ['GET', `${keysPath}?cursor=${secret}`, json],
      ['GET', `${keysPath}?${secret}=1`, json],
      ['GET', `/api/integration/verify?access_token=${secret}`, {}],
      ['GET', `/api/v1/music-distributor/releases/${secret}?api_key=${secret}`, json],
      ['POST', keysPath, json, JSON.stringify({ name: secret, permissions: [secret], [secret]: secret })],
      ['POST', keysPath, json, `{"name":"${secret}`],
      ['POST', keysPath, json, `{"name":"a","name":"${secret}"}`],
      ['POST', '/api/v1/music-distributor/releases', json, JSON.stringify({ title: 1, type: secret, key: secret })],
      [
        'POST',
        '/api/v1/distributor/uploads',
        { ...json, 'upload-length': secret, 'tus-resumable': '1.0.0', 'upload-metadata': secret },
      ],
      [
        'POST',
        '/oauth/token',
        form,
        `grant_type=${secret}&client_id=${secret}&client_secret=${secret}&scope=${secret}`,
      ],
      ['POST', '/oauth/token', form, `grant_type=client_credentials&client_id=cli_0&client_secret=${secret}`],
      ['POST', '/oauth/token', { 'content-type': 'text/plain' }, secret],
      ['POST', '/api/agent/auth', json, secret],
      ...['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((header): (typeof requests)[number] => [
        'POST',
        '/mcp',
        { ...keyed, [header]: secret },
        listTools,
      ]),
      // As the outside provider redirects a browser, and as the page forwards it.
      ['GET', `/console/sign-in/outside?code=${secret}&state=${secret}`, {}],
      [
        'POST',
        '/console/api/sign-in/outside',
        { ...fromOwnPage, ...json, cookie: `__Host-Http-spindle-outside=${secret}` },
        JSON.stringify({ answer: `code=${secret}&state=${secret}` }),
      ],
      ['POST', '/mcp', keyed, `{"${secret}":"${secret}`],
      [
        'POST',
        '/mcp',
        keyed,
        JSON.stringify({ jsonrpc: '2.0', id: secret, method: secret, params: { [secret]: secret } }),
      ],
      ['POST', '/mcp', keyed, callOf(secret, {})],
      ['POST', '/mcp', keyed, callOf('get_release', { releaseId: secret, [secret]: secret })],
      ['POST', '/mcp', keyed, callOf('search_catalog', { query: secret })],
      ['POST', '/mcp', keyed, callOf('create_upload', { filename: 1, size: secret, kind: secret })],
      [
        'POST',
        '/api/integration/plays',
        { ...json, authorization: `Bearer ${integrationToken}` },
        JSON.stringify([{ id: secret, trackId: secret, at: secret }]),
      ],
    ]
    for (const [method, path, headers, body] of requests)
      await (
        await fetch(`${hub.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
      ).arrayBuffer()
  }

  /** In clear text, and in common encodings. */
  const spellings = (secret: string): string[] => [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=*$/, '').slice(0, -1),
    encodeURIComponent(secret),
  ]

  const namesFoundIn = (text: string): string[] =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      spellings(secret).some((spelling) => text.includes(spelling)) ? [name] : [],
    )

  it('are of every kind', () => {
    expect(Object.keys(secrets).sort()).toEqual([
      'bearer',
      'clientSecret',
      'hubSecret',
      'integrationToken',
      'invitation',
      'key',
      'metricsToken',
      'outsideSecret',
      'password',
      'retiredToken',
      'revokedKey',
      'rotatedKey',
      'session',
      'signInLink',
      'signature',
    ])
    for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(20)
  })

  it('are in no answer', () => {
    expect(answers.length).toBeGreaterThan(1_000)
    expect(namesFoundIn(answers.join('\n'))).toEqual([])
  })

  it('are in no line that the hub writes', () => {
    expect(hub.said()).toContain('"operation":"createKey"')
    expect(hub.said().split('\n').length).toBeGreaterThan(1_000)
    expect(namesFoundIn(hub.said())).toEqual([])
  })

  it('are not among the metrics', async () => {
    const { status, text } = await call(hub.url, 'GET', '/metrics', { bearer: metricsToken })
    expect(status).toBe(200)
    expect(text).toContain('createKey')
    expect(namesFoundIn(text)).toEqual([])
  })

  it('are in no column of any table', async () => {
    const client = new pg.Client(JSON.parse(await readFile(join(dataDir, 'postgres-connection.json'), 'utf8')))
    await client.connect()
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.map(({ name }) => name)).toContain('public.api_keys')
    const found: string[] = []
    let everything = ''
    for (const { name } of tables) {
      // A row as text has bytea in hex: a secret in clear appears as the hex of its bytes.
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      const text = rows.map(({ row }) => row).join('\n')
      found.push(...namesFoundIn(text).map((secret) => `${secret} in ${name}`))
      everything += text
    }
    await client.end()
    expect(found).toEqual([])
    // The search finds what exists.
    expect(everything).toContain('Secret Records')
  })

  it('are in no file of the data directory', async () => {
    expect(await hub.stop()).toEqual({ code: 0, signal: null })
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
    const found: string[] = []
    let isMarkerFound = false
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name)
      const text = await readFile(path, 'latin1')
      found.push(...namesFoundIn(text).map((secret) => `${secret} in ${path}`))
      isMarkerFound ||= text.includes('Secret Records')
    }
    expect(found).toEqual([])
    expect(isMarkerFound).toBe(true)
  })
})
