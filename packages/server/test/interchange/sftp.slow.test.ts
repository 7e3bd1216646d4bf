import { execFile } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { KeyRefused, readPrivateKey } from '../../src/features/interchange/index.ts'
import { explainFailure, OperatorNeeded } from '../../src/features/interchange/transports/failures.ts'
import { type SftpPlace, sftpTransport } from '../../src/features/interchange/transports/sftp-transport.ts'
import type { OpenTransport } from '../../src/features/interchange/transports/transport.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { canMount, mountSmallDisk } from '../harness/small-disk.ts'
import { isSshdMissing, type Sshd, startSshd } from '../harness/sshd.ts'

const run = promisify(execFile)
const signal = new AbortController().signal
const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('it worked')),
    (error: Error) => error,
  )

describe.skipIf(isSshdMissing())('an SFTP server', () => {
  let sshd: Sshd
  beforeAll(async () => {
    sshd = await startSshd()
  })
  const opened: OpenTransport[] = []
  atEnd(() => Promise.all(opened.map((transport) => transport.close())))
  const open = (
    change: Partial<SftpPlace> = {},
    signIn: Parameters<typeof sftpTransport>[1] = { privateKey: sshd.privateKey },
  ) => {
    const place = { ...sshd, directory: sshd.folder, ...change }
    const transport = sftpTransport(place, signIn, signal)
    opened.push(transport)
    return transport
  }
  /** The server's log of sign-in attempts meanwhile. */
  async function knocksDuring(work: () => Promise<unknown>): Promise<string[]> {
    const before = sshd.said().length
    await work()
    const said = () => sshd.said().slice(before)
    await eventually(() => /Connection closed|Disconnected from|Connection reset/.test(said()), { what: 'its end' })
    return said().match(/(Failed|Accepted) \w+/g) ?? []
  }

  it('reports its key', async () => {
    expect(await open().greet?.()).toBe(`host key ${sshd.hostKey} (ssh-ed25519)`)
  })

  it('with another host key than the pinned one receives nothing about the hub', async () => {
    const pinned = `SHA256:${'A'.repeat(43)}`
    let failure = new Error()
    const knocks = await knocksDuring(async () => {
      failure = await failureOf(open({ hostKey: pinned }).stat('a'))
    })
    expect(failure).toBeInstanceOf(OperatorNeeded)
    expect(failure.message).toContain(`${sshd.hostKey} (ssh-ed25519)`)
    expect(knocks).toEqual([])
  })

  it('that refuses a password or key is tried once', async () => {
    const stranger = await readPrivateKey(pem(generateKeyPairSync('ed25519').privateKey, 'pkcs8'))
    for (const signIn of [{ password: 'wrong' }, { privateKey: stranger }]) {
      let failure = new Error()
      const knocks = await knocksDuring(async () => {
        failure = await failureOf(open({}, signIn).list('.'))
      })
      expect(failure).toBeInstanceOf(OperatorNeeded)
      expect(failure.message).toContain(`the server refused the ${'password' in signIn ? 'password' : 'key'} of`)
      expect(failure.message).toContain('The server takes only: publickey')
      expect(knocks).toEqual(['password' in signIn ? 'Failed password' : 'Failed publickey'])
    }
  })

  it.each<[string, () => KeyObject, 'pkcs8' | 'pkcs1' | 'sec1']>([
    ['Ed25519 as PKCS8', () => generateKeyPairSync('ed25519').privateKey, 'pkcs8'],
    ['RSA as PKCS8', () => generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey, 'pkcs8'],
    ['RSA as PKCS1', () => generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey, 'pkcs1'],
    ['ECDSA as PKCS8', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, 'pkcs8'],
    ['ECDSA as SEC1', () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey, 'sec1'],
  ])('lets %s in', async (_, make, type) => {
    const privateKey = await readPrivateKey(pem(make(), type))
    await sshd.admit(await publicKeyOf(privateKey))
    expect(await open({}, { privateKey }).list('.')).toEqual([])
  })

  it('that stops is noticed immediately, while writing and while waiting', async () => {
    const own = await startSshd()
    const connect = () => sftpTransport({ ...own, directory: own.folder }, { privateKey: own.privateKey }, signal)
    const [busy, idle] = [connect(), connect()]
    const source = new PassThrough()
    source.write('half')
    const writing = failureOf(busy.putStream('a', source, signal))
    await eventually(async () => (await readdir(own.folder)).includes('a') || undefined, {
      what: 'the file to be begun',
    })
    expect(await idle.stat('a')).toBeTypeOf('number')
    await own.kill()
    source.write(Buffer.alloc(100_000))
    // The system decides which of several messages comes first.
    expect(await writing).toBeInstanceOf(Error)
    expect(source.destroyed).toBe(true)
    expect(await failureOf(idle.stat('a'))).toBeInstanceOf(Error)
    await Promise.all([busy.close(), idle.close()])
    await own.start()
    const again = connect()
    await again.putStream('a', Readable.from([Buffer.from('whole')]), signal)
    expect(await again.stat('a')).toBe(5)
    await again.close()
  })

  it('is disconnected when it is no longer needed', async () => {
    const stop = new AbortController()
    const transport = sftpTransport({ ...sshd, directory: sshd.folder }, { privateKey: sshd.privateKey }, stop.signal)
    await transport.stat('a')
    stop.abort()
    await expect(transport.stat('a')).rejects.toThrow('closed the connection')
    await transport.close()
  })

  it('that does not respond is a failure like any other', async () => {
    const failure = await failureOf(open({ port: 1 }).stat('a'))
    expect(failure).not.toBeInstanceOf(OperatorNeeded)
    expect(failure.message).toContain('ECONNREFUSED')
  })
})

describe.skipIf(isSshdMissing() || !(await canMount()))('a full disk behind SFTP', () => {
  it('is reported as a full disk', async () => {
    const folder = await mountSmallDisk('1m')
    const sshd = await startSshd({ folder })
    const transport = sftpTransport({ ...sshd, directory: folder }, { privateKey: sshd.privateKey }, signal)
    const failure = await failureOf(transport.putStream('a', Readable.from([Buffer.alloc(3_000_000)]), signal))
    await transport.close()
    expect(failure.message).toBe('the disk or the quota of the server is full')
    expect(explainFailure(failure)).toMatchObject({
      code: 'outlet_full',
      message: expect.stringContaining('no space left'),
    })
  })
})

describe('a private key', () => {
  it.each<[string, () => string, string]>([
    ['is no key', () => 'hello', 'This is not a private key'],
    [
      'is half a key',
      () => '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
      'This is not a private key',
    ],
    [
      'has a passphrase (PKCS8)',
      () =>
        generateKeyPairSync('ed25519')
          .privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
          .toString(),
      'has a passphrase',
    ],
    ['is of a kind that SSH does not know', () => pem(generateKeyPairSync('x25519').privateKey, 'pkcs8'), 'x25519'],
  ])('that %s is refused', async (_, make, problem) => {
    const failure = await failureOf(readPrivateKey(make()))
    expect(failure).toBeInstanceOf(KeyRefused)
    expect(failure.message).toContain(problem)
  })

  it.skipIf(isSshdMissing())('in the form of OpenSSH stays unchanged, and is refused with a passphrase', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spindle-key-'))
    atEnd(() => rm(folder, { recursive: true }))
    const make = async (name: string, passphrase: string): Promise<string> => {
      await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-f', join(folder, name)])
      return readFile(join(folder, name), 'utf8')
    }
    const plain = await make('plain', '')
    expect(await readPrivateKey(plain)).toBe(plain)
    const locked = await failureOf(readPrivateKey(await make('locked', 'passphrase')))
    expect([locked instanceof KeyRefused, locked.message]).toEqual([true, expect.stringContaining('has a passphrase')])
    const publicKey = await readFile(join(folder, 'plain.pub'), 'utf8')
    expect((await failureOf(readPrivateKey(publicKey))).message).toContain('is a public key')
  })
})

const pem = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1'): string =>
  key.export({ type, format: 'pem' } as { type: 'pkcs8'; format: 'pem' }).toString()

/** As OpenSSH's own program reads the key: it has to understand what we wrote. */
async function publicKeyOf(privateKey: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-key-'))
  atEnd(() => rm(folder, { recursive: true }))
  const path = join(folder, 'key')
  await writeFile(path, privateKey, { mode: 0o600 })
  return (await run('ssh-keygen', ['-y', '-f', path])).stdout
}
