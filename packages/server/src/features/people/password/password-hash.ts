import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '@spindle/contract'
import { concurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts'

/**
 * Passwords as argon2id in PHC strings (RFC 9106). Limits the cost of hashing: two at a time, twenty wait, more are
 * refused. `knownPerson` is the id of a person who is identified by a session or a browser: if others fill the queue,
 * that person can still sign in. Checking a person without a password costs the same hash as one with a password.
 */
export interface PasswordHashes {
  hash(password: string, knownPerson?: string): Promise<string>
  /** `phc` is undefined for an unknown person or one without a password: the answer is the same as for a wrong one. */
  verify(phc: string | undefined, password: string, knownPerson?: string): Promise<PasswordCheck>
}

export interface PasswordCheck {
  readonly isRight: boolean
  /** The hash was made with other parameters than new ones. */
  readonly isOutdated: boolean
}

interface Parameters {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

interface Work {
  readonly salt: Buffer
  readonly parameters: Parameters
  readonly knownPerson: string | undefined
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
/** Concurrent hashes: of all unknown people together, and of each known person. */
const limits = { strangers: 22, person: 4 } as const

const derive = promisify(argon2)

export function passwordHashes(): PasswordHashes {
  const turns = concurrencyLimit(2)
  const underway = new Map<string, number>()
  const compute = async (password: string, { salt, parameters, knownPerson }: Work): Promise<Buffer> => {
    const who = knownPerson ?? 'strangers'
    const before = underway.get(who) ?? 0
    if (before >= (knownPerson === undefined ? limits.strangers : limits.person))
      throw new AppError('rate_limited', {
        retryAfterSeconds: 2,
        detail: 'Too many people are signing in. Try again in two seconds.',
      })
    underway.set(who, before + 1)
    try {
      const message = password.normalize('NFKC')
      return await turns.run(() => derive('argon2id', { message, nonce: salt, tagLength: tagBytes, ...parameters }))
    } finally {
      const left = (underway.get(who) ?? 1) - 1
      if (left === 0) underway.delete(who)
      else underway.set(who, left)
    }
  }
  return {
    async hash(password, knownPerson) {
      const salt = randomBytes(saltBytes)
      return formatPhc(current, salt, await compute(password, { salt, parameters: current, knownPerson }))
    },
    async verify(phc, password, knownPerson) {
      const known = phc === undefined ? undefined : parsePhc(phc)
      const { parameters, salt, tag } = known ?? nobody
      const derived = await compute(password, { salt, parameters, knownPerson })
      const isEqual = timingSafeEqual(derived, tag)
      return { isRight: known !== undefined && isEqual, isOutdated: !isCurrent(parameters) }
    },
  }
}

const isCurrent = ({ memory, passes, parallelism }: Parameters): boolean =>
  memory === current.memory && passes === current.passes && parallelism === current.parallelism

interface Phc {
  readonly parameters: Parameters
  readonly salt: Buffer
  readonly tag: Buffer
}

/** The hash that is checked for people who do not exist. */
const nobody: Phc = { parameters: current, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) }

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const formatPhc = ({ memory, passes, parallelism }: Parameters, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`

const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parsePhc(text: string): Phc {
  const match = phcForm.exec(text)
  const [, memory, passes, parallelism, salt = '', tag = ''] = match ?? []
  const bytes = Buffer.from(tag, 'base64')
  if (!match || bytes.length !== tagBytes) throw new Error('A stored password hash is not argon2id in PHC form')
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: bytes,
  }
}
