import { randomInt } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseEnvironment } from '../deploy/compose-file.ts'
import { blocks } from '../docs/deploying-page.ts'
import { startBarePostgres } from '../harness/bare-postgres.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { isSwiftMissing, startSwift } from '../harness/object-store/swift.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { canRunAsOrdinaryUser, isRoot } from '../harness/other-users.ts'
import { killAll, postgresPids } from '../harness/processes.ts'
import { isMissing } from '../harness/programs.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { ordinaryUid } from '../platform/embedded/harness/stand-in-hub.ts'
import { integrationToken, makeTarget } from './make-target.ts'
import { type MixedLoad, startMixedLoad } from './mixed-load.ts'
import { openTerminal } from './terminal.ts'

/** `docs/deploying.md` leads from one process to many: every block is typed, in its order, in one terminal. */

const isSkipped = [
  ...[isMissing('haproxy'), isMissing('pgbouncer', '--version'), isMissing('psql'), isMissing('openssl')],
  ...[isMissing('curl'), isMissing('bash'), isSwiftMissing(), !canRunAsOrdinaryUser],
].some((missing) => missing)

/** A light load: rolling-restart.test.ts tests how much nodes can handle while they start. */
const perSecond = countFromEnvironment('DEPLOYING_RATE', { usual: 10, soak: 60 })
const seed = seedFromEnvironment()
const checkout = fileURLToPath(new URL('../../../../', import.meta.url))
const startOne = 'npm ci --omit=dev && npm start'

describe.skipIf(isSkipped)('docs/deploying.md', () => {
  it(`leads from one process to several, and to a new version that no client notices (seed ${seed})`, async () => {
    const reader = await openReader()
    const { type, url } = reader
    let load: MixedLoad | undefined
    let before: readonly NodeListed[] = []
    /** What a reader checks after a step. */
    const looks: Readonly<Record<string, (said: string) => Promise<void>>> = {
      async '1. One process'(said) {
        expect(said).toMatch(/^acc_\w{26}$/m)
        // Ctrl+C.
        await type('kill -INT $hub; wait $hub || true')
      },
      async '3. A PostgreSQL of your own'(said) {
        expect(said).toMatch(/^acc_\w{26} .* My label$/m)
      },
      async '4. Several processes'(said) {
        expect(said).toContain('The restore of')
        before = await reader.listNodes()
        expect(before.map(({ role }) => role).sort()).toEqual(['api', 'api', 'worker'])
      },
      async '5. A balancer'() {
        const target = await makeTarget(url, { dataDir: reader.dataDir, environment: await reader.settings() })
        load = startMixedLoad(target, perSecond, createRandom(seed))
        await eventually(() => (load?.answered() ?? 0) > perSecond, { what: 'the load to flow' })
      },
      async '6. Upgrades'() {
        expect(await load?.stop()).toEqual([])
        await load?.verify()
        const after = await reader.listNodes()
        expect(after.map(({ role }) => role).sort()).toEqual(['api', 'api', 'worker'])
        const isFromBefore = (node: NodeListed) => before.some(({ process }) => process === node.process)
        expect(after.filter(isFromBefore)).toEqual([])
      },
    }
    const typed = Map.groupBy(
      blocks.filter(({ language }) => language === 'sh'),
      ({ step }) => step,
    )
    expect([...typed.keys()]).toEqual(expect.arrayContaining(Object.keys(looks)))
    for (const [step, own] of typed) {
      let said = ''
      for (const { text } of own) said += await type(text.trim() === startOne ? reader.startInBackground : text)
      await looks[step]?.(said)
    }
    console.log(`docs/deploying.md: seed ${seed}, ${load?.answered()} answers in the upgrade, none failed`)
  })
})

interface NodeListed {
  readonly role: string
  readonly process: number
}

/** A reader with a checkout, a PostgreSQL and a bucket, at a loopback address that no other test uses. */
async function openReader() {
  const host = `127.${randomInt(1, 250)}.${randomInt(1, 250)}.1`
  const password = 'a password of the superuser'
  const { bucket, endpoint, region, credentials } = await startSwift()
  const place = await mkdtemp(join(tmpdir(), 'spindle-reader-'))
  atEnd(() => rm(place, { recursive: true, force: true }))
  await chmod(place, 0o755)
  atEnd(await startBarePostgres(join(place, 'postgres-of-others'), { host, password }))
  const folder = join(place, 'spindle')
  await makeCheckout(folder)
  const owner = isRoot ? { uid: ordinaryUid, gid: ordinaryUid } : {}
  const terminal = openTerminal({
    folder,
    owner,
    environment: {
      HOME: folder,
      npm_config_update_notifier: 'false',
      // As in the unit for systemd: the checkout may belong to another user.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      SPINDLE_HOST: host,
      // The load is one client.
      SPINDLE_RATE_LIMIT: 'off',
      SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}`,
    },
  })
  atEnd(async () => {
    const database = postgresPids(join(folder, '.spindle'))
    await terminal.close()
    killAll(database)
  })
  const own: Readonly<Record<string, string>> = {
    '<password of postgres>': password,
    '<bucket>': bucket,
    '<endpoint>': endpoint,
    '<region>': region,
    '<access key>': credentials.accessKeyId,
    '<secret key>': credentials.secretAccessKey,
  }
  const type = (block: string): Promise<string> =>
    terminal.type(
      block
        // Connections from within the machine have this source address, whatever their target is.
        .replaceAll(/(?<!PROXIES=)127\.0\.0\.1/g, host)
        .replaceAll(/<[a-z][a-z ]*>/g, (wanted) => own[wanted] ?? wanted),
    )
  const settings = async (): Promise<Readonly<Record<string, string>>> => ({
    ...parseEnvironment(await readFile(join(folder, '.env'), 'utf8')),
    SPINDLE_DATA_DIR: join(folder, 'hub'),
  })
  return {
    url: `http://${host}:8000`,
    dataDir: join(folder, 'hub'),
    type,
    settings,
    /** `.ci/installations` runs `npm ci`; here the packages are those of the checkout. */
    startInBackground: `npm start & hub=$!\ncurl --silent --fail --retry 60 --retry-delay 1 --retry-all-errors http://${host}:4578/readyz`,
    async listNodes(): Promise<readonly NodeListed[]> {
      const { out } = await runOperatorCommand(['nodes', 'list', '--json'], await settings())
      return JSON.parse(out.join('\n'))
    },
  }
}

/** A writable copy, with the code and the packages of this checkout. */
async function makeCheckout(folder: string): Promise<void> {
  await mkdir(folder)
  for (const name of ['package.json', 'node_modules', 'packages'])
    await symlink(join(checkout, name), join(folder, name))
  await cp(join(checkout, 'deploy'), join(folder, 'deploy'), { recursive: true })
  if (isRoot) await chown(folder, ordinaryUid, ordinaryUid)
}
