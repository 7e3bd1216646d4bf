/** Stands in for the hub in a process of its own, so that tests can kill it. Reports every event as a line of JSON. */
import { DataDirectoryError, lockDataDirectory, startEmbeddedPostgres } from '../index.ts'

const [mode, dataDir = '', packageDir, copyParent] = process.argv.slice(2)
const log = (event: string, fields?: Record<string, unknown>) => {
  process.stdout.write(`${JSON.stringify({ ...fields, event })}\n`)
}

// Ctrl-C begins a drain in the real hub; its database must live on meanwhile.
process.on('SIGINT', () => log('draining'))

try {
  if (mode === 'lock') {
    await lockDataDirectory(dataDir)
    log('locked')
    setInterval(() => undefined, 60_000)
  } else {
    const binarySource = packageDir && copyParent ? { packageDir, copyParent } : undefined
    const postgres = await startEmbeddedPostgres({ dataDir, log, binarySource })
    process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
    process.on('SIGUSR2', () => process.exit(3))
    setInterval(() => undefined, 60_000)
    log('ready', { connection: postgres.connection })
  }
} catch (error) {
  if (!(error instanceof DataDirectoryError)) throw error
  log('failed', { code: error.code, message: error.message, fix: error.fix })
}
