import { toPlainDigits } from '@spindle/contract/text-files'
import { extensionOf } from './file-kind.ts'

/** What the names of masters contain: `01 Opening.wav`, `1-03 - Title.flac`, `02. Artist - Title.wav`. */

export interface TrackName {
  readonly disc: number | undefined
  readonly number: number | undefined
  readonly artist: string | undefined
  readonly title: string
}

/**
 * Takes the names of one folder together, because they explain each other: "7 Rings" alone is a title, and before
 * " - " is an artist only if every name has one.
 */
export function parseTrackNames(names: readonly string[]): readonly TrackName[] {
  const read = names.map((name) => readNumber(stemOf(name)))
  const areNumbered = isSequence(read.map(({ number }) => number)) || isPaddedSequence(read)
  const numbered = read.map((one) => (one.isSure || areNumbered ? one : unnumbered(one)))
  const haveArtists = numbered.every(({ rest }) => artistAndTitle.test(rest))
  return numbered.map(({ disc, number, artist, rest }) => {
    const [, leading, title] = haveArtists && artist === undefined ? (artistAndTitle.exec(rest) ?? []) : []
    return { disc, number, artist: artist ?? leading, title: title ?? rest }
  })
}

const artistAndTitle = /^(\S.*?) [-–—] (.*\S)$/u

interface Read {
  readonly disc?: number | undefined
  readonly number?: number | undefined
  readonly artist?: string | undefined
  readonly rest: string
  readonly whole: string
  /** The number cannot be a part of the title. */
  readonly isSure: boolean
}

const unnumbered = ({ whole }: Read): Read => ({ rest: whole, whole, isSure: false })

function stemOf(name: string): string {
  const base = name.split('/').at(-1) ?? name
  const stem = base.slice(0, base.length - extensionOf(base).length - 1).normalize('NFC')
  return (stem.includes(' ') ? stem : stem.replaceAll('_', ' ')).replace(/\s+/gu, ' ').trim()
}

function readNumber(whole: string): Read {
  // A dash before the number separates it from a name that a program left out: `-01 Opening.wav`.
  const stem = withPlainDigits(whole.replace(/^[-–—_. ]+(?=\p{Nd})/u, ''))
  const between = /^(.+?) - (?:.+ - )?(\d{1,3}) - (.+)$/u.exec(stem)
  if (between) return { artist: between[1], number: Number(between[2]), rest: between[3] ?? '', whole, isSure: true }
  const ofDisc = /^(\d{1,2})[-.](\d{2,3})(?:\s*[-–—._)]\s*|\s+)(\S.*)$/u.exec(stem)
  if (ofDisc) return { disc: Number(ofDisc[1]), number: Number(ofDisc[2]), rest: ofDisc[3] ?? '', whole, isSure: true }
  const leading = /^(\d{1,3})(\s*[-–—._)]\s*|\s+)(\S.*)$/u.exec(stem) ?? /^(\d{1,3})$/u.exec(stem)
  if (!leading) return { rest: whole, whole, isSure: false }
  const [, digits = '', separator = '', rest = ''] = leading
  const isSure = digits.startsWith('0') || separator.trim() !== ''
  return { number: Number(digits), rest: rest || `Track ${Number(digits)}`, whole, isSure }
}

/** The digits at the beginning, of any script, as those of ASCII. A title keeps its own. */
const withPlainDigits = (text: string): string => text.replace(/^[\p{Nd}.-]+/u, toPlainDigits)

/** Every name has another number, some are padded ("09"), and no more are missing than there: "10" is then one as well. */
function isPaddedSequence(read: readonly Read[]): boolean {
  const numbers = read.flatMap(({ number }) => number ?? [])
  return (
    read.some(({ isSure }) => isSure) &&
    new Set(numbers).size === read.length &&
    Math.max(...numbers) <= 2 * read.length
  )
}

/** 1 to n, each once. */
const isSequence = (numbers: readonly (number | undefined)[]): boolean =>
  numbers.every((_, index) => numbers.includes(index + 1))
