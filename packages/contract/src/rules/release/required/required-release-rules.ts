import { defineRule } from '../../define-rule.ts'
import type { RuleId } from '../../rule-ids.ts'
import { mainArtists, type ReleaseForRules, type ReleaseRule } from '../release-view.ts'

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
    fix: 'Set label to the name under which the release comes out.',
    source: 'DDEX ERN 4.3 ReleaseLabelReference',
  },
  {
    member: 'pLine',
    code: 'p_line_missing',
    name: 'P line',
    fix: 'Set pLine to the year and the holder of the recordings.',
    source: 'DDEX ERN 4.3 PLine',
  },
  {
    member: 'cLine',
    code: 'c_line_missing',
    name: 'C line',
    fix: 'Set cLine to the year and the holder of cover and texts.',
    source: 'DDEX ERN 4.3 CLine',
  },
  {
    member: 'genre',
    code: 'genre_missing',
    name: 'genre',
    fix: 'Set genre to a code of GET /api/v1/music-distributor/reference/genres.',
    source: 'DDEX ERN 4.3 Genre',
  },
  {
    member: 'language',
    code: 'language_missing',
    name: 'language of the metadata',
    fix: 'Set language to the BCP 47 tag of the language titles are written in.',
    source: 'DDEX ERN 4.3 LanguageAndScriptCode',
  },
  {
    member: 'explicit',
    code: 'explicit_missing',
    name: 'parental advisory',
    fix: 'Set explicit to explicit, clean or not_explicit.',
    source: 'DDEX ERN 4.3 ParentalWarningType',
  },
  {
    member: 'releaseDate',
    code: 'release_date_missing',
    name: 'release date',
    fix: 'Set releaseDate, best at least seven days ahead.',
    source: 'DDEX ERN 4.3 ReleaseDate',
  },
  {
    member: 'coverUploadId',
    code: 'cover_missing',
    name: 'cover',
    fix: 'Upload a square JPEG or PNG of at least 3000 x 3000 pixels and set coverUploadId.',
    source: 'DDEX ERN 4.3 Image FrontCoverImage',
  },
]

const requiredMembers = required.map(({ member, code, name, fix, source }) =>
  defineRule<ReleaseForRules>({
    id: code,
    severity: 'error',
    legacySeverity: 'warning',
    appliesTo: 'release',
    title: `A release needs a ${name}`,
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
  title: 'A release needs a main artist unless it is a compilation',
  fix: 'Add a contributor with role main_artist, or set isCompilation.',
  source: 'DDEX ERN 4.3 DisplayArtist',
  check: ({ release }) =>
    release.isCompilation !== true && mainArtists(release.contributors ?? []).length === 0
      ? [{ pointer: '/contributors', message: 'The release has no contributor with role main_artist.' }]
      : [],
})

const originalDate = defineRule<ReleaseForRules>({
  id: 'original_release_date_missing',
  severity: 'warning',
  appliesTo: 'release',
  title: 'A release should say when it first came out',
  fix: 'Set originalReleaseDate; for a first release it is the release date.',
  source: 'DDEX ERN 4.3 OriginalReleaseDate',
  check: ({ release }) =>
    release.originalReleaseDate === undefined
      ? [{ pointer: '/originalReleaseDate', message: 'The release does not say when it first came out.' }]
      : [],
})

const aiUsage = defineRule<ReleaseForRules>({
  id: 'ai_usage_undeclared',
  severity: 'warning',
  appliesTo: 'release',
  title: 'A release should say how far AI made it',
  fix: 'Set aiUsage, part by part, to none, assisted or generated.',
  source: 'DDEX ERN 4.3.2 disclosure of AI contributions',
  check: ({ release }) =>
    release.aiUsage === undefined
      ? [{ pointer: '/aiUsage', message: 'The release does not say how far it was made by AI.' }]
      : [],
})

/** Findings about members of the release that submitting needs. */
export const requiredReleaseRules: readonly ReleaseRule[] = [...requiredMembers, mainArtist, originalDate, aiUsage]
