import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type Config, readConfig } from '../config/config.ts'
import { findChildWalls, mediaAnalyser } from '../features/media/index.ts'
import { openDataDirectory } from '../platform/database/embedded/index.ts'
import { joinDatabase } from '../platform/database/open.ts'
import { silentLog } from '../platform/log.ts'
import { type Command, exitCodes } from './command.ts'
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
  async run({ environment, out }) {
    const config = readConfig(environment)
    let isFine = true
    for (const check of checks) {
      const finding = await check.run(config).catch((error: unknown): Finding => {
        const { message, fix } = error as Error & { fix?: string }
        return { isFine: false, text: message, ...(fix === undefined ? {} : { fix }) }
      })
      isFine &&= finding.isFine
      out(
        `${finding.isFine ? 'ok  ' : 'FAIL'} ${check.name}: ${finding.text}${finding.isFine || finding.fix === undefined ? '' : `. Fix: ${finding.fix}`}`,
      )
    }
    return isFine ? exitCodes.ok : exitCodes.failed
  },
}

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
    async run({ host, port }) {
      const isFree = await isPortFree(host, port)
      return {
        isFine: true,
        text: isFree ? `${port} is free` : `${port} is in use, by a running hub or another program`,
      }
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
        const row = await opened.database.system.row<{ version: string }>('select version()')
        return { isFine: true, text: row?.version.split(' on ')[0] ?? 'answers' }
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
