import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { jsonLog, type Log } from '../../platform/logging/log.ts'

/**
 * The log of a demo is written to `demo.log` in the data directory, because its lines of JSON between the steps would be
 * hard to read. `say` gets one line for the first warning and one for the first error.
 */
export function demoLog({ dataDir, logLevel }: Pick<Config, 'dataDir' | 'logLevel'>, say: (line: string) => void): Log {
  const path = join(dataDir, 'demo.log')
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  const said = new Set<string>()
  const sayOnce = (line: string): void => {
    if (said.has(line)) return
    said.add(line)
    say(line)
  }
  file.on('error', (error) => sayOnce(`! The log of the demo could not be written: ${error.message}`))
  return jsonLog(logLevel, {
    write: (line) => {
      file.write(line)
      sayOnce(
        (JSON.parse(line) as { readonly level: string }).level === 'error'
          ? `! The hub logged an error. See ${path}`
          : `! The hub logged a warning. That is normal on a slow or busy machine. See ${path}`,
      )
    },
  })
}
