import { execFile } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../harness/cleanup.ts'
import { isRoot } from '../harness/other-users.ts'

/** The program next to the unit: what it requests from systemd matches the unit. */

const folder = fileURLToPath(new URL('../../../../deploy/systemd/', import.meta.url))
const run = promisify(execFile)

describe('spindle-hub', () => {
  let bin: string
  beforeAll(async () => {
    bin = await temporaryFolder('spindle-systemd')
    await writeFile(join(bin, 'systemd-run'), '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word"; done\n')
    await chmod(join(bin, 'systemd-run'), 0o755)
  })
  const asks = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await run(join(folder, 'spindle-hub'), args, { env: { PATH: `${bin}:${process.env.PATH}` } })
    return stdout.trimEnd().split('\n')
  }

  it.runIf(isRoot)('runs a command with the settings, the user and the folders of the unit', async () => {
    const unit = await readFile(join(folder, 'spindle@.service'), 'utf8')
    const valuesOf = (key: string): string[] =>
      [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
    const words = await asks('accounts', 'create', 'My label')
    for (const key of [
      'DynamicUser',
      'User',
      'StateDirectory',
      'StateDirectoryMode',
      'CacheDirectory',
      'WorkingDirectory',
      'UMask',
    ])
      expect(words).toContain(`--property=${key}=${valuesOf(key)[0]}`)
    // The first one is that of the hub, the second that of one role.
    expect(words).toContain(`--property=EnvironmentFile=${valuesOf('EnvironmentFile')[0]}`)
    const environment = valuesOf('Environment')
    expect(environment).toHaveLength(3)
    for (const setting of environment) expect(words).toContain(`--setenv=${setting}`)
    const [program = ''] = valuesOf('ExecStart')
    expect(words.slice(-5)).toEqual([...program.split(' ').slice(0, 2), 'accounts', 'create', 'My label'])
  })

  it.runIf(isRoot)('lets a command write to the path it is given', async () => {
    const words = await asks('backup', 'drill', '/backups', '--in', join(bin, 'new/folder'))
    expect(words).toContain(`--property=ReadWritePaths= ${bin}`)
    expect(await asks('accounts', 'list')).toContain('--property=ReadWritePaths=')
  })
})
