import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { s3Transport } from '../../src/features/interchange/transports/s3-transport.ts'
import { type DropHub, delivery, emptyFolder, filesIn, layBatch, openDropHub } from '../harness/drop-folder.ts'
import { eventually } from '../harness/eventually.ts'
import { startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { operatorOf } from '../harness/operator.ts'
import { isSshdMissing, type Sshd, startSshd } from '../harness/sshd.ts'

/** Packages that are fetched from other machines. */

const environment = { SPINDLE_SECRET: 's'.repeat(32) }
const batch = '20261120100000123'

describe.skipIf(isSshdMissing())('a directory of an SFTP server that packages are taken from', () => {
  let drop: DropHub
  let operator: ReturnType<typeof operatorOf>
  let sshd: Sshd
  let secrets: string
  beforeAll(async () => {
    sshd = await startSshd()
    drop = await openDropHub({ environment })
    operator = operatorOf(drop.hub)
    secrets = await emptyFolder()
    await writeFile(join(secrets, 'key'), sshd.privateKey)
    await writeFile(join(secrets, 'wrong'), 'wrong\n')
  })
  const server = () => ['--sftp', `${sshd.user}@${sshd.host}:${sshd.port}`, '--directory', sshd.folder]
  const add = async (id: string, ...more: readonly string[]) => {
    const account = ['--account', drop.fixture.account.accountId]
    const added = await operator('drops', 'add', id, ...account, ...server(), '--look-every', '3600', ...more)
    const isSeen = async () => (await find(id))?.isPaused === true || (await find(id))?.lookedAt !== null
    await eventually(isSeen, { what: 'the first look' })
    return added
  }
  const key = () => ['--host-key', sshd.hostKey, '--key-file', join(secrets, 'key')]
  const find = async (id: string) => (await drop.hub.hub.drops.list()).find((one) => one.id === id)

  it('gives a batch to its account, and moves it to the folder for imported ones there', async () => {
    expect(await add('far', ...key())).toMatchObject({ code: 0 })
    expect((await operator('drops', 'test', 'far')).out.slice(0, 3)).toEqual([
      `ok      connect: host key ${sshd.hostKey} (ssh-ed25519)`,
      'ok      list it: 0 packages with 0 files',
      'ok      read from a file: there are none yet',
    ])
    const [one, two] = [await delivery(1), await delivery(2)]
    await layBatch(sshd.folder, batch, [two, one])
    await drop.lookUntilQuiet('far')
    expect([await drop.packages('far'), (await find('far'))?.problem]).toEqual([[[batch, 'done', null]], null])
    expect(await drop.imports('far')).toMatchObject([
      { status: 'created', messageId: 'D2' },
      { status: 'created', messageId: 'D1' },
    ])
    expect(await filesIn(sshd.folder)).toEqual([
      `done/${batch}.json`,
      `done/${batch}/${one.upc}/${one.upc}.xml`,
      `done/${batch}/${one.upc}/resources/A1.wav`,
      `done/${batch}/${one.upc}/resources/A2.jpg`,
      `done/${batch}/${two.upc}/${two.upc}.xml`,
      `done/${batch}/${two.upc}/resources/A1.wav`,
      `done/${batch}/${two.upc}/resources/A2.jpg`,
      `done/${batch}/BatchComplete_${batch}.xml`,
    ])
    const dumped = JSON.stringify(await drop.hub.opened.database.system.rows('select * from drops'))
    expect(dumped).not.toContain('PRIVATE KEY')
  })

  it('is paused when it shows another host key, or does not let the hub in', async () => {
    for (const [id, signIn, reason] of [
      ['other', ['--host-key', `SHA256:${'A'.repeat(43)}`, '--key-file', join(secrets, 'key')], 'has the host key'],
      ['locked', ['--host-key', sshd.hostKey, '--password-file', join(secrets, 'wrong')], 'refused the password of'],
    ] as const) {
      await add(id, ...signIn)
      await eventually(async () => (await find(id))?.isPaused, { what: 'the pause' })
      expect((await find(id))?.pausedReason).toContain(reason)
      expect((await operator('drops', 'list')).out.join('\n')).toContain(`paused: the server ${reason}`)
    }
  })

  it('is taken from again when the operator has set it right', async () => {
    const { code, out } = await operator('drops', 'sign-in', 'locked', '--key-file', join(secrets, 'key'))
    expect([code, out]).toEqual([0, ['locked was changed. Test it with: drops test locked']])
    expect((await operator('drops', 'test', 'locked')).code).toBe(0)
    await operator('drops', 'resume', 'locked')
    await eventually(async () => (await find('locked'))?.lookedAt, { what: 'the look' })
    expect(await find('locked')).toMatchObject({ isPaused: false, pausedReason: null, problem: null })
    expect((await operator('drops', 'sign-in', 'gone', '--key-file', '-')).err[0]).toBe(
      'Unknown drop gone: see drops list',
    )
  })

  it('may be killed while a file is read, and gives it once it is there again', async () => {
    await rm(join(sshd.folder, 'done'), { recursive: true })
    await add('cut', ...key())
    await layBatch(sshd.folder, batch, [await delivery(3)])
    await drop.look('cut')
    await sshd.kill()
    await drop.look('cut')
    expect((await find('cut'))?.problem).toMatch(/ECONNREFUSED|closed the connection/)
    await sshd.start()
    await drop.lookUntilQuiet('cut')
    expect((await find('cut'))?.problem).toBeNull()
    expect(await drop.imports('cut')).toMatchObject([{ status: 'created', messageId: 'D3' }])
  })

  it('may be one that the hub only reads', async () => {
    await rm(join(sshd.folder, 'done'), { recursive: true })
    await layBatch(sshd.folder, batch, [await delivery(4)])
    await chmod(sshd.folder, 0o555)
    try {
      await add('read', ...key(), '--afterwards', 'nothing')
      expect((await operator('drops', 'test', 'read')).out.slice(1)).toEqual([
        'ok      list it: 1 packages with 4 files',
        'ok      read from a file',
      ])
      await drop.lookUntilQuiet('read')
      await drop.look('read')
    } finally {
      await chmod(sshd.folder, 0o755)
    }
    expect(await drop.imports('read')).toMatchObject([{ status: 'created', messageId: 'D4' }])
  })
})

describe('a bucket that packages are taken from', () => {
  it('gives each of them once, and writes a report next to them', async () => {
    const s3 = await startFakeS3({ pageSize: 3 })
    const drop = await openDropHub({ environment })
    const place = { ...s3.options, prefix: 'inbox/', accessKeyId: 'key' }
    const store = s3Transport(place, 'secret')
    const folder = await emptyFolder()
    await layBatch(folder, batch, [await delivery(5), await delivery(6)])
    const files = await filesIn(folder)
    // The completion mark comes last.
    for (const path of files.toSorted((one) => (one.includes('BatchComplete') ? 1 : -1)))
      await store.putStream(path, Readable.from([await readFile(join(folder, path))]), new AbortController().signal)
    await store.close()
    await drop.addDrop('bucket', { kind: 's3', place, secret: 'secret' }, { afterwards: 'report' })
    await drop.lookUntilQuiet('bucket')
    await drop.look('bucket')
    await drop.look('bucket')
    expect(await drop.imports('bucket')).toMatchObject([
      { status: 'created', messageId: 'D5', drop: { id: 'bucket' } },
      { status: 'created', messageId: 'D6' },
    ])
    expect(
      s3
        .objectNames()
        .filter((name) => name.startsWith('inbox/'))
        .toSorted(),
    ).toEqual([...files.map((path) => `inbox/${path}`), `inbox/done/${batch}.json`].toSorted())
    const steps = await drop.hub.hub.drops.test('bucket')
    expect(steps?.slice(0, 3)).toEqual([
      { step: 'connect', found: 'bucket bucket', problem: undefined },
      { step: 'list it', found: '1 packages with 7 files', problem: undefined },
      { step: 'read from a file', found: undefined, problem: undefined },
    ])
  })
})
