import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestHub } from '../harness/hub.ts'
import { importsPath, openImportAccount } from '../harness/imports.ts'
import { operatorOf } from '../harness/operator.ts'
import { newFolder, newKey } from './two-hubs.ts'

/** The names in stored rows and in archives are older than those of the API, and stay as they are. */

it('an archive whose refusals have "detail" is read, and the API answers "message"', async () => {
  const { hub, ask, waiting, end, fixture } = await openImportAccount()
  const importId = await waiting()
  await end(importId)
  const { accountId } = fixture.account
  const folder = await newFolder()
  expect(await operatorOf(hub)('accounts', 'export', accountId, '--to', folder)).toMatchObject({ code: 0 })
  const [line = ''] = (await readRows(folder, 'imports')).split('\n')
  expect(JSON.parse(line).report.refusal).toEqual({
    code: 'nothing_offered',
    detail: 'The message offers nothing.',
    line: 3,
  })

  const other = await startTestHub({ role: 'api', environment: { SPINDLE_SANDBOX_OUTLET: 'on' } })
  expect(await operatorOf(other)('accounts', 'import', folder)).toMatchObject({ code: 0, err: [] })
  const key = await newKey(other, accountId)
  const { body } = await other.json('GET', `${importsPath}/${importId}`, { key })
  expect(body.refusal).toEqual({ code: 'nothing_offered', message: 'The message offers nothing.', line: 3 })
  expect(body).toEqual((await ask(`/${importId}`)).body)
})

async function readRows(folder: string, table: string): Promise<string> {
  const [exportId = ''] = await readdir(join(folder, 'exports'))
  return readFile(join(folder, 'exports', exportId, `${table}.ndjson`), 'utf8')
}
