import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2 from 'ssh2'
import { readPrivateKey } from '../../src/features/interchange/index.ts'
import { fingerprintOf } from '../../src/features/interchange/transports/sftp-connection.ts'
import { atEnd } from './cleanup.ts'

/** An SFTP server that does not state its limits, stores what it receives, and answers late and in reverse order. */
export interface SftpStub {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly hostKey: string
  /** Accepts every sign-in. */
  readonly privateKey: string
  /** As they came. */
  readonly writes: readonly StubWrite[]
}

export interface StubWrite {
  readonly position: number
  readonly data: Buffer
}

export interface SftpStubOptions {
  /** The version that it states. */
  readonly ident: string
  /** It answers write requests as soon as this many wait, the newest first. */
  readonly underWay: number
}

export async function startSftpStub({ ident, underWay }: SftpStubOptions): Promise<SftpStub> {
  const [host, user] = [await newKey(), await newKey()]
  const writes: StubWrite[] = []
  const server = new ssh2.Server({ hostKeys: [host], ident }, (client) => {
    // Clients disconnect without notice when they are done.
    client.on('error', () => {})
    client.on('authentication', (attempt) => attempt.accept())
    client.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp(), { underWay, writes })))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => new Promise((closed) => server.close(closed)))
  const parsed = ssh2.utils.parseKey(host)
  if (parsed instanceof Error) throw parsed
  return {
    ...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'anybody' },
    ...{ hostKey: fingerprintOf(parsed.getPublicSSH()), privateKey: user, writes },
  }
}

const newKey = (): Promise<string> =>
  readPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())

function serve(
  sftp: ssh2.SFTPWrapper,
  { underWay, writes }: { readonly underWay: number; readonly writes: StubWrite[] },
): void {
  const { OK } = ssh2.utils.sftp.STATUS_CODE
  const waiting: number[] = []
  sftp.on('OPEN', (request) => sftp.handle(request, Buffer.alloc(4)))
  sftp.on('WRITE', (request, _, position, data) => {
    writes.push({ position, data: Buffer.from(data) })
    waiting.push(request)
    if (waiting.length < underWay) return
    for (const waited of waiting.splice(0).reverse()) sftp.status(waited, OK)
  })
  sftp.on('CLOSE', (request) => sftp.status(request, OK))
}
