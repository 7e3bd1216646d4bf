import type { AuthenticationType, Prompt } from 'ssh2'
import { expect, it } from 'vitest'
import { OperatorNeeded } from '../../src/features/interchange/transports/failures.ts'
import type { SftpSignIn } from '../../src/features/interchange/transports/sftp-sign-in.ts'
import { sftpTransport } from '../../src/features/interchange/transports/sftp-transport.ts'
import { atEnd } from '../harness/cleanup.ts'
import { newPrivateKey } from '../harness/ssh-server.ts'
import { askQuestions, type SignInServerOptions, startSignInServer } from '../harness/ssh-sign-in-server.ts'

const { signal } = new AbortController()
const password = 'correct horse'
const hidden: Prompt = { prompt: 'Password: ', echo: false }

/** Signs in; `undefined` if the hub was let in, else the reason. */
async function signIn(options: SignInServerOptions, secrets: SftpSignIn) {
  const { place, tried } = await startSignInServer(options)
  const transport = sftpTransport(place, secrets, signal)
  atEnd(() => transport.close())
  const failure = await transport.stat('a').then(
    () => undefined,
    (error: unknown) => error as Error,
  )
  return { tried, failure, message: failure?.message }
}

/** Takes the right password by these methods. */
const takesPassword = (...takes: AuthenticationType[]): SignInServerOptions => ({
  takes,
  judge: async (attempt) => {
    if (!takes.includes(attempt.method)) return { continueWith: takes }
    const given = attempt.method === 'password' ? attempt.password : (await askQuestions(attempt, [hidden]))?.[0]
    return given === password ? 'accept' : { continueWith: takes }
  },
})

/** Wants each of the methods in turn, as `AuthenticationMethods` of OpenSSH does. */
const wantsInTurn = (...wanted: AuthenticationType[]): SignInServerOptions => ({
  takes: wanted.slice(0, 1),
  judge: async (attempt, done) => {
    const next = wanted[done.length]
    const [after] = wanted.slice(done.length + 1)
    if (next === undefined || attempt.method !== next) return { continueWith: next ? [next] : [] }
    const isRight =
      attempt.method === 'publickey' ||
      (attempt.method === 'password' && attempt.password === password) ||
      (await askQuestions(attempt, [hidden]))?.[0] === password
    if (!isRight) return { continueWith: [next] }
    return after === undefined ? 'accept' : { continueWith: [after], isPartial: true }
  },
})

const asks = (...questions: Prompt[][]): SignInServerOptions => ({
  takes: ['keyboard-interactive'],
  judge: async (attempt) => {
    for (const prompts of questions) await askQuestions(attempt, prompts)
    return { continueWith: ['keyboard-interactive'] }
  },
})

it.each<[string, SignInServerOptions, string[]]>([
  ['that takes passwords', takesPassword('password'), ['password']],
  [
    'that asks for the password by keyboard-interactive',
    takesPassword('keyboard-interactive'),
    ['keyboard-interactive'],
  ],
  [
    'that takes keys, and passwords by PAM',
    takesPassword('publickey', 'keyboard-interactive'),
    ['keyboard-interactive'],
  ],
  ['that takes a password both ways', takesPassword('keyboard-interactive', 'password'), ['password']],
  ['that names no methods', { ...takesPassword('password'), takes: [] }, ['password']],
  [
    'that wants the password and then asks for it again',
    wantsInTurn('password', 'keyboard-interactive'),
    ['password', 'keyboard-interactive'],
  ],
])('a server %s lets the hub in with a password', async (_, options, methods) => {
  expect(await signIn(options, { password })).toEqual({ tried: methods, failure: undefined, message: undefined })
})

it.each<[string, AuthenticationType[]]>([
  ['a key and then a password', ['publickey', 'password']],
  ['a password and then a key', ['password', 'publickey']],
  ['a key and then an answer', ['publickey', 'keyboard-interactive']],
])('a server that wants %s lets the hub in with both', async (_, wanted) => {
  const { tried, failure } = await signIn(wantsInTurn(...wanted), { password, privateKey: await newPrivateKey() })
  expect(failure).toBeUndefined()
  // The library asks whether a key would do before it signs.
  expect(tried.filter((method, at) => method !== tried[at - 1])).toEqual(wanted)
})

it.each<[string, SignInServerOptions, SftpSignIn, string[], string]>([
  [
    'a wrong password is tried once, by one method',
    takesPassword('password', 'keyboard-interactive'),
    { password: 'wrong' },
    ['password'],
    'the server refused the password of label. The server takes only: password, keyboard-interactive',
  ],
  [
    'a wrong answer is given once',
    takesPassword('keyboard-interactive'),
    { password: 'wrong' },
    ['keyboard-interactive'],
    'the server refused the password of label. The server takes only: keyboard-interactive',
  ],
  [
    'a password is kept from a server that takes keys',
    takesPassword('publickey'),
    { password },
    [],
    'the hub has only a password for label. The server takes only: publickey',
  ],
  [
    'a password is kept from a server with Kerberos',
    takesPassword('gssapi-with-mic' as AuthenticationType, 'hostbased'),
    { password },
    [],
    'the hub has only a password for label. The server takes only: gssapi-with-mic, hostbased',
  ],
  [
    'a password is not enough where a key is wanted as well',
    wantsInTurn('password', 'publickey'),
    { password },
    ['password'],
    'the server accepted the password of label and asks for more. The server takes only: publickey',
  ],
  [
    'a password does not answer for a second factor',
    asks([hidden], [{ prompt: 'Verification code: ', echo: false }]),
    { password },
    ['keyboard-interactive'],
    'the server asks label for more than the password: "Verification code:"',
  ],
  [
    'a password does not answer a question whose answer is shown',
    asks([{ prompt: 'Your\nname?', echo: true }]),
    { password },
    ['keyboard-interactive'],
    'the server asks label for more than the password: "Your name?"',
  ],
  [
    'a password does not answer two questions',
    asks([hidden, { prompt: 'PIN', echo: false }]),
    { password },
    ['keyboard-interactive'],
    'the server asks label for more than the password: "Password:", "PIN"',
  ],
  [
    'an expired password is named',
    {
      takes: ['password'],
      judge: (attempt) =>
        new Promise((resolve) => {
          if (attempt.method === 'password')
            attempt.requestChange('Choose a new one', () => resolve({ continueWith: [] }))
        }),
    },
    { password },
    ['password'],
    'the server wants a new password for label: the old one has expired',
  ],
])('%s', async (_, options, secrets, methods, reason) => {
  const { tried, failure, message } = await signIn(options, secrets)
  expect({ tried, message }).toEqual({ tried: methods, message: reason })
  expect(failure).toBeInstanceOf(OperatorNeeded)
})

it('a key is kept from a server that takes passwords', async () => {
  const { tried, message } = await signIn(takesPassword('password'), { privateKey: await newPrivateKey() })
  expect(tried).toEqual([])
  expect(message).toBe('the hub has only a key for label. The server takes only: password')
})
