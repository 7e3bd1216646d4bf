import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { openApiDocument } from '@spindle/contract/openapi'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const run = promisify(execFile)
const program = (name: string): string => join(root, 'node_modules/.bin', name)

describe('the committed document', () => {
  it('has relative addresses and passes both linters, without a warning of the second', {
    timeout: 300_000,
  }, async () => {
    const committed = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'))
    expect(committed.servers[0].url).toBe('/')
    expect(openApiDocument('').openapi).toBe(committed.openapi)
    const options = {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    }
    // Each ends with an error when it finds one: the first of severity error, the second of severity warning.
    const [redocly, spectral] = await Promise.all([
      run(program('redocly'), ['lint', 'openapi.json', '--format', 'json'], options),
      run(program('spectral'), ['lint', 'openapi.json', '--fail-severity', 'warn'], options),
    ])
    expect(JSON.parse(redocly.stdout).totals).toMatchObject({ errors: 0 })
    expect(spectral.stderr).toBe('')
  })
})
