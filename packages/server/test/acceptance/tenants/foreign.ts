import type { Random } from '../../harness/random.ts'
import { upperWord } from '../malformed/schema-samples.ts'
import type { Things } from './world.ts'

/** One of everything: of another account, or unknown. */
export type Foreign = { readonly [K in keyof Things]: string }

export const pickForeign = (things: Things, random: Random): Foreign =>
  Object.fromEntries(Object.entries(things).map(([kind, values]) => [kind, random.pick(values)])) as Foreign

/** In the same form as existing ids, so that they only differ in existence. */
const kinds = [
  'acc',
  'rel',
  'trashed',
  'trk',
  'upl',
  'key',
  'dlv',
  'evt',
  'whk',
  'whm',
  'msg',
  'imp',
  'tbi',
  'trf',
  'exp',
  'rpt',
  'pty',
  'blk',
] as const

export function inventForeign(like: Foreign, random: Random): Foreign {
  const idLike = (id: string): string => `${id.slice(0, 14)}${upperWord(random, 16)}`
  const digits = (length: number): string => Array.from({ length }, () => random.integer(0, 9)).join('')
  const ids = kinds.map((kind) => [kind, idLike(like[kind])])
  return {
    ...(Object.fromEntries(ids) as Foreign),
    mapping: random.word(12),
    upc: withCheckDigit(`0299${digits(8)}`),
    isrc: `ZZABC26${digits(5)}`,
    externalId: `nobody-${random.word(8)}`,
    word: `nobody${random.word(14)}`,
    etag: `"${random.word(like.etag.length - 2)}"`,
    idempotencyKey: `nobody-${random.word(12)}`,
    cursor: random.bytes(40).toString('base64url').slice(0, like.cursor.length),
  }
}

function withCheckDigit(digits: string): string {
  const sum = Array.from(digits, Number).reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
