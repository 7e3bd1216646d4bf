import {
  DataDirectoryError,
  lockDataDirectory,
  startEmbeddedPostgres,
} from '../../../../src/platform/database/embedded/index.ts'

/** Replaces the hub in a separate process, so that tests can kill it. Reports every event as a line of JSON. */

const [mode, dataDir = '', packageDir, copyParent] = process.argv.slice(2)
const print = (event: string, fields?: Readonly<Record<string, unknown>>) => {
  process.stdout.write(`${JSON.stringify({ ...fields, event })}\n`)
}

// Ctrl-C starts a drain in the real hub; its database must keep running meanwhile.
process.on('SIGINT', () => print('draining'))

try {
  if (mode === 'lock') {
    await lockDataDirectory(dataDir)
    print('locked')
    setInterval(() => undefined, 60_000)
  } else {
    const binarySource = packageDir && copyParent ? { packageDir, copyParent } : undefined
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log: { debug: print, info: print, warn: print, error: print },
      binarySource,
    })
    process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
    process.on('SIGUSR2', () => process.exit(3))
    setInterval(() => undefined, 60_000)
    print('ready', { connection: postgres.connection })
  }
} catch (error) {
  if (!(error instanceof DataDirectoryError)) throw error
  print('failed', { code: error.code, message: error.message, fix: error.fix })
}
