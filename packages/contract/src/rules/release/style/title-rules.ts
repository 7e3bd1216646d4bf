import { defineRule } from '../../define-rule.ts'
import { contributorsOf, quote, type ReleaseForRules, type ReleaseRule, tracksOf } from '../release-view.ts'
import { findAdditions, listBracketed, replaceBracketed } from './title-brackets.ts'
import { unusualCapitals, wordsInWrongCase } from './title-case.ts'

/** Style of titles. Warnings only: the label's version is delivered. */

interface WrittenTitle {
  readonly pointer: string
  readonly title: string
  readonly version: string | undefined
  readonly subtitle: string | undefined
  /** What the title adds to the name: brackets, and what follows a dash. */
  readonly additions: string
  readonly namesFeaturedArtist: boolean
  /** Of the track, or else of the release. */
  readonly language: string | undefined
}

const featured: readonly string[] = ['featured_artist', 'ddex:FeaturedArtist']

const writtenTitles = new WeakMap<ReleaseForRules, readonly WrittenTitle[]>()

/** Kept with the view, as its tracks are. */
function titlesOf(view: ReleaseForRules): readonly WrittenTitle[] {
  const known = writtenTitles.get(view)
  if (known) return known
  const titles = listTitles(view)
  writtenTitles.set(view, titles)
  return titles
}

const listTitles = (view: ReleaseForRules): readonly WrittenTitle[] => {
  const written = [
    { pointer: '', value: view.release, contributors: view.release.contributors ?? [] },
    ...tracksOf(view).map(({ value, pointer }) => ({ pointer, value, contributors: contributorsOf(view, value) })),
  ]
  return written.map(({ pointer, value, contributors }) => ({
    pointer,
    title: value.title,
    version: value.version,
    subtitle: value.subtitle,
    additions: findAdditions(value.title).join(' '),
    namesFeaturedArtist: contributors.some(({ role }) => featured.includes(role)),
    language: value.language ?? view.release.language,
  }))
}

/** Applies a check to every title; what it returns becomes the message at that title. */
const eachTitle =
  (judge: (written: WrittenTitle, view: ReleaseForRules) => string | undefined) => (view: ReleaseForRules) =>
    titlesOf(view).flatMap((written) => {
      const message = judge(written, view)
      return message === undefined ? [] : [{ pointer: `${written.pointer}/title`, message }]
    })

/** Applies a pattern to title, version and subtitle; inside a title only text in brackets or after a dash counts. */
const eachAddition = (pattern: RegExp, messageOf: (found: string) => string) => (view: ReleaseForRules) =>
  titlesOf(view).flatMap(({ pointer, additions, version = '', subtitle = '' }) =>
    Object.entries({ title: additions, version, subtitle }).flatMap(([member, text]) => {
      const found = text === '' ? undefined : pattern.exec(text)?.[0]
      return found === undefined ? [] : [{ pointer: `${pointer}/${member}`, message: messageOf(quote(found)) }]
    }),
  )

const featuringWord = /(?<![\p{L}\d])(?:featuring|feat\.?|ft\.?|w\/)\s*(?=[\p{L}\d])/giu
const featuringName = /(?<![\p{L}\d])(?:[Ff]eaturing|FEATURING|[Ff]eat\.?|FEAT\.?|[Ff]t\.?|FT\.?|[Ww]\/)\s*[\p{Lu}\d]/u
const featuringForm = /[([](?:feat\.|with) [^)\]]+[)\]]$/u

const judgeFeaturing = ({ title, namesFeaturedArtist }: WrittenTitle): string | undefined => {
  const isInForm = listBracketed(title).some((bracketed) => featuringForm.test(bracketed))
  if (isInForm && !featuringName.test(replaceBracketed(title, (bracketed) => bracketed.replace(featuringForm, ''))))
    return namesFeaturedArtist
      ? undefined
      : `${quote(title)} names a featured artist, but no contributor has that role.`
  if (!featuringName.test(title)) return undefined
  const found = title.match(featuringWord)?.[0]?.trim() ?? 'feat.'
  return `${quote(title)} names a featured artist after ${quote(found)}.`
}

const abbreviated = /(?<![\p{L}\d])(volumes?|vol|parts?|pt)(\.?)(\s*)(?=(?:\d+|[IVX]+)(?![\p{L}\d]))/giu

const judgeAbbreviation = ({ title }: WrittenTitle): string | undefined => {
  const wrong = Array.from(title.matchAll(abbreviated)).find(([text]) => text !== 'Vol. ' && text !== 'Pt. ')
  return wrong && `${quote(title)} contains ${quote(wrong[0].trim())}. Stores use Vol. 1 and Pt. 1.`
}

const capitals = { upper: 'all capitals', lower: 'all lower case', random: 'random capitals' } as const

/** A letter that English does not have makes a title that of another language, such as that of a theme. */
const isEnglish = ({ title, language = '' }: WrittenTitle): boolean =>
  /^en(-|$)/iu.test(language) && !/(?=\p{L})\P{ASCII}/u.test(title)

const judgeCase = (written: WrittenTitle): string | undefined => {
  const { title } = written
  if (!isEnglish(written) || unusualCapitals(title) !== undefined) return undefined
  const words = wordsInWrongCase(title)
  if (words.length === 0) return undefined
  return `${quote(title)} is not in title case. Check ${words.slice(0, 3).map(quote).join(', ')}.`
}

/** Warnings about titles that stores would send back or rewrite. */
export const titleRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'feat_style',
    severity: 'warning',
    appliesTo: 'track',
    title: 'Featured artists should be credited as contributors; a title may name them only as (feat. X) or (with X)',
    fix: 'Add the featured artist as a contributor and remove the name from the title.',
    source: 'Apple Music Style Guide, featured artists',
    check: eachTitle(judgeFeaturing),
  }),
  defineRule({
    id: 'nonstandard_caps',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Titles should not be in all capitals, all lower case or random capitals',
    fix: 'Use the normal capitalisation of the language.',
    source: 'Apple Music Style Guide, capitalisation',
    check: eachTitle(({ title }) => {
      const found = unusualCapitals(title)
      return found && `${quote(title)} is in ${capitals[found]}.`
    }),
  }),
  defineRule({
    id: 'title_case',
    severity: 'warning',
    appliesTo: 'release',
    title: 'English titles should be in title case',
    fix: 'Capitalise the first and last word and all others except articles, conjunctions and short prepositions.',
    source: 'Apple Music Style Guide, English title case',
    check: eachTitle(judgeCase),
  }),
  defineRule({
    id: 'abbreviation',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Volumes and parts should be written as Vol. 1 and Pt. 1',
    fix: 'Write Vol. or Pt., then a space and the number.',
    source: 'Apple Music Style Guide, volumes and parts',
    check: eachTitle(judgeAbbreviation),
  }),
  defineRule({
    id: 'generic_title',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Titles should be specific',
    fix: 'Enter the title that listeners will search for.',
    source: 'Apple Music Style Guide, generic titles',
    check: eachTitle(({ title }) =>
      /^(?:(?:audio ?)?track|song|title|audio|untitled|file)?[\s_#]*\d+$|^(?:untitled|instrumental|new recording)$/iu.test(
        title.trim(),
      ) && !/^\d+$/u.test(title.trim())
        ? `${quote(title)} is a generic title.`
        : undefined,
    ),
  }),
  defineRule({
    id: 'default_version',
    severity: 'warning',
    appliesTo: 'release',
    title: 'The version should not name the original recording',
    fix: 'Remove it. Name a version only if it differs from the original recording.',
    source: 'Apple Music Style Guide, version information',
    check: eachAddition(
      /\b(?:original|album|standard|main) (?:mix|version|recording|edition)\b|^original$/iu,
      (found) => `${found} describes the original version.`,
    ),
  }),
  defineRule({
    id: 'promo_term',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Titles should not contain promotional terms',
    fix: 'Remove the words from the title. Put notes for outlets in the marketing comment.',
    source: 'Apple Music Style Guide, promotional terms',
    check: eachAddition(
      /\b(?:exclusive|limited edition|digital(?: (?:single|album|edition|version|only))?|out now|new release|free download)\b/iu,
      (found) => `${found} is a promotional term.`,
    ),
  }),
  defineRule({
    id: 'advisory_in_title',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Titles should not contain parental advisories or masked words',
    fix: 'Use the parental advisory field, and write words in full as they are sung.',
    source: 'Apple Music Style Guide, parental advisory',
    check: (view) => [
      ...eachAddition(
        /\b(?:explicit|clean|dirty|uncensored|censored)(?: version| edit)?\b/iu,
        (found) => `${found} belongs in the parental advisory field.`,
      )(view),
      ...eachTitle(({ title }) =>
        /\p{L}\*|\*\p{L}/u.test(title) ? `${quote(title)} masks letters with asterisks.` : undefined,
      )(view),
    ],
  }),
  defineRule({
    id: 'type_in_title',
    severity: 'warning',
    appliesTo: 'release',
    title: 'A title should not contain the type of the release',
    fix: 'Remove it from the title. Stores show the type.',
    source: 'Spotify metadata style guide 9.7',
    check: ({ release: { title } }) => {
      const found = /\s[-–—]\s*(?:single|e\.?p\.?|album|lp)$|[([](?:the )?(?:single|e\.?p\.?|album|lp)[)\]]$/iu.exec(
        title.trim(),
      )
      return found
        ? [{ pointer: '/title', message: `${quote(title)} ends with its type, ${quote(found[0].trim())}.` }]
        : []
    },
  }),
]
