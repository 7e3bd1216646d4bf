import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { AnyAuthMethod, SFTPWrapper } from 'ssh2'
import { OperatorNeeded } from './failures.ts'
import { attemptSignIn, type SftpSignIn, type SignInAttempts } from './sftp-sign-in.ts'

/** A connection to an SFTP server whose host key is known beforehand. `ssh2` is loaded with the first of them. */

export interface SftpServer {
  readonly host: string
  readonly port: number
  readonly user: string
  /** As OpenSSH writes it: `SHA256:` and base64 without padding. */
  readonly hostKey: string
}

type Answered<T> = (error: Error | null | undefined, value?: T) => void

export interface SftpConnection {
  readonly sftp: SFTPWrapper
  /** Type of the server's key, such as ssh-ed25519. */
  readonly hostKeyType: string
  /** Aborted, with what happened, when the connection ends. */
  readonly ended: AbortSignal
  /** One call of the library. It rejects when the connection ends, where the library would never answer. */
  ask<T>(start: (answered: Answered<T>) => void): Promise<T>
  close(): Promise<void>
}

export const handshakeMs = 20_000
/** A server that does not answer for so long is gone. */
const silenceMs = 60_000

export async function connectSftp(
  { host, port, user, hostKey }: SftpServer,
  signIn: SftpSignIn,
  signal: AbortSignal,
): Promise<SftpConnection> {
  const { Client } = (await import('ssh2')).default
  signal.throwIfAborted()
  const client = new Client()
  const socket = connect({ host, port, noDelay: true })
  const calls = openCalls(socket, () => client.destroy())
  const abort = (): void => void client.destroy()
  signal.addEventListener('abort', abort)
  let shown: Buffer | undefined
  let refused: Error | undefined
  const ended = new Promise<void>((resolve) =>
    client.once('close', () => {
      signal.removeEventListener('abort', abort)
      calls.end(refused ?? attempts.givenUp() ?? new Error('the server closed the connection'))
      resolve()
    }),
  )
  const attempts = attemptSignIn(client, user, signIn)
  client.on('error', (error) => {
    refused ??= toRefusal(error, { shown, hostKey, attempts })
  })
  await calls.ask<void>((answered) => {
    client.once('ready', () => answered(null))
    client.connect({
      sock: socket,
      username: user,
      authHandler: (offered, isPartial, next) => next(attempts.next(offered, isPartial) as AnyAuthMethod),
      hostVerifier: (key: Buffer) => {
        shown = key
        return fingerprintOf(key) === hostKey
      },
      readyTimeout: handshakeMs,
      keepaliveInterval: 15_000,
      keepaliveCountMax: 3,
    })
  })
  const sftp = await calls.ask<SFTPWrapper>((answered) => client.sftp(answered))
  return {
    sftp,
    hostKeyType: shown ? keyTypeOf(shown) : '',
    ask: calls.ask,
    ended: calls.ended,
    async close() {
      client.end()
      const late = setTimeout(() => client.destroy(), 1_000)
      await ended
      clearTimeout(late)
    },
  }
}

export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** The wire form of a key begins with its type (RFC 4253, 6.6). */
export const keyTypeOf = (key: Buffer): string =>
  key.subarray(4, 4 + Math.min(key.readUInt32BE(0), 64)).toString('latin1')

interface Handshake {
  readonly shown: Buffer | undefined
  readonly hostKey: string
  readonly attempts: SignInAttempts
}

function toRefusal(error: Error & { readonly level?: string }, { shown, hostKey, attempts }: Handshake): Error {
  if (shown && fingerprintOf(shown) !== hostKey)
    return new OperatorNeeded(
      `the server has the host key ${fingerprintOf(shown)} (${keyTypeOf(shown)}), which differs from the pinned key`,
    )
  return error.level === 'client-authentication' ? attempts.refusal() : error
}

/** Calls that wait for the server, all of which fail when the connection ends. */
function openCalls(socket: Socket, giveUp: () => void) {
  const waiting = new Set<(error: Error) => void>()
  const ending = new AbortController()
  const ended = ending.signal
  const silence = setTimeout(() => {
    if (waiting.size > 0) giveUp()
  }, silenceMs).unref()
  return {
    ended,
    ask: <T>(start: (answered: Answered<T>) => void): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        if (ended.aborted) return reject(ended.reason as Error)
        waiting.add(reject)
        silence.refresh()
        const settle = (): void => {
          waiting.delete(reject)
          if (!ended.aborted) silence.refresh()
        }
        // The library hands over each packet in three writes, the first of four bytes: they leave as one.
        socket.cork()
        try {
          start((error, value) => {
            settle()
            if (error) reject(error)
            else resolve(value as T)
          })
        } catch (error) {
          settle()
          reject(error)
        } finally {
          socket.uncork()
        }
      }),
    end(error: Error): void {
      ending.abort(error)
      clearTimeout(silence)
      for (const reject of waiting) reject(error)
      waiting.clear()
    },
  }
}
