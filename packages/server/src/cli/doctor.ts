import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type Config, readConfig } from '../config/config.ts'
import { findChildWalls, mediaAnalyser } from '../features/media/index.ts'
import { findStorageProblem, storageProblemFix } from '../features/uploads/index.ts'
import { blobsFrom } from '../platform/blobs/blobs-from-config.ts'
import { openDataDirectory } from '../platform/database/embedded/index.ts'
import { bypassesRowSecurityFix, describeDatabase, joinDatabase } from '../platform/database/open.ts'
import { isUndefinedTable } from '../platform/database/postgres-errors.ts'
import { silentLog } from '../platform/log.ts'
import { type Command, exitCodes, show } from './command.ts'
import { makeCheckMaster } from './doctor-master.ts'

/** What one check found; `fix` says what to do when it is not fine. */
interface Finding {
  readonly isFine: boolean
  readonly text: string
  readonly fix?: string
}

interface Check {
  readonly name: string
  run(config: Config): Promise<Finding>
}

export const doctor: Command = {
  name: 'doctor',
  usage: 'doctor',
  summary: 'Check this machine and its configuration for everything the hub needs',
  hasJson: true,
  async run({ environment, isJson, out }) {
    const config = readConfig(environment)
    const found: NamedFinding[] = []
    for (const check of checks) {
      const finding = await examine(check, config)
      found.push(finding)
      // Some checks take seconds: people read each as it is known.
      if (!isJson) out(formatFinding(finding))
    }
    if (isJson) show({ isJson, out }, found, [])
    return found.every(({ isFine }) => isFine) ? exitCodes.ok : exitCodes.failed
  },
}

type NamedFinding = Finding & { readonly name: string }

/** A fix is named only where something is to be fixed. */
async function examine({ name, run }: Check, config: Config): Promise<NamedFinding> {
  const { isFine, text, fix } = await run(config).catch((error: unknown): Finding => {
    const { message: text, fix } = error as Error & { fix?: string }
    return { isFine: false, text, ...(fix === undefined ? {} : { fix }) }
  })
  return { name, isFine, text, ...(isFine || fix === undefined ? {} : { fix }) }
}

const formatFinding = ({ name, isFine, text, fix }: NamedFinding): string =>
  `${isFine ? 'ok  ' : 'FAIL'} ${name}: ${text}${fix === undefined ? '' : `. Fix: ${fix}`}`

const minFreeBytes = 1024 ** 3

const checks: readonly Check[] = [
  { name: 'configuration', run: async (config) => ({ isFine: true, text: `valid, public URL ${config.publicUrl}` }) },
  {
    name: 'data directory',
    async run({ dataDir }) {
      await openDataDirectory(dataDir)
      return { isFine: true, text: `${dataDir} can be written` }
    },
  },
  {
    name: 'disk space',
    async run({ dataDir }) {
      const space = await statfs(dataDir).catch(() => undefined)
      if (!space) return { isFine: false, text: 'not known', fix: 'fix the data directory first' }
      const free = space.bavail * space.bsize
      return {
        isFine: free >= minFreeBytes,
        text: `${(free / 1024 ** 3).toFixed(1)} GiB free`,
        fix: 'free at least 1 GiB, or put SPINDLE_DATA_DIR on a larger disk',
      }
    },
  },
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
  {
    name: 'database',
    async run(config) {
      const opened = await joinDatabase({
        dataDir: config.dataDir,
        databaseUrl: config.databaseUrl,
        maxConnections: 1,
        log: silentLog,
      })
      try {
        const { version, user, bypassesRowSecurity } = await describeDatabase(opened.database)
        return {
          isFine: !bypassesRowSecurity,
          text: bypassesRowSecurity
            ? `${version}, as ${user}: row-level security, the second wall between accounts, does not hold for this user`
            : `${version}, as ${user}`,
          fix: bypassesRowSecurityFix,
        }
      } finally {
        await opened.close()
      }
    },
  },
  {
    name: 'storage for uploads',
    async run(config) {
      const opened = await joinDatabase({ ...config, maxConnections: 1, log: silentLog })
      try {
        const problem = await findStorageProblem({ system: opened.database.system, blobs: blobsFrom(config) })
        return {
          isFine: problem === undefined,
          text: problem ?? 'belongs to this database, or both are new',
          fix: storageProblemFix,
        }
      } catch (error) {
        if (!isUndefinedTable(error)) throw error
        return { isFine: true, text: 'the database has no tables yet; the first start makes them' }
      } finally {
        await opened.close()
      }
    },
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
          fix: 'start without restrictions on child processes',
        }
      } finally {
        await analyser.drain()
        await master.remove()
      }
    },
  },
  {
    name: 'walls around the analysis',
    async run() {
      const { account, network } = await findChildWalls()
      return {
        isFine: true,
        text: `${account ? 'not root' : 'ROOT, as the hub'}; ${network ? 'no network' : 'the network of the hub'}${account && network ? '' : ' (util-linux and permission to use it would take that away)'}`,
      }
    },
  },
  {
    name: 'integration tokens',
    run: async ({ integrationTokens }) => ({
      isFine: true,
      text:
        integrationTokens.length === 0
          ? 'none: verification answers 503 until one is configured'
          : `${integrationTokens.length} configured`,
    }),
  },
]

const isPortFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
