import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../harness/cleanup.ts'
import { makeHub } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'

/** Commands that start the PostgreSQL of a data directory, and stop it again. */
const openFolder = async () => {
  const environment = { SPINDLE_DATA_DIR: await temporaryFolder('spindle-cli') }
  await makeHub(environment.SPINDLE_DATA_DIR)
  return (...args: string[]) => runOperatorCommand(args, environment)
}

it('a refused restore leaves the place as it was', async () => {
  const environment = { SPINDLE_DATA_DIR: await temporaryFolder('spindle-cli') }
  await makeHub(environment.SPINDLE_DATA_DIR)
  const folder = await temporaryFolder('spindle-cli')
  const [from, to] = [join(folder, 'backup'), join(folder, 'restored')]
  expect((await runOperatorCommand(['backup', 'create', '--to', from], environment)).code).toBe(0)
  const restore = (...more: string[]) =>
    runOperatorCommand(['backup', 'restore', '--from', from, '--to', to, ...more], {})
  writeFileSync(join(folder, 'wrong'), 'w'.repeat(40))
  expect(await restore('--secret-file', join(folder, 'wrong'))).toMatchObject({ code: 1 })
  expect(existsSync(to)).toBe(false)
  mkdirSync(join(to, 'uploads'), { recursive: true })
  writeFileSync(join(to, 'uploads/hub-id'), 'of another hub')
  expect(await restore('--new-secret')).toMatchObject({
    code: 1,
    err: [expect.stringContaining('The storage for uploads is not empty')],
  })
  expect(readdirSync(to)).toEqual(['uploads'])
})

describe('operator commands on the embedded database', () => {
  it('create an account, and find it again', async () => {
    const run = await openFolder()
    const created = await run('accounts', 'create', 'My label')
    expect(created.code).toBe(0)
    const listed = await run('accounts', 'list', '--json')
    expect(JSON.parse(listed.out.join('\n'))).toEqual([
      { id: created.out[0], name: 'My label', suspendedAt: null, moveIn: null, createdAt: expect.stringMatching(/Z$/) },
    ])
  })

  it('finds nothing wrong with this machine', async () => {
    const { code, out } = await (await openFolder())('doctor')
    expect(out.filter((line) => line.startsWith('FAIL'))).toEqual([])
    expect(code).toBe(0)
    expect(out).toHaveLength(18)
    expect(out).toContain('ok   storage for uploads: belongs to this database, or both are new')
  })
})
