import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeHub } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'

/** Commands that start the PostgreSQL of a data directory, and stop it again. */
const openFolder = async () => {
  const environment = { SPINDLE_DATA_DIR: mkdtempSync(join(tmpdir(), 'spindle-cli-')) }
  await makeHub(environment.SPINDLE_DATA_DIR)
  return (...args: string[]) => runOperatorCommand(args, environment)
}

describe('operator commands on the embedded database', () => {
  it('create an account, and find it again', async () => {
    const run = await openFolder()
    const created = await run('accounts', 'create', 'My label')
    expect(created.code).toBe(0)
    const listed = await run('accounts', 'list', '--json')
    expect(JSON.parse(listed.out.join('\n'))).toEqual([
      { id: created.out[0], name: 'My label', suspendedAt: null, createdAt: expect.stringMatching(/Z$/) },
    ])
  })

  it('finds nothing wrong with this machine', async () => {
    const { code, out } = await (await openFolder())('doctor')
    expect(out.filter((line) => line.startsWith('FAIL'))).toEqual([])
    expect(code).toBe(0)
    expect(out).toHaveLength(16)
    expect(out).toContain('ok   storage for uploads: belongs to this database, or both are new')
  })
})
