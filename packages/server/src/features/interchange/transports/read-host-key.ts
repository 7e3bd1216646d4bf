import { connect } from 'node:net'
import { explainNetworkFailure } from './network-failures.ts'
import { fingerprintOf, handshakeMs, keyTypeOf } from './sftp-connection.ts'

/** The key by which a server of SSH identifies itself, for an operator who compares and then pins it. */

export interface ShownHostKey {
  /** As OpenSSH writes it: `SHA256:` and base64 without padding. */
  readonly hostKey: string
  /** Such as ssh-ed25519. */
  readonly keyType: string
}

/** Signs in nowhere: the connection ends when the server has shown its key. Rejects if it shows none. */
export async function readHostKey({ host, port }: { readonly host: string; readonly port: number }) {
  const { Client } = (await import('ssh2')).default
  const client = new Client()
  const socket = connect({ host, port })
  const fail = (error: Error): Error => new Error(explainNetworkFailure(error) ?? error.message, { cause: error })
  const late = setTimeout(() => client.destroy(), handshakeMs)
  try {
    return await new Promise<ShownHostKey>((resolve, reject) => {
      client.on('error', (error) => reject(fail(error)))
      client.on('close', () => reject(new Error('the server closed the connection, or did not answer')))
      client.connect({
        sock: socket.on('error', (error) => reject(fail(error))),
        // The library wants one. It leaves the hub only after the key, which ends the connection.
        username: 'spindle',
        readyTimeout: handshakeMs,
        hostVerifier: (key: Buffer) => {
          resolve({ hostKey: fingerprintOf(key), keyType: keyTypeOf(key) })
          return false
        },
      })
    })
  } finally {
    clearTimeout(late)
    client.destroy()
    socket.destroy()
  }
}
