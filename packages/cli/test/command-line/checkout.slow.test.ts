import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../harness/spindle-home.ts'

/** The command in a checkout, as its documentation starts it. */

const checkout = fileURLToPath(new URL('../../../../', import.meta.url))

async function runFromCheckout(cwd: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    HOME: makeFolder(),
    SPINDLE_URL: 'http://127.0.0.1:9',
    SPINDLE_API_KEY: 'spn_x',
  }
  return promisify(execFile)('npm', ['--prefix', checkout, 'run', '--silent', 'spindle', '--', ...args], {
    cwd,
    env,
  }).catch((error: { stdout: string; stderr: string }) => error)
}

describe('npm run spindle', () => {
  it('reads paths from where npm was called', { timeout: 240_000 }, async () => {
    const here = makeFolder()
    mkdirSync(join(here, 'album'))
    expect((await runFromCheckout(here, 'deliver', './album', '--dry-run')).stderr).toContain('./album is empty')
    expect((await runFromCheckout(here, 'deliver', './other', '--dry-run')).stderr).toContain(
      'The folder ./other does not exist',
    )
  })

  it('writes nothing but the answer to stdout', async () => {
    const { stdout } = await runFromCheckout(makeFolder(), 'commands', '--json')
    expect(JSON.parse(stdout)).not.toHaveLength(0)
  })
})
