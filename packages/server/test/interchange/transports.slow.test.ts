import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderTransport } from '../../src/features/interchange/transports/folder-transport.ts'
import { sftpTransport } from '../../src/features/interchange/transports/sftp-transport.ts'
import type { OpenTransport } from '../../src/features/interchange/transports/transport.ts'
import { atEnd } from '../harness/cleanup.ts'
import type { BucketAddress } from '../harness/object-store/bucket-folder.ts'
import { isSwiftMissing, startSwift } from '../harness/object-store/swift.ts'
import { describeBucketTransport } from '../harness/object-store/transport-in-bucket.ts'
import { folderFiles } from '../harness/sent-packages.ts'
import { isSshdMissing, type Sshd, startSshd } from '../harness/sshd.ts'
import { describeTransport, type TransportPlace } from '../harness/transport-conformance.ts'

const signal = new AbortController().signal

async function emptyFolder(below: string): Promise<string> {
  const root = await mkdtemp(join(below, 'spindle-transport-'))
  atEnd(() => rm(root, { recursive: true, force: true }))
  return root
}

/** An inbox that is a link, as some stores have it: the folder of today, or one on another disk. */
async function linkedFolder(below: string): Promise<{ readonly root: string; readonly link: string }> {
  const place = await emptyFolder(below)
  const [root, link] = [join(place, 'folder'), join(place, 'inbox')]
  await mkdir(root)
  await symlink(root, link)
  return { root, link }
}

/** Entries that a person with write access may put into the place. */
async function layTraps(root: string): Promise<void> {
  await writeFile(join(root, '..', 'secret'), 'secret')
  await symlink(join(root, '..', 'secret'), join(root, 'link'))
  await symlink('..', join(root, 'up'))
  await promisify(execFile)('mkfifo', [join(root, 'pipe')])
}

async function expectTrapsUnsprung(transport: OpenTransport): Promise<void> {
  const walked: string[] = []
  for await (const { path, kind } of transport.walk('')) walked.push(`${kind} ${path}`)
  expect(walked.sort()).toEqual(['other link', 'other pipe', 'other up'])
  for (const path of ['link', 'pipe']) await expect(transport.open(path, signal)).rejects.toThrow()
}

describe('a folder that someone else fills', () => {
  it('lists links and pipes, and opens neither them nor their targets', async () => {
    const root = join(await emptyFolder(tmpdir()), 'drop')
    await mkdir(root)
    await layTraps(root)
    const transport = folderTransport(root)
    await expectTrapsUnsprung(transport)
    await expect(transport.open('up/secret', signal)).rejects.toThrow('it is outside the folder')
    await expect(transport.read('up/secret', 10)).rejects.toThrow('it is outside the folder')
  })

  it('is written to, and nothing behind a link', async () => {
    const root = join(await emptyFolder(tmpdir()), 'drop')
    await mkdir(root)
    await layTraps(root)
    const transport = folderTransport(root)
    const put = (path: string) => transport.putStream(path, Readable.from([Buffer.from('report')]), signal)
    const secret = () => readFile(join(root, '..', 'secret'), 'utf8')
    for (const path of ['link', 'pipe']) {
      await put(path)
      expect([await readFile(join(root, path), 'utf8'), await secret()]).toEqual(['report', 'secret'])
    }
    await expect(put('up/secret')).rejects.toThrow('it is outside the folder')
    await expect(transport.rename?.('link', 'up/secret')).rejects.toThrow('it is outside the folder')
    expect(await secret()).toBe('secret')
  })
})

describe.skipIf(isSshdMissing())('OpenSSH', () => {
  let sshd: Sshd
  let plain: Sshd
  beforeAll(async () => {
    sshd = await startSshd()
    // Like servers with the SFTP version of 2001.
    plain = await startSshd({ sftpOptions: '-P posix-rename,fsync,statvfs' })
  })
  const over = async (server: Sshd): Promise<TransportPlace> => {
    const root = await emptyFolder(server.folder)
    const { privateKey } = server
    return { ...folderFiles(root), open: () => sftpTransport({ ...server, directory: root }, { privateKey }, signal) }
  }
  it('distinguishes links and pipes from files', async () => {
    const root = join(await emptyFolder(sshd.folder), 'drop')
    await mkdir(root)
    await layTraps(root)
    const transport = sftpTransport({ ...sshd, directory: root }, { privateKey: sshd.privateKey }, signal)
    atEnd(() => transport.close())
    await expectTrapsUnsprung(transport)
  })
  describeTransport('SFTP', () => over(sshd))
  describeTransport('SFTP without extensions', () => over(plain))
  describeTransport('SFTP to a link', async () => {
    const { root, link } = await linkedFolder(sshd.folder)
    const { privateKey } = sshd
    return { ...folderFiles(root), open: () => sftpTransport({ ...sshd, directory: link }, { privateKey }, signal) }
  })
  it('says that a link leads nowhere', async () => {
    const { root, link } = await linkedFolder(sshd.folder)
    await rm(root, { recursive: true })
    const { privateKey } = sshd
    const transport = sftpTransport({ ...sshd, directory: link }, { privateKey }, signal)
    atEnd(() => transport.close())
    await expect(transport.mkdirs('a')).rejects.toThrow('is a link that leads nowhere')
  })
})

describeTransport('a link to a folder', async () => {
  const { root, link } = await linkedFolder(tmpdir())
  return { ...folderFiles(root), open: () => folderTransport(link) }
})

describe.skipIf(isSwiftMissing())('OpenStack Swift', () => {
  let swift: BucketAddress
  beforeAll(async () => {
    swift = await startSwift({ minPartBytes: 1 })
  })
  describeBucketTransport(() => swift)
})
