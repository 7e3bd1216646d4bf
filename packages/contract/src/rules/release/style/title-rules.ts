import { defineRule } from '../../define-rule.ts'
import { contributorsOf, quote, type ReleaseForRules, type ReleaseRule, tracksOf } from '../release-view.ts'
import { findAdditions, listBracketed, replaceBracketed } from './title-brackets.ts'
import { unusualCapitals, wordsInWrongCase } from './title-case.ts'

/** Style of titles. Warnings only: what a label wishes is delivered. */

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

/** Applies a judgement to every title; what it answers becomes the message at that title. */
const eachTitle =
  (judge: (written: WrittenTitle, view: ReleaseForRules) => string | undefined) => (view: ReleaseForRules) =>
    titlesOf(view).flatMap((written) => {
      const message = judge(written, view)
      return message === undefined ? [] : [{ pointer: `${written.pointer}/title`, message }]
    })

/** Applies a pattern to title, version and subtitle; inside a title only what stands in brackets or after a dash counts. */
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
    return namesFeaturedArtist ? undefined : `${quote(title)} names a featured artist, yet nobody is credited as one.`
  if (!featuringName.test(title)) return undefined
  const found = title.match(featuringWord)?.[0]?.trim() ?? 'feat.'
  return `${quote(title)} writes a featured artist with ${quote(found)}.`
}

const abbreviated = /(?<![\p{L}\d])(volumes?|vol|parts?|pt)(\.?)(\s*)(?=(?:\d+|[IVX]+)(?![\p{L}\d]))/giu

const judgeAbbreviation = ({ title }: WrittenTitle): string | undefined => {
  const wrong = Array.from(title.matchAll(abbreviated)).find(([text]) => text !== 'Vol. ' && text !== 'Pt. ')
  return wrong && `${quote(title)} writes ${quote(wrong[0].trim())}; stores write Vol. 1 and Pt. 1.`
}

const capitals = { upper: 'all in capitals', lower: 'all in lower case', random: 'in mixed capitals' } as const

/** A letter that English does not have makes a title that of another language, such as that of a theme. */
const isEnglish = ({ title, language = '' }: WrittenTitle): boolean =>
  /^en(-|$)/iu.test(language) && !/(?=\p{L})\P{ASCII}/u.test(title)

const judgeCase = (written: WrittenTitle): string | undefined => {
  const { title } = written
  if (!isEnglish(written) || unusualCapitals(title) !== undefined) return undefined
  const words = wordsInWrongCase(title)
  if (words.length === 0) return undefined
  return `In ${quote(title)} the case of ${words.slice(0, 3).map(quote).join(', ')} is not title case.`
}

/** Warnings about titles that stores would send back or rewrite. */
export const titleRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'feat_style',
    severity: 'warning',
    appliesTo: 'track',
    title: 'Featured artists stand in roles; in a title only as (feat. X) or (with X)',
    fix: 'Credit them as a featured artist and take the name out of the title.',
    source: 'Apple Music Style Guide, featured artists',
    check: eachTitle(judgeFeaturing),
  }),
  defineRule({
    id: 'nonstandard_caps',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Titles are not all in capitals, all in lower case or in mixed capitals',
    fix: 'Write the title as a sentence or title of its language.',
    source: 'Apple Music Style Guide, capitalisation',
    check: eachTitle(({ title }) => {
      const found = unusualCapitals(title)
      return found && `${quote(title)} is ${capitals[found]}.`
    }),
  }),
  defineRule({
    id: 'title_case',
    severity: 'warning',
    appliesTo: 'release',
    title: 'English titles are in title case',
    fix: 'Capitalise each word except articles, conjunctions and short prepositions between the first and the last.',
    source: 'Apple Music Style Guide, English title case',
    check: eachTitle(judgeCase),
  }),
  defineRule({
    id: 'abbreviation',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Volumes and parts are written Vol. 1 and Pt. 1',
    fix: 'Write Vol. or Pt., a space and the number.',
    source: 'Apple Music Style Guide, volumes and parts',
    check: eachTitle(judgeAbbreviation),
  }),
  defineRule({
    id: 'generic_title',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Titles are names of their own',
    fix: 'Give the title under which listeners shall find it.',
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
    title: 'The usual version is not named',
    fix: 'Leave it out; name a version only when it differs from the usual one.',
    source: 'Apple Music Style Guide, version information',
    check: eachAddition(
      /\b(?:original|album|standard|main) (?:mix|version|recording|edition)\b|^original$/iu,
      (found) => `${found} names the usual version.`,
    ),
  }),
  defineRule({
    id: 'promo_term',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Titles do not advertise',
    fix: 'Take the words out; what outlets should know goes into the marketing comment.',
    source: 'Apple Music Style Guide, promotional terms',
    check: eachAddition(
      /\b(?:exclusive|limited edition|digital(?: (?:single|album|edition|version|only))?|out now|new release|free download)\b/iu,
      (found) => `${found} is an advertisement or a form of sale.`,
    ),
  }),
  defineRule({
    id: 'advisory_in_title',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Parental advisory is no part of a title, and words are not masked',
    fix: 'Say it by the parental advisory, and write words out as they are sung.',
    source: 'Apple Music Style Guide, parental advisory',
    check: (view) => [
      ...eachAddition(
        /\b(?:explicit|clean|dirty|uncensored|censored)(?: version| edit)?\b/iu,
        (found) => `${found} is told by the parental advisory.`,
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
    title: 'The type of a release does not stand in its title',
    fix: 'Take it out of the title; stores add it.',
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
