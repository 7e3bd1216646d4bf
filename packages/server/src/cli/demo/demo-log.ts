import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { jsonLog, type Log } from '../../platform/logging/log.ts'

/**
 * The log of a demo is written to `demo.log` in the data directory, because its lines of JSON between the steps would be
 * hard to read. `say` gets one line when the first event arrives.
 */
export function demoLog({ dataDir, logLevel }: Pick<Config, 'dataDir' | 'logLevel'>, say: (line: string) => void): Log {
  const path = join(dataDir, 'demo.log')
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  let hasSaid = false
  const saySoOnce = (line: string): void => {
    if (hasSaid) return
    hasSaid = true
    say(line)
  }
  file.on('error', (error) => saySoOnce(`! The log of the demo could not be written: ${error.message}`))
  return jsonLog(logLevel, {
    write: (line) => {
      file.write(line)
      saySoOnce(`! The hub logged a warning. That is normal on a slow or busy machine. See ${path}`)
    },
  })
}
