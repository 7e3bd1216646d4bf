import {
  commercialModels,
  findNearestName,
  isTerritoryCode,
  type PlayRefusal,
  playSources,
  suggestTerritory,
} from '@spindle/contract'
import { isId } from '../../platform/values/ids.ts'
import { notJson } from './batch-body.ts'

/**
 * Judges one event by hand-written checks: ten thousand of them arrive at once, and a schema validator would cost more
 * than storing them. The accepted members are those of `PlayEvent`; a test compares the two.
 */

export interface Play {
  readonly id: string
  readonly trackId: string
  readonly atMs: number
  /** Empty, as the next two, where the event does not say. */
  readonly territory: string
  readonly source: string
  readonly model: string
  readonly playedMs: number | null
}

export interface RefusedEvent {
  readonly code: PlayRefusal
  readonly message: string
  readonly id: string | null
}

/** When events may have happened, both ends included. */
export interface AcceptedPeriod {
  readonly fromMs: number
  readonly toMs: number
}

const members = new Set(['id', 'trackId', 'at', 'territory', 'playedMs', 'source', 'model'])
const sources: ReadonlySet<unknown> = new Set(playSources)
const models: ReadonlySet<unknown> = new Set(commercialModels)
const maxPlayedMs = 86_400_000

export function checkPlayEvent(item: unknown, period: AcceptedPeriod): Play | RefusedEvent {
  if (item === notJson) return { code: 'invalid_json', message: 'The line is not valid JSON.', id: null }
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return { code: 'invalid_member', message: 'An event must be an object.', id: null }
  const event = item as Record<string, unknown>
  const id = isEventId(event.id) ? event.id : null
  const refuse = (code: PlayRefusal, message: string): RefusedEvent => ({ code, message, id })
  for (const name in event)
    if (!members.has(name))
      return refuse(
        'unknown_member',
        `An event has no member "${name.slice(0, 64)}". Its members are ${[...members].join(', ')}.`,
      )
  if (id === null) return refuse('invalid_member', 'id must be 1 to 64 printable ASCII characters.')
  const { trackId, territory, playedMs, source, model } = event
  if (typeof trackId !== 'string' || !isId('trk', trackId))
    return refuse('invalid_member', 'trackId must be the id of a track.')
  const atMs = typeof event.at === 'string' ? parseInstant(event.at) : undefined
  if (atMs === undefined) return refuse('invalid_member', 'at must be an RFC 3339 date and time with an offset or Z.')
  const problem = findMemberProblem({ territory, playedMs, source, model })
  if (problem !== undefined) return refuse('invalid_member', problem)
  if (atMs > period.toMs) return refuse('in_future', 'at is more than 10 minutes in the future.')
  if (atMs < period.fromMs)
    return refuse('too_old', `at is before ${new Date(period.fromMs).toISOString()}, the oldest time that is accepted.`)
  return {
    id,
    trackId,
    atMs,
    territory: text(territory),
    source: text(source),
    model: text(model),
    playedMs: typeof playedMs === 'number' ? playedMs : null,
  }
}

const isEventId = (value: unknown): value is string => typeof value === 'string' && /^[ -~]{1,64}$/.test(value)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `: write GB` for UK; nothing for what names no territory. */
function meantTerritory(given: unknown): string {
  const code = typeof given === 'string' && given.length <= 60 ? suggestTerritory(given) : undefined
  return code === undefined ? '' : `: write ${code}`
}

function findMemberProblem(
  given: Readonly<Record<'territory' | 'playedMs' | 'source' | 'model', unknown>>,
): string | undefined {
  const { territory, playedMs, source, model } = given
  if (territory !== undefined && !(typeof territory === 'string' && isTerritoryCode(territory)))
    return `territory must be an ISO 3166-1 alpha-2 code in capitals${meantTerritory(territory)}.`
  if (
    playedMs !== undefined &&
    !(Number.isInteger(playedMs) && Number(playedMs) >= 0 && Number(playedMs) <= maxPlayedMs)
  )
    return `playedMs must be a whole number from 0 to ${maxPlayedMs}.`
  if (source !== undefined && !sources.has(source))
    return `source must be one of ${playSources.join(', ')}.${meant(source, playSources)}`
  if (model !== undefined && !models.has(model))
    return `model must be one of ${commercialModels.join(', ')}.${meant(model, commercialModels)}`
  return undefined
}

function meant(given: unknown, allowed: readonly string[]): string {
  const near = typeof given === 'string' ? findNearestName(given, allowed) : undefined
  return near === undefined ? '' : ` Did you mean ${near}?`
}

// Date.parse would take a 30th of February and days without a time.
const instantPattern = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/

/** An RFC 3339 instant as milliseconds since the Unix epoch, or undefined for any other text. A leap second counts as the second after it. */
export function parseInstant(text: string): number | undefined {
  if (!instantPattern.test(text)) return undefined
  // Read in place: groups of the pattern would be ten strings for each event.
  const [year, month, day] = [numberAt(text, 0, 4), numberAt(text, 5, 2), numberAt(text, 8, 2)]
  const [hour, minute, second] = [numberAt(text, 11, 2), numberAt(text, 14, 2), numberAt(text, 17, 2)]
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const offset = offsetMinutes(text)
  if (offset === undefined) return undefined
  return Date.UTC(year, month - 1, day, hour, minute - offset, second, millisecondsOf(text))
}

const zero = 48
const isDigit = (code: number): boolean => code >= zero && code <= zero + 9

/** Of so many digits. */
function numberAt(text: string, start: number, length: number): number {
  let value = 0
  for (let at = start; at < start + length; at++) value = value * 10 + text.charCodeAt(at) - zero
  return value
}

const secondsEnd = 19

/** What is finer is cut off. */
function millisecondsOf(text: string): number {
  if (text[secondsEnd] !== '.') return 0
  let value = 0
  for (let place = 1; place <= 3; place++) {
    const code = text.charCodeAt(secondsEnd + place)
    if (!isDigit(code)) return value * 10 ** (4 - place)
    value = value * 10 + code - zero
  }
  return value
}

function offsetMinutes(text: string): number | undefined {
  const sign = text.length - 6
  if (text[sign] !== '+' && text[sign] !== '-') return 0
  const [hours, minutes] = [numberAt(text, sign + 1, 2), numberAt(text, sign + 4, 2)]
  if (hours > 23 || minutes > 59) return undefined
  return (hours * 60 + minutes) * (text[sign] === '-' ? -1 : 1)
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
