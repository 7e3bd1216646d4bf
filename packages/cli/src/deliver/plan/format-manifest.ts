import { aiLevels, compositions, explicitValues } from '@spindle/contract/vocabulary'
import { stringify } from 'yaml'
import { sanitizeText } from '../../output/terminal-output.ts'
import type { Plan, PlannedTrack } from './make-plan.ts'

/**
 * A `release.yaml` from tags and file names. What they do not contain is a comment with an example, so
 * that the file is valid as it is and a dry run says what is missing.
 */

type ReleaseMember = keyof Plan['release']

/** What a release should contain, with an example if no file has the value. */
const releaseMembers: readonly (readonly [member: ReleaseMember, example: string, about?: string])[] = [
  ['title', 'title: Night Drive'],
  ['label', 'label: Blue Lamp'],
  ['upc', 'upc: "0200000000110"', 'in quotes; leave it out if the hub assigns one'],
  ['releaseDate', 'releaseDate: "2027-03-05"'],
  ['originalReleaseDate', 'originalReleaseDate: "2027-03-05"', 'the same, unless it was released before'],
  ['genre', 'genre: electronic', 'spindle reference list genres'],
  ['language', 'language: en', 'of the titles'],
  ['explicit', 'explicit: not_explicit', `one of ${explicitValues.join(', ')}`],
  [
    'aiUsage',
    'aiUsage: { vocals: none, instruments: none, composition: none, lyrics: none, artwork: none }',
    `one of ${aiLevels.filter((level) => level !== 'undeclared').join(', ')}`,
  ],
  ['pLine', 'pLine: { year: 2027, text: Blue Lamp }', 'who owns the recording'],
  ['cLine', 'cLine: { year: 2027, text: Blue Lamp }', 'who owns cover and texts'],
  ['isCompilation', ''],
]

const defaultExamples = [
  ['language: en', 'of what is sung, zxx for none'],
  ['composition: original', `one of ${compositions.join(', ')}`],
  ['containsSamples: false', ''],
] as const

/** The text of the file. `command` is what to run when it is filled in. */
export function formatManifest(plan: Plan, command: string): string {
  const { release, cover, tracks, defaults } = plan
  // They stay where they are, so that a change there reaches this release too.
  const isOpen = (member: string): boolean => !defaults.members.includes(member)
  const hasWriters = tracks.every(({ members }) => members.contributors?.some(({ role }) => role !== 'main_artist'))
  return [
    '# What no file can tell. Take away the # where a line is to hold, and correct it.',
    `# Then: ${command}`,
    ...(defaults.members.length === 0
      ? []
      : [`# From ${defaults.files.map(sanitizeText).join(', ')}: ${defaults.members.join(', ')}`]),
    ...releaseMembers.filter(([member]) => isOpen(member)).flatMap((member) => formatMember(release, member)),
    ...(cover === undefined ? ['# cover: front.jpg'] : [write('cover', cover.file.name)]),
    ...(isOpen('contributors') ? formatContributors(release.contributors, '') : []),
    ...(hasWriters || !isOpen('contributors')
      ? []
      : ['#   - { name: Ada Lovelace, role: composer } # who wrote it, here or at each track']),
    '# trackDefaults: # for every track that does not say otherwise',
    ...defaultExamples
      .filter(([example]) => isOpen(`trackDefaults.${example.split(':')[0]}`))
      .map(([example, about]) => comment(`  ${example}`, about)),
    'tracks: # in play order',
    ...tracks.flatMap(formatTrack),
    '',
  ].join('\n')
}

function formatMember(
  release: Plan['release'],
  [member, example, about = '']: (typeof releaseMembers)[number],
): readonly string[] {
  const value = release[member]
  if (value !== undefined && value !== '') return [write(member, value)]
  return example === '' ? [] : [comment(example, about)]
}

const comment = (example: string, about: string): string => `# ${example}${about === '' ? '' : ` # ${about}`}`

/** One member on one line, however deep its value is. */
function write(member: string, value: unknown): string {
  const isPlain = typeof value !== 'object' || value === null
  const text = isPlain ? stringify(value, options) : stringify(value, { ...options, collectionStyle: 'flow' })
  return `${member}: ${text.trimEnd()}`
}

/** Nothing is folded: a line of the file is a line of the editor. */
const options = { lineWidth: 0, defaultStringType: 'PLAIN', blockQuote: false } as const

function formatContributors(contributors: Plan['release']['contributors'], indent: string): readonly string[] {
  if (contributors === undefined || contributors.length === 0)
    return indent === '' ? ['# contributors:', '#   - { name: Ada Verne, role: main_artist }'] : []
  return [
    `${indent}contributors:`,
    ...contributors.map((one) => `${indent}  - ${stringify(one, { ...options, collectionStyle: 'flow' }).trimEnd()}`),
  ]
}

function formatTrack({ master, members }: PlannedTrack): readonly string[] {
  const { title, disc, isrc, contributors } = members
  return [
    `  - ${write('file', master.file.name)}`,
    `    ${write('title', title)}`,
    ...(disc === undefined ? [] : [`    ${write('disc', disc)}`]),
    isrc === undefined ? '    # isrc: ZZABC2700101' : `    ${write('isrc', isrc)}`,
    ...formatContributors(contributors, '    '),
  ]
}
