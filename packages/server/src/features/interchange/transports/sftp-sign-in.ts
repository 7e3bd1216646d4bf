import type { AnyAuthMethod, AuthenticationType, Client, Prompt } from 'ssh2'
import { OperatorNeeded } from './failures.ts'

/**
 * Which methods of SSH are tried, and in which order. The server is asked first what it takes (RFC 4252, 5.2), so that a
 * password or key is tried by one method only: a server may lock out repeated attempts.
 */

/** At least one of them. Some servers want both, one after the other. */
export interface SftpSignIn {
  readonly password?: string | undefined
  readonly privateKey?: string | undefined
}

type Method = 'publickey' | 'password' | 'keyboard-interactive'

export interface SignInAttempts {
  /** The next method, `false` when none is left. `null` before the server has named its methods. */
  next(offered: readonly AuthenticationType[] | null, isPartial: boolean | null): AnyAuthMethod | false
  /** Why no method is left. */
  refusal(): OperatorNeeded
  /** Why the hub ended the sign-in on its own; undefined if it did not. */
  givenUp(): OperatorNeeded | undefined
}

const secretOf: Readonly<Record<Method, keyof SftpSignIn>> = {
  publickey: 'privateKey',
  password: 'password',
  'keyboard-interactive': 'password',
}
const methods = Object.keys(secretOf) as Method[]

export function attemptSignIn(client: Client, user: string, signIn: SftpSignIn): SignInAttempts {
  const tried = new Set<Method>()
  const refusedSecrets = new Set<keyof SftpSignIn>()
  let latest: Method | undefined
  let takes: readonly string[] = []
  let asked: OperatorNeeded | undefined
  const giveUp = (reason: string): void => {
    asked ??= new OperatorNeeded(reason)
    client.end()
  }
  client.on('change password', () => giveUp(`the server wants a new password for ${user}: the old one has expired`))

  const ways: Readonly<Record<Method, () => AnyAuthMethod>> = {
    publickey: () => ({ type: 'publickey', username: user, key: signIn.privateKey ?? '' }),
    password: () => ({ type: 'password', username: user, password: signIn.password ?? '' }),
    'keyboard-interactive': () => ({
      type: 'keyboard-interactive',
      username: user,
      prompt: answerOnce(signIn.password ?? '', (prompts) => giveUp(describePrompts(user, prompts))),
    }),
  }
  const isOpen = (method: Method): boolean =>
    signIn[secretOf[method]] !== undefined && !tried.has(method) && !refusedSecrets.has(secretOf[method])

  return {
    next(offered, isPartial) {
      if (!offered) return { type: 'none', username: user }
      if (latest && !isPartial) refusedSecrets.add(secretOf[latest])
      takes = offered
      latest = methods.find((method) => isOpen(method) && (offered.length === 0 || takes.includes(method)))
      if (!latest) return false
      tried.add(latest)
      return ways[latest]()
    },
    givenUp: () => asked,
    refusal: () => new OperatorNeeded(describeRefusal({ user, signIn, refusedSecrets, tried, takes })),
  }
}

/** A password answers one hidden question, once. Other questions are for a person. */
function answerOnce(password: string, giveUp: (prompts: readonly Prompt[]) => void) {
  let hasAnswered = false
  return (_: string, __: string, ___: string, prompts: Prompt[], finish: (answers: string[]) => void): void => {
    if (hasAnswered || prompts.length !== 1 || prompts[0]?.echo === true) giveUp(prompts)
    else finish([password])
    hasAnswered = true
  }
}

const describePrompts = (user: string, prompts: readonly Prompt[]): string =>
  `the server asks ${user} for more than the password: ${prompts
    .map(
      ({ prompt }) =>
        `"${prompt
          .replace(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, 80)}"`,
    )
    .join(', ')
    .slice(0, 200)}`

interface Refusal {
  readonly user: string
  readonly signIn: SftpSignIn
  readonly refusedSecrets: ReadonlySet<keyof SftpSignIn>
  readonly tried: ReadonlySet<Method>
  readonly takes: readonly string[]
}

function describeRefusal({ user, signIn, refusedSecrets, tried, takes }: Refusal): string {
  const only = takes.length > 0 ? `. The server takes only: ${takes.join(', ')}` : ''
  if (refusedSecrets.size > 0) return `the server refused the ${nameSecrets(refusedSecrets)} of ${user}${only}`
  const held = new Set((['privateKey', 'password'] as const).filter((secret) => signIn[secret] !== undefined))
  const more = tried.size > 0 ? `the server accepted the ${nameSecrets(held)} of ${user} and asks for more` : undefined
  return `${more ?? `the hub has only a ${nameSecrets(held)} for ${user}`}${only}`
}

const nameSecrets = (secrets: ReadonlySet<keyof SftpSignIn>): string =>
  [...secrets].map((secret) => (secret === 'privateKey' ? 'key' : 'password')).join(' and ')
