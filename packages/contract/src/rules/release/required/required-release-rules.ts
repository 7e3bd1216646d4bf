import { defineRule } from '../../define-rule.ts'
import type { RuleId } from '../../rule-ids.ts'
import { declaresAi, mainArtists, type ReleaseForRules, type ReleaseRule } from '../release-view.ts'

/** What submitting needs on the release itself. */

type Member = keyof ReleaseForRules['release']

interface Required {
  readonly member: Member
  readonly code: RuleId
  readonly name: string
  readonly fix: string
  readonly source: string
}

const required: readonly Required[] = [
  {
    member: 'label',
    code: 'label_missing',
    name: 'label',
    fix: 'Enter the name of the label that publishes the release.',
    source: 'DDEX ERN 4.3 ReleaseLabelReference',
  },
  // Before the lines: defaults fill in lines, with the year of the date.
  {
    member: 'releaseDate',
    code: 'release_date_missing',
    name: 'release date',
    fix: 'Choose a date, ideally at least seven days ahead.',
    source: 'DDEX ERN 4.3 ReleaseDate',
  },
  {
    member: 'pLine',
    code: 'p_line_missing',
    name: 'P line (℗)',
    fix: 'Enter the year and the owner of the recordings.',
    source: 'DDEX ERN 4.3 PLine',
  },
  {
    member: 'cLine',
    code: 'c_line_missing',
    name: 'C line (©)',
    fix: 'Enter the year and the owner of the artwork and texts.',
    source: 'DDEX ERN 4.3 CLine',
  },
  {
    member: 'genre',
    code: 'genre_missing',
    name: 'genre',
    fix: 'Choose a genre from the reference list.',
    source: 'DDEX ERN 4.3 Genre',
  },
  {
    member: 'language',
    code: 'language_missing',
    name: 'metadata language',
    fix: 'Enter the language of the titles as a tag such as en, pt-BR or ja-Latn.',
    source: 'DDEX ERN 4.3 LanguageAndScriptCode',
  },
  {
    member: 'explicit',
    code: 'explicit_missing',
    name: 'parental advisory',
    fix: 'Choose explicit, clean or not explicit.',
    source: 'DDEX ERN 4.3 ParentalWarningType',
  },
  {
    member: 'coverUploadId',
    code: 'cover_missing',
    name: 'cover',
    fix: 'Add a square JPEG or PNG, ideally 3000 x 3000 pixels.',
    source: 'DDEX ERN 4.3 Image FrontCoverImage',
  },
]

const requiredMembers = required.map(({ member, code, name, fix, source }) =>
  defineRule<ReleaseForRules>({
    id: code,
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'release',
    title: `A release must have a ${name}`,
    fix,
    source,
    check: ({ release }) =>
      release[member] === undefined ? [{ pointer: `/${member}`, message: `The release has no ${name}.` }] : [],
  }),
)

const mainArtist = defineRule<ReleaseForRules>({
  id: 'main_artist_missing',
  severity: 'error',
  legacySeverity: 'warning',
  appliesTo: 'release',
  title: 'A release must have a main artist, unless it is a compilation',
  fix: 'Add a main artist, or mark the release as a compilation.',
  source: 'DDEX ERN 4.3 DisplayArtist',
  check: ({ release }) =>
    release.isCompilation !== true && mainArtists(release.contributors ?? []).length === 0
      ? [{ pointer: '/contributors', message: 'The release has no main artist.' }]
      : [],
})

const originalDate = defineRule<ReleaseForRules>({
  id: 'original_release_date_missing',
  severity: 'warning',
  appliesTo: 'release',
  title: 'A release should have an original release date',
  fix: 'Enter the date of the first publication. For new music, use the release date.',
  source: 'DDEX ERN 4.3 OriginalReleaseDate',
  check: ({ release }) =>
    release.originalReleaseDate === undefined
      ? [{ pointer: '/originalReleaseDate', message: 'The release has no original release date.' }]
      : [],
})

const aiUsage = defineRule<ReleaseForRules>({
  id: 'ai_usage_undeclared',
  version: 2,
  severity: 'warning',
  appliesTo: 'release',
  title: 'A release should declare its use of AI, unless every track does',
  fix: 'For each part, choose no AI, AI-assisted or AI-generated.',
  source: 'DDEX ERN 4.3.2 disclosure of AI contributions',
  check: ({ release }) =>
    !declaresAi(release.aiUsage) && !release.tracks.every(({ aiUsage: ofTrack }) => declaresAi(ofTrack))
      ? [{ pointer: '/aiUsage', message: 'The release does not declare its use of AI.' }]
      : [],
})

/** Findings about members of the release that submitting needs. */
export const requiredReleaseRules: readonly ReleaseRule[] = [...requiredMembers, mainArtist, originalDate, aiUsage]
