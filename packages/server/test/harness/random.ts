import { randomInt } from 'node:crypto'

/** Reproducible random numbers from a seed, for generated requests and faults. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
  bytes(length: number): Buffer
  /** Letters and digits. */
  word(length: number): string
  /** Another stream of numbers that does not depend on how many of this one were used. */
  fork(label: string): Random
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32: small, and good enough to choose among cases.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return (value ^ (value >>> 14)) >>> 0
  }
  const integer = (min: number, max: number): number => min + Math.floor((next() / 2 ** 32) * (max - min + 1))
  return {
    integer,
    pick: (items) => {
      if (items.length === 0) throw new Error('there is nothing to pick from')
      return items[integer(0, items.length - 1)] as (typeof items)[number]
    },
    chance: (probability) => next() / 2 ** 32 < probability,
    bytes(length) {
      const words = new Uint32Array(Math.ceil(length / 4))
      for (let i = 0; i < words.length; i++) words[i] = next()
      return Buffer.from(words.buffer, 0, length)
    },
    word: (length) => Array.from({ length }, () => alphabet[integer(0, alphabet.length - 1)]).join(''),
    fork: (label) =>
      createRandom([...label].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16777619), seed)),
  }
}

/** The number of repetitions: `usual` in `npm test`, `soak` in `npm run test:soak`. */
export interface Counts {
  readonly usual: number
  readonly soak: number
}

/** The environment variable of that name overrides both. */
export const countFromEnvironment = (name: string, { usual, soak }: Counts): number =>
  parseCount(name, process.env[name] || String(process.env.SOAK ? soak : usual))

function parseCount(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`${name}=${text} is not a count`)
}

/** FAULT_SEED repeats a run; without it every run has a new seed. */
export const seedFromEnvironment = (): number =>
  process.env.FAULT_SEED ? parseCount('FAULT_SEED', process.env.FAULT_SEED) : randomInt(1, 999_999_999)
