import ssh2 from 'ssh2'
import { startSshServer } from './ssh-server.ts'

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
  const tried: string[] = []
  const place = await startSshServer((client) => {
    const done: string[] = []
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
  return { place, tried }
}

/** Asks the questions of a server with PAM; undefined if it is another method. */
export const askQuestions = (attempt: ssh2.AuthContext, questions: ssh2.Prompt[]): Promise<string[] | undefined> =>
  attempt.method === 'keyboard-interactive'
    ? new Promise((resolve) => attempt.prompt(questions, (answers) => resolve(answers)))
    : Promise.resolve(undefined)
