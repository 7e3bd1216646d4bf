import { type Element, textOf } from './element.ts'
import type { Notes } from './notes.ts'

/** The formats of values in messages: moments, lengths, booleans, languages. */

const moment = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/

export interface Moment {
  readonly day: string
  /** `hh:mm:ss`; undefined for a day. */
  readonly time: string | undefined
  readonly zone: string | undefined
}

/** An impossible date is not a time. */
export function parseMoment(text: string | undefined): Moment | undefined {
  const [, day = '', time, second = '00', zone] = moment.exec(text ?? '') ?? []
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return undefined
  return {
    day,
    time: time === undefined ? undefined : `${time}:${second}`,
    zone: time === undefined ? undefined : zone,
  }
}

/** ISO 8601 in UTC. A moment without a zone is taken as UTC: it is only used for sorting. */
export function instantOf(text: string | undefined): string | undefined {
  const parts = parseMoment(text)
  if (!parts) return undefined
  const at = new Date(`${parts.day}T${parts.time ?? '00:00:00'}${parts.zone ?? 'Z'}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The day of a date or moment as written: a zone must not change it. Years and months alone do not count. */
export function dayOf(element: Element | undefined, notes: Notes): string | undefined {
  const text = textOf(element)
  if (!element || text === undefined) return undefined
  const day = parseMoment(text)?.day
  if (day === undefined) notes.add('invalid', element, `${element.name} is not a valid date.`)
  return day
}

export function yearOf(element: Element | undefined): number | undefined {
  const year = Number(/^\d{4}/.exec(textOf(element) ?? '')?.[0])
  return year >= 1860 && year <= 2200 ? year : undefined
}

/** Seconds, as a number or as `PT30.5S`. */
export function secondsOf(text: string | undefined): number | undefined {
  const [match, hours = 0, minutes = 0, seconds = 0] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(text ?? '') ?? []
  if (match !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return /^\d+(?:\.\d+)?$/.test(text ?? '') ? Number(text) : undefined
}

/** Seconds, for comparison: undefined for an invalid or implausible duration. */
export function lengthOf(element: Element | undefined, notes: Notes): number | null {
  if (!element) return null
  const seconds = secondsOf(textOf(element))
  if (seconds !== undefined && seconds > 0 && seconds < 1_000_000) return seconds
  if (seconds !== 0) notes.add('invalid', element, `${element.name} is not a valid duration.`)
  return null
}

export const flagOf = (element: Element | undefined): boolean | undefined => flagOfText(textOf(element))

/** Of an element or of an attribute. */
export function flagOfText(text: string | undefined): boolean | undefined {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

/** `LiveVersion` is `Live`. */
export const wordsOf = (word: string): string => word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')

/** Without empty members. */
export const defined = <T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
