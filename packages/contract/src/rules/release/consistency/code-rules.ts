import { genres, isGenreCode } from '../../../codes/genres.ts'
import { parseLanguageTag, suggestLanguage } from '../../../codes/language-codes.ts'
import { findNearestName, limitGuesses } from '../../../codes/nearest-name.ts'
import { isTerritoryCode, suggestTerritory } from '../../../codes/territory-codes.ts'
import type { Territories } from '../../../releases/release-parts.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import {
  pointerTo,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  tracksOf,
  writtenContributors,
  writtenDeals,
} from '../release-view.ts'

/** Codes of reference lists: genres, languages, territories, time zones; and texts without control characters. */

interface Written {
  readonly pointer: string
  readonly text: string | undefined
}

const genresIn = (view: ReleaseForRules): readonly Written[] => [
  { pointer: '/genre', text: view.release.genre },
  { pointer: '/subgenre', text: view.release.subgenre },
  ...tracksOf(view).map(({ value, pointer }) => ({ pointer: `${pointer}/genre`, text: value.genre })),
]

const languagesIn = (view: ReleaseForRules): readonly Written[] => {
  const ofList = (list: readonly { readonly language: string }[] | undefined, pointer: string) =>
    (list ?? []).map(({ language }, index) => ({ pointer: `${pointer}/${index}/language`, text: language }))
  return [
    { pointer: '/language', text: view.release.language },
    ...ofList(view.release.titles, '/titles'),
    ...tracksOf(view).flatMap(({ value, pointer }) => [
      { pointer: `${pointer}/language`, text: value.language },
      ...ofList(value.titles, `${pointer}/titles`),
      { pointer: `${pointer}/lyrics/language`, text: value.lyrics?.language },
    ]),
    ...writtenContributors(view).flatMap(({ value, pointer }) => ofList(value.names, `${pointer}/names`)),
  ]
}

/** A track may be sung in several languages. */
const mayBeMixed = /^\/tracks\/[0-9]+(?:\/lyrics)?\/language$/

/** Tags of BCP 47 that name no language: undetermined, uncoded, several. */
const isUndetermined = ({ pointer, text = '' }: Written): boolean => {
  const [language = ''] = text.toLowerCase().split('-')
  return language === 'und' || language === 'mis' || (language === 'mul' && !mayBeMixed.test(pointer))
}

const territoryCodesIn = (view: ReleaseForRules): readonly Written[] => {
  const ofTerritories = (territories: Territories | undefined, pointer: string) =>
    (territories?.codes ?? []).map((text, index) => ({ pointer: `${pointer}/codes/${index}`, text }))
  return [
    ...ofTerritories(view.release.territories, '/territories'),
    ...writtenDeals(view).flatMap(({ value, pointer }) => ofTerritories(value.territories, `${pointer}/territories`)),
    ...tracksOf(view).flatMap(({ value, pointer }) => [
      { pointer: `${pointer}/recordingCountry`, text: value.recordingCountry },
      ...ofTerritories(value.territories, `${pointer}/territories`),
      ...(value.restrictions ?? []).flatMap((restriction, index) =>
        ofTerritories(restriction.territories, `${pointer}/restrictions/${index}/territories`),
      ),
    ]),
  ]
}

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return true
  } catch {
    // Intl throws a RangeError for unknown names.
    return false
  }
}

/** Line breaks and tabs belong to texts of several lines only; half a character belongs nowhere. */
const control = /[\p{Cc}\p{Cs}]/u
const controlExceptBreaks = /[^\P{Cc}\n\r\t]|\p{Cs}/u
const severalLines: readonly string[] = ['text', 'marketingComment']

function textsWithControls(value: unknown, pointer: string, name = ''): readonly string[] {
  if (typeof value === 'string') {
    const pattern = severalLines.includes(name) ? controlExceptBreaks : control
    return pattern.test(value) ? [pointer] : []
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => textsWithControls(item, `${pointer}${pointerTo(index)}`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, part]) => [
    ...(control.test(member) ? [pointer] : []),
    ...textsWithControls(part, `${pointer}${pointerTo(member)}`, member),
  ])
}

interface Judgement {
  readonly isKnown: (text: string) => boolean
  /** What a text is not. */
  readonly what: string
  readonly guess: (text: string) => string | undefined
}

function unknown(written: readonly Written[], { isKnown, what, guess }: Judgement): readonly Hit[] {
  const guessFix = limitGuesses(guess)
  return written.flatMap(({ pointer, text }) =>
    text !== undefined && !isKnown(text)
      ? [{ pointer, message: `${quote(text)} is not a ${what}.`, fix: guessFix(text) }]
      : [],
  )
}

const guessGenre = (text: string): string | undefined => {
  const near = findNearestName(
    text.replaceAll(/[^a-z]+/gi, '_'),
    genres.map(({ code }) => code),
  )
  return near === undefined ? undefined : `Did you mean ${near}?`
}

const guessLanguage = (text: string): string | undefined => {
  const tag = suggestLanguage(text)
  return tag === undefined ? undefined : `Did you mean ${tag}?`
}

const guessTimeZone = (text: string): string | undefined => {
  const near = findNearestName(text.replaceAll(' ', '_'), Intl.supportedValuesOf('timeZone'))
  return near === undefined ? undefined : `Did you mean ${near}?`
}

const writeCode = (text: string): string | undefined => {
  const code = suggestTerritory(text)
  return code === undefined ? undefined : `Write ${code}.`
}

/** Errors about codes that no list holds and about characters that no text may hold. */
export const codeRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'genre_unknown',
    severity: 'error',
    appliesTo: 'release',
    title: 'Genres must be codes from the reference list',
    fix: 'Choose a genre from the reference list.',
    source: 'DDEX ERN 4.3 Genre and SubGenre',
    check: (view) => unknown(genresIn(view), { isKnown: isGenreCode, what: 'genre code', guess: guessGenre }),
  }),
  defineRule({
    id: 'language_invalid',
    severity: 'error',
    appliesTo: 'release',
    title: 'Languages must be BCP 47 tags',
    fix: 'Use a tag such as en, pt-BR or ja-Latn. For music without lyrics, use zxx.',
    source: 'BCP 47 (RFC 5646); ISO 639; DDEX ERN 4.3 LanguageAndScriptCode',
    check: (view) =>
      unknown(languagesIn(view), {
        isKnown: (text) => parseLanguageTag(text) !== undefined,
        what: 'language tag',
        guess: guessLanguage,
      }),
  }),
  defineRule({
    id: 'language_undetermined',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Language tags should name a language',
    fix: 'Use the language of the text, such as en or pt-BR. For music without lyrics, use zxx.',
    source: 'ISO 639-2: mis, mul, und; stores sort and search by language',
    check: (view) =>
      languagesIn(view)
        .filter(isUndetermined)
        .map(({ pointer, text = '' }) => ({ pointer, message: `${quote(text)} does not name a language.` })),
  }),
  defineRule({
    id: 'territory_unknown',
    severity: 'error',
    appliesTo: 'release',
    title: 'Territories must be codes assigned by ISO 3166-1, or XK for Kosovo',
    fix: 'Use an ISO 3166-1 code such as DE, JP or US.',
    source: 'ISO 3166-1 alpha-2; DDEX ERN 4.3 TerritoryCode and DdexTerritoryCode',
    check: (view) =>
      unknown(territoryCodesIn(view), { isKnown: isTerritoryCode, what: 'territory code', guess: writeCode }),
  }),
  defineRule({
    id: 'time_zone_unknown',
    severity: 'error',
    appliesTo: 'release',
    title: 'The time zone must be in the IANA database',
    fix: 'Use a name such as Europe/Berlin. Or leave it empty to use the local time of each territory.',
    source: 'IANA time zone database',
    check: ({ release }) =>
      unknown([{ pointer: '/timeZone', text: release.timeZone }], {
        isKnown: isTimeZone,
        what: 'time zone',
        guess: guessTimeZone,
      }),
  }),
  defineRule({
    id: 'control_characters',
    severity: 'error',
    appliesTo: 'release',
    title: 'Texts must not contain control characters',
    fix: 'Retype the text without invisible characters.',
    source: 'XML 1.0 Char, on which DDEX ERN is written; Unicode categories Cc and Cs',
    check: ({ release }) =>
      [...new Set(textsWithControls(release, ''))].map((pointer) => ({
        pointer,
        message: 'The text contains a control character or an incomplete character.',
      })),
  }),
]
