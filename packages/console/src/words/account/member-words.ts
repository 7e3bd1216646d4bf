import { isolate } from '../isolate.ts'
import { formatDate, words } from '../words.ts'
import { memberEn } from './member-en.ts'

/** What members of a release and their values are called, wherever one of them is named. */
export type MemberWords = typeof memberEn

export const memberWords: MemberWords = memberEn

export const labelOf = (member: string): string => memberWords.fields[member] ?? member
export const itemNameOf = (list: string): string =>
  (memberWords.items as Readonly<Record<string, string>>)[list] ?? labelOf(list)
export const optionOf = (option: string): string => memberWords.options[option] ?? option

/** What a place in a release is named by. */
export interface NamedTrack {
  readonly id: string
  readonly title: string
}

/** Where a pointer (RFC 6901) leads: the track with its number from 1, and the member. */
export interface Place {
  readonly track: number | undefined
  /** The member itself, without what is deeper in it. */
  readonly member: string | undefined
}

export function parsePlace(pointer: string): Place {
  const [, index, inTrack, member] = /^\/tracks\/(\d+)(?:\/([^/]+))?|^\/([^/]+)/.exec(pointer) ?? []
  if (index !== undefined) return { track: Number(index) + 1, member: inTrack }
  return { track: undefined, member }
}

/** A place in words: "Track 2, Opening: Title". */
export function describePlace(pointer: string, tracks: readonly NamedTrack[]): string {
  const { track, member } = parsePlace(pointer)
  if (track === undefined) return member === undefined ? memberWords.wholeRelease : labelOf(member)
  const title = tracks[track - 1]?.title ?? ''
  return member === undefined
    ? memberWords.wholeTrack(track, title)
    : memberWords.inTrack(track, title, labelOf(member))
}

/** Why something happened: each note of a reviewer begins with the pointer to its place. */
export const describeReason = (reason: string, tracks: readonly NamedTrack[] = []): string =>
  reason.replaceAll(/^(\/[^\s:]*): /gm, (_, pointer: string) => `${describePlace(pointer, tracks)}: `)

/** Members whose values are words of the form; others are as people wrote them. */
const chosen: ReadonlySet<string> = new Set([
  'type',
  'explicit',
  'composition',
  'claimPolicy',
  'models',
  'uses',
  'mode',
  'vocals',
  'lyrics',
  'postProduction',
  'artwork',
])

/**
 * The value of a member as a line for people: lists with commas, objects as `name: value`. Empty for nothing, except for
 * territories: without them a release is offered worldwide.
 */
export function writeValue(member: string, value: unknown): string {
  if (value === null || value === undefined) return member === 'territories' ? optionOf('worldwide') : ''
  if (Array.isArray(value))
    return value
      .map((one) => writeValue(member, one))
      .filter(Boolean)
      .join(', ')
  if (typeof value === 'boolean') return value ? memberWords.yes : memberWords.no
  if (typeof value === 'string') return writeText(member, value)
  return typeof value === 'object' ? writeObject(value as Readonly<Record<string, unknown>>) : JSON.stringify(value)
}

function writeText(member: string, text: string): string {
  if (chosen.has(member)) return optionOf(text)
  if (/Date$/.test(member) && /^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text)
  return text
}

function writeObject(value: Readonly<Record<string, unknown>>): string {
  const { name, role, year, text, mode, codes } = value
  // The mark (LRM) sets the direction of the line, in whatever script the name is written.
  if (typeof name === 'string' && typeof role === 'string')
    return `\u200E${isolate(name)} (${role.replaceAll('_', ' ')})`
  if (typeof year === 'number' && typeof text === 'string') return `${year} ${text}`
  if (typeof mode === 'string')
    return [optionOf(mode), ...(Array.isArray(codes) ? [codes.map(nameTerritory).join(', ')] : [])].join(': ')
  return Object.entries(value)
    .map(([member, part]) => `${labelOf(member)}: ${writeValue(member, part)}`)
    .join(', ')
}

const nameTerritory = (code: unknown): string => {
  const isCountry = typeof code === 'string' && /^[A-Z]{2}$/.test(code)
  return isCountry ? (new Intl.DisplayNames(words.locale, { type: 'region' }).of(code) ?? code) : String(code)
}
