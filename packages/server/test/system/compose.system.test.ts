import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComposeServices, startComposeServices } from '../deploy/running/compose-services.ts'
import { call, listAll } from '../harness/api-client.ts'
import { isSwiftMissing } from '../harness/object-store/swift.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { isMissing } from '../harness/programs.ts'
import { makeTarget } from './make-target.ts'

/** What `deploy/compose.yml` puts together works together: balancer, nodes, workers, pooler, database, object store. */

const isSkipped = [isMissing('haproxy'), isMissing('pgbouncer', '--version'), isMissing('psql'), isSwiftMissing()].some(
  (missing) => missing,
)

describe.skipIf(isSkipped)('the services of deploy/compose.yml, with the profile single,', () => {
  let services: ComposeServices
  beforeAll(async () => {
    services = await startComposeServices('single')
  })
  afterAll(() => services?.close())

  const ask = async (sql: string) => {
    const client = new pg.Client(services.superuser)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  it('take a master, analyse it, deliver a release of it and list it, through balancer, pooler and object store', async () => {
    const { url } = services
    const { key, uploadId, liveAt } = await makeTarget(url, services)
    expect(liveAt).toMatch(/^20/)
    const { body: upload } = await call(url, 'GET', `/api/v1/distributor/uploads/${uploadId}`, { key })
    expect(upload).toMatchObject({ status: 'ready', technical: { container: 'wav' } })
    const releases = '/api/v1/music-distributor/releases'
    for (const title of ['First draft', 'Second draft'])
      expect((await call(url, 'POST', releases, { key, body: draftOf(title, uploadId) })).status).toBe(201)
    const listed = await listAll(url, releases, { key })
    expect(new Set(listed.map(({ title }) => title))).toEqual(new Set(['First draft', 'Live', 'Second draft']))
  })

  it('are two API nodes and two workers that find each other', async () => {
    const { code, out } = await runOperatorCommand(['nodes', 'list', '--json'], services.environment)
    expect(code).toBe(0)
    const nodes: { role: string }[] = JSON.parse(out.join('\n'))
    expect(nodes.map(({ role }) => role).sort()).toEqual(['api', 'api', 'worker', 'worker'])
  })

  it('have a database user that is not a superuser, and a second start that changes nothing', async () => {
    const look = () =>
      ask(`select rolsuper, rolbypassrls, pg_get_userbyid(datdba) as owner
        from pg_roles, pg_database where rolname = 'spindle' and datname = 'spindle'`)
    expect(await look()).toEqual([{ rolsuper: false, rolbypassrls: false, owner: 'spindle' }])
    expect(await services.runToEnd('make-database')).toEqual({ code: 0, said: '' })
    expect(await look()).toEqual([{ rolsuper: false, rolbypassrls: false, owner: 'spindle' }])
    expect((await services.runToEnd('migrate')).code).toBe(0)
  })

  it('name the setting to check if there is no database', async () => {
    const { code, said } = await services.runToEnd('make-database', {
      PGHOST: '127.0.0.1',
      PGPORT: '1',
      WAIT_SECONDS: '1',
    })
    expect(code).toBe(1)
    expect(said).toContain('Does deploy/.env say COMPOSE_PROFILES=single or COMPOSE_PROFILES=ha?')
  })
})

const draftOf = (title: string, uploadId: string) => ({ title, type: 'single', tracks: [{ title: 'Song', uploadId }] })
