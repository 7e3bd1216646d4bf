import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { exitCodes, flag } from '@spindle/command-line'
import { type Config, readConfig } from '../../config/config.ts'
import { checkBackupAge, checkBackups } from '../../features/backups/index.ts'
import { checkHub } from '../../features/hub-identity/index.ts'
import { checkTokens } from '../../features/integration/index.ts'
import { checkMail } from '../../features/mail/index.ts'
import { checkWalls, mediaAnalyser } from '../../features/media/index.ts'
import { checkConnections, checkNodes } from '../../features/nodes/index.ts'
import { checkOutsideProvider } from '../../features/people/index.ts'
import { checkLedger } from '../../features/plays/index.ts'
import { checkScrub, checkStorage } from '../../features/uploads/index.ts'
import { checkConfigured } from '../../features/webhooks/index.ts'
import { blobsFrom } from '../../platform/blobs/blobs-from-config.ts'
import { examine, type Finding, type NamedFinding } from '../../platform/checks.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDataDirectory } from '../../platform/database/embedded/index.ts'
import { checkDatabase } from '../../platform/database/schema/check-database.ts'
import { checkDiskSpace } from '../../platform/files/disk-space.ts'
import { silentLog } from '../../platform/logging/log.ts'
import { hasEmbeddedDatabase, joinDatabase, type OpenDatabase } from '../../platform/open-database.ts'
import { operatorCommand, show } from '../operator-command/operator-command.ts'
import { checkMasters, checkMetrics, checkProxies, checkPublicUrl, checkReserve, checkSealed } from './doctor-deep.ts'
import { makeCheckMaster } from './doctor-master.ts'

interface ConfigCheck {
  readonly name: string
  /** Left out if a database would have to be created first. */
  readonly needsDatabase?: true
  run(config: Config): Promise<Finding>
}

export const doctor = operatorCommand({
  name: 'doctor',
  summary: 'Check this machine and its configuration for everything the hub needs',
  exitCodes: {
    [exitCodes.failed]: 'a check failed',
    [exitCodes.config]: 'there is no hub, or it is not the one expected',
  },
  input: { options: { isDeep: flag('--deep', 'Also read stored masters, and look at the hub from outside') } },
  hasJson: true,
  async run({ environment, isJson = false, out }, { isDeep }) {
    const config = readConfig(environment)
    const found: NamedFinding[] = []
    const hasDatabase = config.databaseUrl !== undefined || hasEmbeddedDatabase(config.dataDir)
    const wanted = isDeep ? [...checks, ...deepChecks] : checks
    const possible = wanted.filter(({ needsDatabase }) => hasDatabase || needsDatabase === undefined)
    for (const check of possible) {
      const finding = await examine({ name: check.name, run: () => check.run(config) })
      found.push(finding)
      // Some checks take seconds, so each result is printed as soon as it is available.
      if (!isJson) out(formatFinding(finding))
    }
    if (isJson) show({ isJson, out }, found, [])
    if (found.every(({ isFine }) => isFine)) return exitCodes.ok
    return found.some(({ name, isFine }) => name === hubCheck.name && !isFine) ? exitCodes.config : exitCodes.failed
  },
})

const formatFinding = ({ name, isFine, text, fix }: NamedFinding): string =>
  `${isFine ? 'ok  ' : 'FAIL'} ${name}: ${text}${fix === undefined ? '' : `. Fix: ${fix}`}`

/** Whether there is a hub, and whether the secret, the storage and the public URL belong to it. */
const hubCheck: ConfigCheck = {
  name: 'hub',
  run: async (config) => ({
    isFine: true,
    text: `secret ${await checkHub(config)}, public URL and storage belong to this database`,
  }),
}

const checks: readonly ConfigCheck[] = [
  { name: 'configuration', run: async (config) => ({ isFine: true, text: `valid, public URL ${config.publicUrl}` }) },
  {
    name: 'data directory',
    async run({ dataDir }) {
      if (!existsSync(dataDir)) return { isFine: true, text: `${dataDir} does not exist; the first start creates it` }
      await openDataDirectory(dataDir)
      return { isFine: true, text: `${dataDir} is writable` }
    },
  },
  { name: 'disk space', run: ({ dataDir }) => checkDiskSpace(dataDir) },
  {
    name: 'port',
    async run({ host, port, metricsPort }) {
      const ports = metricsPort === undefined ? [port] : [port, metricsPort]
      const texts = await Promise.all(
        ports.map(async (each) =>
          (await isPortFree(host, each)) ? `${each} is free` : `${each} is in use, by a running hub or another program`,
        ),
      )
      return { isFine: true, text: texts.join('; ') }
    },
  },
  hubCheck,
  {
    name: 'database',
    needsDatabase: true,
    run: (config) => withDatabase(config, ({ database }) => checkDatabase(database)),
  },
  {
    name: 'nodes',
    needsDatabase: true,
    run: (config) => withDatabase(config, ({ database }) => checkNodes(database.system)),
  },
  {
    name: 'database connections',
    needsDatabase: true,
    run: (config) =>
      withDatabase(config, ({ database }) =>
        checkConnections(database.system, {
          pool: config.databasePool,
          isPooled: config.databaseDirectUrl !== undefined,
        }),
      ),
  },
  {
    name: 'storage for uploads',
    needsDatabase: true,
    run: (config) =>
      withDatabase(config, async ({ database: { system } }) => {
        const blobs = blobsFrom(config)
        try {
          return await checkStorage({ system, blobs }, config)
        } finally {
          await blobs.close()
        }
      }),
  },
  {
    name: 'raw plays',
    needsDatabase: true,
    run: (config) => withDatabase(config, ({ database }) => checkLedger(config, database.system)),
  },
  {
    name: 'audio analysis',
    async run() {
      const master = await makeCheckMaster()
      const analyser = mediaAnalyser({ log: silentLog })
      try {
        const { status, technical } = await analyser.analyse({ path: master.path, kind: 'audio' })
        const isFine = status === 'ready' && technical?.kind === 'audio' && technical.durationMs === 5_000
        return {
          isFine,
          text: isFine ? 'a five-second master was decoded in its own process' : `the check master was ${status}`,
          fix: 'start the hub without restrictions on child processes',
        }
      } finally {
        await analyser.drain()
        await master.remove()
      }
    },
  },
  {
    name: 'backups',
    needsDatabase: true,
    run: (config) => withDatabase(config, ({ database }) => checkBackups(database, config)),
  },
  {
    name: 'stored uploads',
    needsDatabase: true,
    run: (config) => withDatabase(config, ({ database }) => checkScrub(database.system, config)),
  },
  {
    name: 'mail',
    needsDatabase: true,
    run: (config) => withDatabase(config, ({ database }) => checkMail(database.system, { clock: systemClock, config })),
  },
  { name: 'walls around the analysis', run: checkWalls },
  { name: 'outside sign-in', run: checkOutsideProvider },
  {
    name: 'webhooks by configuration',
    needsDatabase: true,
    run: (config) => withDatabase(config, ({ database }) => checkConfigured(config, database.system)),
  },
  { name: 'integration tokens', run: ({ integrationTokens }) => checkTokens(integrationTokens.length) },
]

const deepChecks: readonly ConfigCheck[] = [
  { name: 'sealed values', needsDatabase: true, run: checkSealed },
  { name: 'masters', needsDatabase: true, run: checkMasters },
  {
    name: 'age of backups',
    needsDatabase: true,
    run: (config) => withDatabase(config, ({ database }) => checkBackupAge(database.system)),
  },
  { name: 'room', needsDatabase: true, run: checkReserve },
  { name: 'public URL', needsDatabase: true, run: checkPublicUrl },
  { name: 'proxies', run: checkProxies },
  { name: 'figures', run: checkMetrics },
]

const isPortFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })

async function withDatabase(config: Config, work: (opened: OpenDatabase) => Promise<Finding>): Promise<Finding> {
  const opened = await joinDatabase({ ...config, maxConnections: 1, log: silentLog })
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}
