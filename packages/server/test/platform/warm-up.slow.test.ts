import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { warmUp } from '../../src/platform/process/warm-up.ts'
import { atEnd } from '../harness/cleanup.ts'
import { databaseSettings } from '../harness/connect.ts'
import { createTestDatabase, freePort } from '../harness/hub.ts'

/** A hub without requests: which modules it has loaded once it is warm, in a process of its own. */
const script = `
  import { createRequire, registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  const [start, config, role] = process.argv.slice(1)
  const { Ajv2020 } = createRequire(start)('ajv/dist/2020.js')
  const { compile } = Ajv2020.prototype
  let schemas = 0
  Ajv2020.prototype.compile = function (...given) {
    schemas += 1
    return compile.apply(this, given)
  }
  const { startHub } = await import(start)
  const { readConfig } = await import(config)
  const hub = await startHub(readConfig(process.env), role)
  const atStart = loaded.length
  await hub.http.warmUp.begin()
  await hub.close()
  console.log(JSON.stringify({ loaded: loaded.slice(atStart), schemas }))`

interface Warm {
  readonly packages: ReadonlySet<string | undefined>
  /** How many were compiled. */
  readonly schemas: number
}

async function warmHub(role: 'api' | 'worker'): Promise<Warm> {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-warm-up-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const sources = ['start-hub.ts', 'config/config.ts'].map((name) => new URL(`../../src/${name}`, import.meta.url).href)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script, ...sources, role],
    {
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        ...databaseSettings(opened.connection),
        SPINDLE_SECRET: 'a-secret-of-the-test-of-warm-hubs-0123456789',
        SPINDLE_DATA_DIR: dataDir,
        SPINDLE_HOST: '127.0.0.1',
        SPINDLE_PORT: String(await freePort()),
        SPINDLE_LOG_LEVEL: 'silent',
      },
    },
  )
  const { loaded, schemas }: { loaded: readonly string[]; schemas: number } = JSON.parse(stdout)
  return { packages: new Set(loaded.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1])), schemas }
}

it('loads what tokens need, and compiles schemas, before the first request', async () => {
  const { packages, schemas } = await warmHub('api')
  for (const name of ['oidc-provider', 'prom-client']) expect(packages).toContain(name)
  expect(schemas).toBeGreaterThan(50)
}, 240_000)

it('does nothing of that in a worker', async () => {
  const { packages, schemas } = await warmHub('worker')
  expect(packages).toContain('prom-client')
  expect(packages).not.toContain('oidc-provider')
  expect(schemas).toBe(0)
}, 240_000)

it('continues after a step that failed, and begins none once it is stopped', async () => {
  const work = warmUp()
  const done: string[] = []
  work.add(() => {
    throw new Error('not now')
  })
  work.add(async () => {
    done.push('second')
    work.stop()
  })
  work.add(() => done.push('third'))
  await work.begin()
  expect(done).toEqual(['second'])
})
