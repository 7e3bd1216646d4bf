import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2 from 'ssh2'
import { readPrivateKey } from '../../src/features/interchange/index.ts'
import { fingerprintOf } from '../../src/features/interchange/transports/sftp-connection.ts'
import { atEnd } from './cleanup.ts'

/** What a server says to one attempt: let in, or a refusal with the methods that can continue. */
export type SignInReply = 'accept' | { readonly continueWith: ssh2.AuthenticationType[]; readonly isPartial?: boolean }

export interface SignInServerOptions {
  /** The methods it names when it is asked what it takes. */
  readonly takes: readonly ssh2.AuthenticationType[]
  /** `done` has the methods that were accepted before. */
  readonly judge: (attempt: ssh2.AuthContext, done: readonly string[]) => SignInReply | Promise<SignInReply>
}

/** An SFTP server that judges each attempt as the test says, and writes down the methods that were tried. */
export async function startSignInServer({ takes, judge }: SignInServerOptions) {
  const host = await newPrivateKey()
  const tried: string[] = []
  const server = new ssh2.Server({ hostKeys: [host] }, (client) => {
    const done: string[] = []
    client.on('error', () => {})
    const answer = async (attempt: ssh2.AuthContext): Promise<void> => {
      if (attempt.method === 'none') return attempt.reject([...takes])
      tried.push(attempt.method)
      const reply = await judge(attempt, done)
      if (reply === 'accept') return attempt.accept()
      if (reply.isPartial) done.push(attempt.method)
      attempt.reject(reply.continueWith, reply.isPartial ?? false)
    }
    client.on('authentication', (attempt) => void answer(attempt))
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => {
        const sftp = acceptSftp()
        sftp.on('STAT', (request) => sftp.status(request, ssh2.utils.sftp.STATUS_CODE.NO_SUCH_FILE))
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => new Promise((closed) => server.close(closed)))
  const parsed = ssh2.utils.parseKey(host)
  if (parsed instanceof Error) throw parsed
  const { port } = server.address() as AddressInfo
  const place = {
    host: '127.0.0.1',
    port,
    user: 'label',
    hostKey: fingerprintOf(parsed.getPublicSSH()),
    directory: '.',
  }
  return { place, tried }
}

export const newPrivateKey = (): Promise<string> =>
  readPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())

/** Asks the questions of a server with PAM; undefined if it is another method. */
export const askQuestions = (attempt: ssh2.AuthContext, questions: ssh2.Prompt[]): Promise<string[] | undefined> =>
  attempt.method === 'keyboard-interactive'
    ? new Promise((resolve) => attempt.prompt(questions, (answers) => resolve(answers)))
    : Promise.resolve(undefined)
