import type { Draft, DraftTrack } from '../document/draft.ts'
import type { KeptFile } from '../file-row.ts'
import type { Saved } from '../save-release.ts'
import type { Suggestion } from '../suggestions.ts'
import { type Entries, type Values, valuesOf } from './shared-entries.ts'

/**
 * What a delivery keeps in this browser, so that a reload loses nothing and all windows show the same: names, sizes and
 * dates of files, ids of uploads, and what was typed. Never the bytes of a file.
 */
export interface Tray {
  /** What was sent to the hub last; what differs from it is not saved yet. */
  readonly saved: Saved | undefined
  readonly draft: Draft
  readonly files: readonly KeptFile[]
  readonly suggestions: readonly Suggestion[]
  readonly suggestedType: string | undefined
}

const nameOf = (...path: readonly string[]): string => JSON.stringify(path)
const pathOf = (name: string): readonly string[] => JSON.parse(name) as string[]

/** An empty tray holds no value. */
const filled = <Item>(items: readonly Item[]): readonly Item[] | undefined => (items.length === 0 ? undefined : items)

/** Each member separately, so that two windows in which different members are edited lose neither. */
export function valuesOfTray({ saved, draft, files, suggestions, suggestedType }: Tray): Values {
  const values: Record<string, unknown> = {
    [nameOf('saved')]: saved,
    [nameOf('cover')]: draft.coverKey,
    [nameOf('tracks')]: filled(draft.tracks.map(({ key }) => key)),
    [nameOf('files')]: filled(files.map(({ key }) => key)),
    [nameOf('suggestions')]: filled(suggestions),
    [nameOf('suggestedType')]: suggestedType,
  }
  for (const [member, value] of Object.entries(draft.members)) values[nameOf('release', member)] = value
  for (const { key, members, ...track } of draft.tracks) {
    values[nameOf('track', key)] = track
    for (const [member, value] of Object.entries(members)) values[nameOf('track', key, member)] = value
  }
  for (const file of files) values[nameOf('file', file.key)] = file
  return values
}

export function trayOf(entries: Entries): Tray {
  const values = valuesOf(entries)
  const release: Record<string, unknown> = {}
  const tracks = new Map<string, Omit<DraftTrack, 'members'>>()
  const members = new Map<string, Record<string, unknown>>()
  const files = new Map<string, KeptFile>()
  for (const [name, value] of Object.entries(values)) {
    const [kind, key = '', member] = pathOf(name)
    if (kind === 'release') release[key] = value
    else if (kind === 'track' && member === undefined)
      tracks.set(key, { ...(value as Pick<DraftTrack, 'fileKey' | 'id'>), key })
    else if (kind === 'track' && member !== undefined) members.set(key, { ...members.get(key), [member]: value })
    else if (kind === 'file') files.set(key, value as KeptFile)
  }
  const inOrder = <Item>(name: string, items: ReadonlyMap<string, Item>): readonly Item[] =>
    orderKeys(values[nameOf(name)], items).flatMap((key) => items.get(key) ?? [])
  const coverKey = values[nameOf('cover')] as string | undefined
  return {
    saved: values[nameOf('saved')] as Saved | undefined,
    draft: {
      members: release,
      ...(coverKey !== undefined && { coverKey }),
      tracks: inOrder('tracks', tracks).map((track) => ({ ...track, members: members.get(track.key) ?? {} })),
    },
    files: inOrder('files', files),
    suggestions: (values[nameOf('suggestions')] ?? []) as readonly Suggestion[],
    suggestedType: values[nameOf('suggestedType')] as string | undefined,
  }
}

/** What was chosen in two windows at the same time is only in the order of one of them, and comes last. */
function orderKeys(order: unknown, items: ReadonlyMap<string, unknown>): readonly string[] {
  const known = (Array.isArray(order) ? order : []).map(String)
  return [...known.filter((key) => items.has(key)), ...[...items.keys()].filter((key) => !known.includes(key)).sort()]
}
