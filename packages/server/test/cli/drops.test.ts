import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { emptyFolder, filesIn } from '../harness/drop-folder.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'

describe('drops', () => {
  let hub: TestHub
  let operator: ReturnType<typeof operatorOf>
  let accountId: string
  let folder: string
  beforeAll(async () => {
    hub = await startTestHub()
    operator = operatorOf(hub)
    accountId = (await createTestAccount(hub)).accountId
    folder = await emptyFolder()
  })
  const add = (id: string, ...more: readonly string[]) =>
    operator('drops', 'add', id, '--account', accountId, '--folder', folder, ...more)
  const listed = async () => JSON.parse((await operator('drops', 'list', '--json')).out.join('\n'))

  it('are added for one account, and looked into from then on', async () => {
    expect(await operator('drops', 'list')).toMatchObject({
      code: 0,
      out: [],
      err: ['There are no drops. Add one with: drops add'],
    })
    expect((await add('label', '--look-every', '3600')).out).toEqual([
      'label was added. Test it with: drops test label',
    ])
    await eventually(async () => (await listed())[0].lookedAt !== null, { what: 'the first look' })
    expect(await listed()).toMatchObject([
      {
        id: 'label',
        accountId,
        kind: 'folder',
        settings: { folder, afterwards: 'move', everySeconds: 3600, settleSeconds: 300 },
        isPaused: false,
        problem: null,
      },
    ])
  })

  it.each([
    [['label'], 'The drop label already exists: see drops list'],
    [['UPPER'], '<id> can contain lowercase letters, digits, - and _, such as studio'],
    [['two', '--sftp', 'a@b'], 'Say where the packages are: --folder, --sftp or --s3'],
    [['two', '--settle', '0'], '--settle is "0"; give a whole number from 1 to 86400'],
    [
      ['two', '--afterwards', 'nothing', '--acknowledge'],
      'Acknowledgements are written to the drop: use --acknowledge with --afterwards move or report',
    ],
    [['two', '--afterwards', 'delete'], '--afterwards is "delete"; take one of: move, report, nothing'],
    [['two', '--account', 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'], expect.stringContaining('acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB')],
  ] as const)('are not added as %j', async ([id, ...more], said) => {
    const { code, err } = await add(id, ...more)
    expect([code, err[0]]).toEqual([2, said])
    expect(await listed()).toHaveLength(1)
  })

  it('of a bucket are never emptied', async () => {
    const secret = join(folder, '.secret')
    await writeFile(secret, 'secret')
    const bucket = ['--s3', 's3://inbox/label', '--access-key', 'AK', '--secret-key-file', secret]
    const s3 = (id: string, ...more: readonly string[]) =>
      operator('drops', 'add', id, '--account', accountId, ...bucket, ...more)
    expect((await s3('bucket', '--afterwards', 'move')).err[0]).toBe(
      'Files in a bucket cannot be moved: use --afterwards report or nothing',
    )
    await s3('bucket', '--endpoint', 'http://127.0.0.1:9')
    const [{ settings }] = await listed()
    expect(settings).toMatchObject({ bucket: 'inbox', prefix: 'label/', afterwards: 'report' })
    expect(JSON.stringify(await listed())).not.toContain('"secret"')
    expect((await operator('drops', 'remove', 'bucket')).out).toEqual(['bucket is removed.'])
  })

  it('are tried, and nothing is taken or left behind', async () => {
    await mkdir(join(folder, 'one'))
    await writeFile(join(folder, 'one', 'a.xml'), '<a/>')
    await writeFile(join(folder, 'loose.txt'), '')
    const { code, out } = await operator('drops', 'test', 'label')
    expect([code, out]).toEqual([
      0,
      [
        'ok      list it: 1 packages with 1 files; 1 files at the top level are ignored',
        'ok      read from a file',
        ...['create a folder', 'write a file', 'rename it', 'read it', 'remove it'].map((step) => `ok      ${step}`),
      ],
    ])
    expect(await filesIn(folder)).toEqual(['.secret', 'loose.txt', 'one/a.xml'])
    await add('gone', '--folder', '/nowhere/at/all')
    expect(await operator('drops', 'test', 'gone')).toMatchObject({
      code: 1,
      out: ['failed  list it: the folder does not exist'],
    })
    await eventually(async () => (await listed())[0].problem === 'the folder does not exist', { what: 'the problem' })
    expect((await operator('drops', 'list')).out[0]).toMatch(
      new RegExp(`^gone {2}folder {2}${accountId} {2}checked .*Z: the folder does not exist$`),
    )
  })

  it('are paused, resumed and removed, and show what is in the folder', async () => {
    expect((await operator('drops', 'pause', 'label')).out).toEqual(['label is paused. Its packages wait.'])
    expect((await operator('drops', 'list')).out[1]).toBe(`label  folder  ${accountId}  paused`)
    expect((await operator('drops', 'resume', 'label')).out).toEqual(['label is resumed. The hub checks it now.'])
    const line = await eventually(async () => (await operator('drops', 'packages', 'label')).out[0], {
      what: 'the look',
    })
    expect(line).toBe('one  arriving  1 files  4 bytes')
    expect((await operator('drops', 'remove', 'label')).out).toEqual(['label is removed.'])
    for (const command of ['remove', 'pause', 'resume', 'test', 'packages'])
      expect(await operator('drops', command, 'label')).toMatchObject({
        code: 2,
        err: ['Unknown drop label: see drops list', expect.anything()],
      })
  })
})
