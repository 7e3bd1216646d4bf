import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { openAccount } from '../faults/database-restart/open-account.ts'
import { call } from '../harness/api-client.ts'
import { atEnd } from '../harness/cleanup.ts'
import { databaseSettings } from '../harness/connect.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { type HubProcess, spawnHubProcess, startHubProcess } from '../harness/hub-process.ts'
import { isMissing } from '../harness/programs.ts'
import { coverJpeg, storeFile, submittableRelease, untilLive } from '../harness/submittable.ts'

/** Two hubs on one database, on machines whose clocks are wrong, each configured with another property. */

const releases = '/api/v1/music-distributor/releases'
const metricsToken = 'metrics-token-0123456789'
const alerts = fileURLToPath(new URL('../../../../deploy/prometheus/alerts.yml', import.meta.url))
const run = promisify(execFile)

describe.skipIf(isMissing('faketime') || isMissing('promtool'))('machines whose clocks differ', () => {
  let folder: string
  let database: OpenDatabase
  let ahead: HubProcess
  let behind: HubProcess

  /** The time on the machine with this name. */
  const setClock = (name: string, offset: string): Promise<void> => writeFile(join(folder, `${name}.clock`), offset)
  const tokenOf = (name: string): string => name.padEnd(32, '-')
  const optionsOf = (name: string) => ({
    dataDir: join(folder, 'data'),
    environment: {
      ...databaseSettings(database.connection),
      SPINDLE_PUBLIC_URL: 'https://hub.example',
      SPINDLE_SECRET: 'a secret that all nodes of this hub share',
      SPINDLE_METRICS_TOKEN: metricsToken,
      SPINDLE_INTEGRATION_TOKENS: `${name}=${tokenOf(name)}`,
      SPINDLE_DATABASE_POOL: '6',
      LD_PRELOAD: globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? '',
      FAKETIME_TIMESTAMP_FILE: join(folder, `${name}.clock`),
      FAKETIME_CACHE_DURATION: '1',
      // Otherwise timers would stop or run ahead, which a wrong clock does not cause.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  const readFigure = async ({ url }: HubProcess, name: string): Promise<number> => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    const line = (await answer.text()).split('\n').find((text) => text.startsWith(`${name} `))
    return Number(line?.slice(name.length))
  }
  /** Whether Prometheus raises the alert if the metric keeps this value. */
  const expectAlert = async (alert: string, figure: string, value: number): Promise<void> => {
    const rules = {
      rule_files: [alerts],
      tests: [
        {
          interval: '1m',
          input_series: [{ series: `${figure}{instance="a"}`, values: `${value}x20` }],
          promql_expr_test: [
            {
              expr: `count by (alertname) (ALERTS{alertname="${alert}", alertstate="firing"})`,
              eval_time: '15m',
              exp_samples: [{ labels: `{alertname="${alert}"}`, value: 1 }],
            },
          ],
        },
      ],
    }
    // JSON is YAML.
    await writeFile(join(folder, 'alerts.test.yml'), JSON.stringify(rules))
    expect((await run('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')])).stdout).toContain('SUCCESS')
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spindle-clocks-'))
    database = await createTestDatabase()
    await Promise.all([setClock('ahead', '+25s'), setClock('behind', '-25s')])
    ahead = await startHubProcess(optionsOf('ahead'))
    behind = await startHubProcess(optionsOf('behind'))
  })
  atEnd(async () => {
    await Promise.all([ahead?.kill(), behind?.kill()])
    await database?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('appear in the metrics, and in the alerts of Prometheus', async () => {
    const skews = [
      await readFigure(ahead, 'spindle_node_clock_skew_seconds'),
      await readFigure(behind, 'spindle_node_clock_skew_seconds'),
    ]
    expect(skews.map(Math.round)).toEqual([25, -25])
    for (const skew of skews) await expectAlert('SpindleClockSkewed', 'spindle_node_clock_skew_seconds', skew)
    const configurations = await readFigure(ahead, 'spindle_node_configurations')
    expect(configurations).toBe(2)
    await expectAlert('SpindleConfigurationsDiffer', 'spindle_node_configurations', configurations)
  })

  it('have releases go live at the properties of both, and take no key that has expired', async () => {
    const { environment, dataDir } = optionsOf('ahead')
    const { LD_PRELOAD: _, ...shared } = environment
    const account = await openAccount(behind, dataDir, shared)
    const label = { url: behind.url, key: account.key }
    const coverUploadId = await storeFile(label, 'image/jpeg', await coverJpeg())
    const body = {
      ...submittableRelease({ title: 'Whatever the time', uploadId: account.uploadId, coverUploadId, serial: 1 }),
      submit: true,
    }
    const { body: created } = await call(behind.url, 'POST', releases, { key: account.key, body })
    await untilLive(label, created.id)
    const { body: seen } = await call(ahead.url, 'GET', `${releases}/${created.id}`, { key: account.key })
    expect(seen.status).toBe('live')
    // Created at the hub that has no token of the other property.
    for (const [name, { url }] of [
      ['ahead', ahead],
      ['behind', behind],
    ] as const) {
      const { body: feed } = await call(url, 'GET', '/api/integration/feed', { bearer: tokenOf(name) })
      expect([name, feed.data.map(({ release }: { release: { id: string } }) => release.id)]).toEqual([
        name,
        [created.id],
      ])
    }

    // The hub that is ahead has it, and the one that is behind does not: there it would be valid for 24 seconds more.
    const { key } = await openAccount(ahead, dataDir, shared)
    const hint = `${key.slice(0, 8)}…${key.slice(-4)}`
    const { system } = database.database
    expect(
      await system.execute(`update api_keys set expires_at = now() - interval '1 s' where hint = $1`, [hint]),
    ).toBe(1)
    expect((await call(behind.url, 'GET', releases, { key })).status).toBe(401)
  })

  it('are refused if they are 90 seconds off, at the start and while a hub runs', async () => {
    for (const offset of ['+90s', '-90s']) {
      await setClock('wrong', offset)
      const refused = await spawnHubProcess(optionsOf('wrong'))
      expect((await refused.exited).code).toBe(1)
      expect(refused.said()).toMatch(
        /The clock of this machine differs by -?(89|90|91)\.\d s from the clock of the database/,
      )
    }
    await setClock('ahead', '+90s')
    const answer = await eventually(
      async () => {
        const response = await fetch(`${ahead.url}/readyz`)
        const text = await response.text()
        return response.status === 503 && (JSON.parse(text) as unknown)
      },
      { what: 'the hub to find out that its clock is wrong' },
    )
    expect(answer).toMatchObject({ status: 'broken', checks: { clock: 'unavailable' } })
    expect((await call(behind.url, 'GET', '/readyz')).body.status).toBe('ready')
  })
})
