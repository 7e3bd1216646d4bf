import { Writable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { jsonLog } from '../../src/platform/logging/log.ts'
import { createTestAccount, postToken, type TestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

const path = '/api/v1/distributor/keys'

describe('keys, client secrets and tokens', () => {
  let hub: TestHub
  let account: TestAccount
  let logged = ''
  let secrets: Readonly<Record<string, string>>
  beforeAll(async () => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString()
        done()
      },
    })
    hub = await startTestHub({ role: 'api', overrides: { log: jsonLog('debug', stream) } })
    account = await createTestAccount(hub)
    const bearer = await account.token()
    const body = { name: 'secret', permissions: ['music:read'] }
    const created = await hub.json('POST', path, { bearer, body, headers: { 'idempotency-key': 'one-time' } })
    const rotated = await hub.json('POST', `${path}/${created.body.id}/rotate`, {
      bearer,
      body: { overlapSeconds: 3_600 },
      headers: { 'idempotency-key': 'another-time' },
    })
    secrets = {
      key: created.body.key,
      rotated: rotated.body.key,
      secret: account.clientSecret,
      token: bearer,
      signature: bearer.split('.')[2] ?? '',
    }
    await misuse(created.body.key, bearer)
  })

  /** Every way in which a secret may end up in an error. */
  async function misuse(key: string, bearer: string): Promise<void> {
    for (const secret of [key, account.clientSecret, bearer]) {
      await hub.json('GET', `${path}/${secret}`, { bearer })
      await hub.json('GET', `${path}?cursor=${secret}`, { bearer })
      await hub.json('GET', `${path}?${secret}=1`, { bearer })
      await hub.json('GET', `/${secret}`)
      await hub.json('GET', path, { bearer: `${secret}x` })
      await hub.json('GET', path, { headers: { authorization: `Basic ${secret}` } })
      await hub.json('POST', path, { bearer, body: { name: secret, permissions: [secret], [secret]: 1 } })
      await hub.json('POST', path, { bearer, body: `{"name":"${secret}` })
      await postToken(hub, { grant_type: secret, client_id: secret, client_secret: secret, scope: secret })
      await fetch(`${hub.url}/api/v1/distributor/catalog`, { headers: { 'x-api-key': `${secret.slice(0, -1)}x` } })
    }
  }

  it('are in no line of the log', () => {
    expect(logged).toContain('"operation":"createKey"')
    for (const [name, secret] of Object.entries(secrets)) expect(logged.includes(secret), name).toBe(false)
  })

  it('are in no column of any table', async () => {
    const { system } = hub.opened.database
    const columns = await system.rows<{ schema: string; table: string; column: string }>(
      `select table_schema as schema, table_name as table, column_name as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    expect(columns.map(({ table }) => table)).toContain('api_keys')
    const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
    for (const { schema, table, column } of columns) {
      const [name, from] = [quote(column), `${quote(schema)}.${quote(table)}`]
      // bytea is text in hex; its bytes as Latin-1 show what is stored in clear.
      for (const text of [`${name}::text`, `encode(convert_to(${name}::text, 'UTF8'), 'escape')`]) {
        const hits = await system.rows(`select 1 from ${from} where ${text} like any ($1::text[])`, [
          Object.values(secrets).flatMap((secret) => [
            `%${secret}%`,
            `%${Buffer.from(secret).toString('hex')}%`,
            `%${Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1)}%`,
          ]),
        ])
        expect(hits, `${table}.${column}`).toEqual([])
      }
    }
  })
})
