import type { ErnVersion } from '@spindle/contract'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import type { MemberChange } from '../../releases/index.ts'
import { isCarried } from './not-carried.ts'

/** What an update changes, in words. */

export interface DescribedChange {
  /** RFC 6901, into the release as it is now; into the older revision for what is gone. */
  readonly pointer: string
  readonly message: string
  readonly before: unknown
  readonly after: unknown
}

const words: Readonly<Record<string, string>> = {
  pLine: '℗ line',
  cLine: '© line',
  upc: 'UPC',
  isrc: 'ISRC',
  iswc: 'ISWC',
  grid: 'GRid',
  aiUsage: 'AI disclosure',
}
const wordOf = (member: string): string =>
  words[member] ?? member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** As far as a message of this version of ERN changes with them. */
export function* describeChanges(changes: Iterable<MemberChange>, version: ErnVersion): Generator<DescribedChange> {
  for (const change of changes) if (isCarried(change, version)) yield* describe(change)
}

function describe(change: MemberChange): DescribedChange[] {
  const { member, pointer, before, after } = change
  if (member === 'tracks') return [{ pointer, before, after, message: describeTrack(change) }]
  if (areRecords(before) && areRecords(after)) return describeList(change, before, after)
  return [{ pointer, before, after, message: describeMember(change) }]
}

const trackNumber = (pointer: string): string => `track ${Number(pointer.split('/')[2]) + 1}`

function describeTrack({ pointer, before, after }: MemberChange): string {
  if (pointer === '/tracks') return 'The track order changes.'
  const { title } = (after ?? before) as { readonly title: string }
  return before === null
    ? `${capital(trackNumber(pointer))}, ${quote(title)}, is added.`
    : `${quote(title)}, formerly ${trackNumber(pointer)}, is removed.`
}

function describeMember({ member, pointer, before, after }: MemberChange): string {
  if (member === 'tracks.uploadId') return `The audio file of ${trackNumber(pointer)} changes.`
  if (member === 'coverUploadId')
    return before === null
      ? 'The cover is added.'
      : after === null
        ? 'The cover is removed.'
        : 'The cover file changes.'
  const subject = subjectOf(pointer)
  if (Array.isArray(before ?? after)) {
    const what = before === null ? 'are added' : after === null ? 'are removed' : 'change'
    return `${subject} ${what}.`
  }
  if (before === null) return `${subject} is added${isPlain(after) ? `: ${quote(after)}` : ''}.`
  if (after === null) return `${subject} is removed${isPlain(before) ? `; it was ${quote(before)}` : ''}.`
  if (isPlain(before) && isPlain(after)) return `${subject} changes from ${quote(before)} to ${quote(after)}.`
  return `${subject} changes${membersThatDiffer(before, after)}.`
}

/** `/tracks/1/title` is `The title of track 2`. */
function subjectOf(pointer: string): string {
  const parts = pointer.slice(1).split('/')
  const [first = '', , member = ''] = parts
  return first === 'tracks' ? `The ${wordOf(member)} of ${trackNumber(pointer)}` : `The ${wordOf(first)}`
}

/** Of a list of deals, people or titles, each separately. Null is the placeholder of one that is left out. */
function describeList(
  { pointer }: MemberChange,
  before: readonly (object | null)[],
  after: readonly (object | null)[],
): DescribedChange[] {
  const [old, young] = [before.map(canonicalJson), after.map(canonicalJson)]
  const [gone, come] = [without(old, young), without(young, old)]
  if (gone.length + come.length === 0)
    return [
      {
        pointer,
        before: withoutGaps(before),
        after: withoutGaps(after),
        message: `${subjectOf(pointer)} change their order.`,
      },
    ]
  const item = (place: number): string => {
    const [first = '', track, member] = pointer.slice(1).split('/')
    const ofTrack = track === undefined ? '' : ` of ${trackNumber(pointer)}`
    return `${capital(wordOf(member ?? first).replace(/s$/, ''))} ${place + 1}${ofTrack}`
  }
  const changed = come.map((place, index): DescribedChange => {
    const was = before[gone[index] ?? -1] ?? null
    const is = after[place] ?? null
    const what = was === null ? 'is new' : `changes${membersThatDiffer(was, is)}`
    return { pointer: `${pointer}/${place}`, message: `${item(place)} ${what}.`, before: was, after: is }
  })
  const removed = gone.slice(come.length).map((place): DescribedChange => {
    const message = `${item(place)} is removed.`
    return { pointer: `${pointer}/${place}`, message, before: before[place] ?? null, after: null }
  })
  return [...changed, ...removed]
}

const withoutGaps = (items: readonly (object | null)[]): readonly object[] => items.filter((item) => item !== null)

const gap = canonicalJson(null)

/** The places of those that the other list has not. */
function without(items: readonly string[], others: readonly string[]): number[] {
  const left = new Map<string, number>()
  for (const item of others) left.set(item, (left.get(item) ?? 0) + 1)
  return items.flatMap((item, place) => {
    if (item === gap) return []
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count > 0 ? [] : [place]
  })
}

function membersThatDiffer(before: unknown, after: unknown): string {
  if (!isRecord(before) || !isRecord(after)) return ''
  const [old, young] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const names = [...new Set([...old.keys(), ...young.keys()])].filter(
    (name) => canonicalJson(old.get(name) ?? null) !== canonicalJson(young.get(name) ?? null),
  )
  return `: ${names.map(wordOf).join(', ')}`
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const areRecords = (value: unknown): value is readonly (object | null)[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => item === null || isRecord(item))
const isPlain = (value: unknown): value is string | number | boolean => typeof value !== 'object'
const quote = (value: string | number | boolean): string =>
  typeof value === 'string' ? `\u201C${value}\u201D` : String(value)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
