import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2 from 'ssh2'
import { readPrivateKey } from '../../src/features/interchange/index.ts'
import { fingerprintOf } from '../../src/features/interchange/transports/sftp-connection.ts'
import { atEnd } from './cleanup.ts'

/** Where a test finds its server, and the settings of an outlet there. */
export interface SshPlace {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly hostKey: string
  readonly directory: string
}

/** The types of the library lack it. */
type WithDelay = ssh2.Connection & { setNoDelay(isOn: boolean): void }

/** A server of SSH in this process, until the end of the test file. */
export async function startSshServer(serve: (client: ssh2.Connection) => void): Promise<SshPlace> {
  const host = await newPrivateKey()
  const server = new ssh2.Server({ hostKeys: [host] }, (client) => {
    // As OpenSSH: without it, each answer waits for the acknowledgement of the one before, up to 40 ms.
    ;(client as WithDelay).setNoDelay(true)
    client.on('error', () => {})
    serve(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => new Promise((closed) => server.close(closed)))
  const parsed = ssh2.utils.parseKey(host)
  if (parsed instanceof Error) throw parsed
  const { port } = server.address() as AddressInfo
  return { host: '127.0.0.1', port, user: 'label', hostKey: fingerprintOf(parsed.getPublicSSH()), directory: '.' }
}

export const newPrivateKey = (): Promise<string> =>
  readPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
