import type { Field } from './field-types.ts'
import { isEmpty, isMembers, isSame, type Members, wholeMembers } from './members.ts'
import { fieldsOf, releaseSections, type Section, trackSections } from './release-fields.ts'

/**
 * The members that releases, and their tracks, may have in common, as the forms of defaults show them. A test compares
 * them with the defaults of the contract.
 */

/** What a field of defaults is about: the release, or all of its tracks. */
export type DefaultsTarget = 'release' | 'tracks'

const releaseNames = [
  'contributors',
  'isCompilation',
  'labelPartyIds',
  'pLine',
  'cLine',
  'genre',
  'subgenre',
  'language',
  'explicit',
  'keywords',
  'territories',
  'rightsController',
  'outlets',
  'aiUsage',
  'metadata',
]
const trackNames = [
  'contributors',
  'explicit',
  'language',
  'instrumental',
  'composition',
  'containsSamples',
  'pLine',
  'recordingCountry',
  'rightsController',
  'genre',
  'moods',
  'aiUsage',
  'territories',
  'restrictions',
  'availability',
  'priceTier',
]

const optional = ({ isRequired: _isRequired, ...field }: Field): Field => field

/** A line takes its year from the release, a contributor its name and role from its party. */
function asDefault(field: Field): Field {
  if (field.kind === 'group' && (field.name === 'pLine' || field.name === 'cLine')) {
    const [year, text] = field.fields
    return year && text ? { ...field, fields: [text, optional(year)] } : field
  }
  if (field.kind !== 'list' || field.name !== 'contributors') return field
  const [name, partyId, role, ...more] = field.fields
  return name && partyId && role ? { ...field, fields: [optional(name), optional(role), partyId, ...more] } : field
}

const sectionsOf = (sections: readonly Section[], names: readonly string[]): readonly Section[] =>
  sections
    .map((section) => ({
      ...section,
      fields: section.fields.filter(({ name }) => names.includes(name)).map(asDefault),
    }))
    .filter(({ fields }) => fields.length > 0)

/** Of a label. */
export const labelDefaultSections = sectionsOf(releaseSections, releaseNames)
/** Of the account, which may also name the label. */
export const accountDefaultSections = sectionsOf(releaseSections, [...releaseNames, 'label'])
/** Of tracks. */
export const trackDefaultSections = sectionsOf(trackSections, trackNames)

type Path = readonly (string | number)[]

/** The required parts that begun values lack. A contributor needs a name or a party. */
export function missingParts(fields: readonly Field[], members: Members, path: Path = []): readonly Path[] {
  return fields.flatMap((field): readonly Path[] => {
    const at = [...path, field.name]
    const value = members[field.name]
    if (field.kind === 'group') return missingIn(field.fields, value, at)
    if (field.kind !== 'list' || !Array.isArray(value)) return []
    return value.flatMap((item: unknown, index) => [
      ...missingIn(field.fields, item, [...at, index]),
      ...(field.name === 'contributors' && lacksName(item) ? [[...at, index, 'name']] : []),
    ])
  })
}

function missingIn(fields: readonly Field[], value: unknown, path: Path): readonly Path[] {
  if (!isMembers(value) || Object.values(value).every(isEmpty)) return []
  const missing = fields.filter(({ name, isRequired }) => isRequired && isEmpty(value[name]))
  return [...missing.map(({ name }) => [...path, name]), ...missingParts(fields, value, path)]
}

const lacksName = (item: unknown): boolean => isMembers(item) && isEmpty(item.name) && isEmpty(item.partyId)

/** What is sent: defaults are replaced whole, so what was not changed stays as the hub has it. */
export function defaultsToSend(sections: readonly Section[], before: Members, after: Members): Members {
  const { trackDefaults: tracksBefore, ...releaseBefore } = before
  const { trackDefaults: tracksAfter, ...releaseAfter } = after
  const tracks = keepUnchanged(
    fieldsOf(trackDefaultSections),
    isMembers(tracksBefore) ? tracksBefore : {},
    isMembers(tracksAfter) ? tracksAfter : {},
  )
  return {
    ...keepUnchanged(fieldsOf(sections), releaseBefore, releaseAfter),
    ...(Object.keys(tracks).length > 0 && { trackDefaults: tracks }),
  }
}

function keepUnchanged(fields: readonly Field[], before: Members, after: Members): Members {
  const unchanged = Object.entries(before).filter(([name, value]) => isSame(value, after[name]))
  return { ...wholeMembers(fields, after), ...Object.fromEntries(unchanged) }
}

/** The member that shows what a pointer below the defaults is about: itself, or the one that contains it. */
export function memberOfPointer(
  sections: readonly Section[],
  pointer: string,
): { readonly target: DefaultsTarget; readonly path: Path } | undefined {
  const [first = '', ...rest] = pointer.slice(1).split('/')
  const isOfTracks = first === 'trackDefaults'
  const fields = fieldsOf(isOfTracks ? trackDefaultSections : sections)
  const path = pathIn(fields, isOfTracks ? rest : [first, ...rest])
  return path.length === 0 ? undefined : { target: isOfTracks ? 'tracks' : 'release', path }
}

function pathIn(fields: readonly Field[], [name, ...rest]: readonly string[]): Path {
  const field = fields.find((one) => one.name === name)
  if (!field) return []
  if (field.kind === 'group') return [field.name, ...pathIn(field.fields, rest)]
  const [index, ...below] = rest
  if (field.kind !== 'list' || index === undefined) return [field.name]
  const inner = pathIn(field.fields, below)
  return inner.length === 0 ? [field.name] : [field.name, Number(index), ...inner]
}
