import {
  type PlacedMaster as AnyPlacedMaster,
  chooseCover,
  orderTracks,
  type ReleaseMembers,
  type SuggestionNote,
  type Suggestions,
  suggestRelease,
  type TrackMembers,
  type TrackSuggestion,
} from '@spindle/client/suggest'
import { writerRoles } from '@spindle/contract'
import type { Folder, FolderFile } from '../folder/read-folder.ts'
import { type Master, readMaster } from '../folder/read-master.ts'
import { type Picture, readPicture } from '../folder/read-picture.ts'
import type { DeliverRequest } from './build-request.ts'
import { chooseType } from './choose-type.ts'
import { fillManifest } from './fill-manifest.ts'
import type { Manifest } from './manifest-schema.ts'
import { readDefaults } from './read-defaults.ts'
import { findFile, readManifest } from './read-manifest.ts'

/** From a folder to the delivery: values of the manifest first, then those of tags and names, then the defaults. */

type PlacedMaster = AnyPlacedMaster<FolderFile>

/** A master with its metadata. */
export interface PlannedTrack {
  readonly master: Master
  readonly members: TrackMembers & { readonly title: string }
}

/** Where a shown value comes from. */
export interface Suggestion {
  readonly member: string
  readonly value: string
}

/** All that a delivery will send, before any of it has an upload. */
export interface Plan {
  readonly folder: Folder
  readonly release: ReleaseMembers & Pick<DeliverRequest, 'title' | 'type'>
  readonly tracks: readonly PlannedTrack[]
  readonly cover: Picture | undefined
  /** Why the type is what it is. */
  readonly typeReason: string
  /** Values that are not from the manifest and that a person should check. */
  readonly suggestions: readonly Suggestion[]
  /** Members with values of the folders above, and the files they are from. */
  readonly defaults: { readonly files: readonly string[]; readonly members: readonly string[] }
  readonly notes: readonly string[]
}

/** Reads headers and tags of every master. Throws `CommandError` for a manifest that is not valid. */
export async function makePlan(folder: Folder, signal: AbortSignal): Promise<Plan> {
  const read = await readManifest(folder)
  const own = read?.manifest ?? {}
  const defaults = await readDefaults(folder.path)
  const masters = await inTurn(mastersOf(folder, own), (file) => readMaster(file, signal))
  const chosen = chooseCover(folder.images)
  const coverFile = own.cover === undefined ? chosen.cover : findFile(folder.images, own.cover)
  const order = own.tracks ? { tracks: inOrder(masters), notes: [] } : orderTracks(masters)
  const suggested = suggestRelease(order.tracks, folder.name)
  const { manifest, filled } = fillManifest(own, suggested, defaults.members)
  const tracks = order.tracks.map((placed, index) => planTrack(placed, { index, manifest, suggested }))
  const type = chooseType(
    tracks.map(({ master }) => master.format?.durationMs),
    manifest.type,
  )
  const release = mergeRelease(manifest, suggested, type.type)
  return {
    folder,
    release,
    tracks: withDiscs(tracks, order.tracks, manifest),
    cover: coverFile && (await readPicture(coverFile)),
    typeReason: type.reason,
    suggestions: listSuggestions(own, suggested.release),
    defaults: { files: filled.length === 0 ? [] : defaults.names, members: filled },
    notes: [
      ...order.notes,
      ...listOpenNotes(suggested.notes, manifest),
      ...(manifest.cover === undefined && chosen.note !== undefined
        ? [`${chosen.note} To choose another, name the file as "cover" in release.yaml.`]
        : []),
      ...noteLeftOut(folder, manifest, read?.name),
    ],
  }
}

/** For members that the manifest sets, tags are not read. */
const listOpenNotes = (notes: readonly SuggestionNote[], manifest: Manifest): readonly string[] =>
  notes
    .filter(({ member, trackIndex }) =>
      trackIndex === undefined ? !(member in manifest) : !(member in (manifest.tracks?.[trackIndex] ?? {})),
    )
    .map(({ text, isOpen }) => (isOpen ? `${text.slice(0, -1)}; set it in release.yaml.` : text))

/** One after the other: a hundred headers at once would fill the memory of a small machine. */
async function inTurn<In, Out>(items: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = []
  for (const item of items) done.push(await work(item))
  return done
}

const mastersOf = (folder: Folder, { tracks }: Manifest): readonly FolderFile[] =>
  tracks ? tracks.flatMap(({ file }) => findFile(folder.masters, file) ?? []) : folder.masters

/** The manifest's order is the play order, whatever tags and names say. */
const inOrder = (masters: readonly Master[]): readonly PlacedMaster[] => {
  const titles = new Map(orderTracks(masters).tracks.map((placed) => [placed.master, placed]))
  return masters.flatMap((master) => titles.get(master) ?? [])
}

interface Sources {
  readonly index: number
  readonly manifest: Manifest
  readonly suggested: Suggestions
}

function planTrack(placed: PlacedMaster, { index, manifest, suggested }: Sources): PlannedTrack {
  const { file: _file, ...said } = manifest.tracks?.[index] ?? { file: '' }
  // Tags name the people of this track, so they come before values for all tracks.
  const told = suggested.tracks[index]
  const contributors = told && creditTrack(told, manifest.contributors ?? suggested.release.contributors ?? [])
  const members = { ...manifest.trackDefaults, ...told?.members, ...(contributors && { contributors }), ...said }
  return { master: placed.master, members: { ...members, title: said.title ?? placed.title } }
}

type Contributors = NonNullable<ReleaseMembers['contributors']>

/**
 * Who made a track, by its tags; undefined if they name the same people as the release. Tags that name only the
 * writers, or only the artists, leave the others to the release.
 */
function creditTrack({ artists, writers }: TrackSuggestion, ofRelease: Contributors): Contributors | undefined {
  if (artists.length + writers.length === 0) return undefined
  const isArtist = ({ role }: Contributors[number]): boolean => role === 'main_artist'
  const isWriter = ({ role }: Contributors[number]): boolean => role !== undefined && writerRoles.includes(role)
  return [
    ...(artists.length > 0 ? artists : ofRelease.filter(isArtist)),
    ...(writers.length > 0 ? writers : ofRelease.filter(isWriter)),
    ...ofRelease.filter((contributor) => !isArtist(contributor) && !isWriter(contributor)),
  ]
}

/** Discs are named only if there are several. */
function withDiscs(
  tracks: readonly PlannedTrack[],
  placed: readonly PlacedMaster[],
  manifest: Manifest,
): readonly PlannedTrack[] {
  const discs = placed.map(({ disc }) => disc)
  if (new Set(discs).size === 1 || manifest.tracks?.some(({ disc }) => disc !== undefined)) return tracks
  const isRising = discs.every((disc, index) => disc >= (discs[index - 1] ?? 1))
  if (!isRising) return tracks
  return tracks.map((track, index) => ({ ...track, members: { ...track.members, disc: discs[index] ?? 1 } }))
}

function mergeRelease(manifest: Manifest, suggested: Suggestions, type: DeliverRequest['type']): Plan['release'] {
  const { tracks: _tracks, trackDefaults: _defaults, cover: _cover, ...said } = manifest
  const { contributors, isCompilation, ...told } = suggested.release
  const isSaid = manifest.contributors !== undefined || manifest.isCompilation !== undefined
  const makers = isSaid ? {} : { ...(contributors && { contributors }), ...(isCompilation && { isCompilation }) }
  return { title: suggested.release.title ?? '', ...told, ...makers, ...said, type }
}

function listSuggestions(manifest: Manifest, told: ReleaseMembers): readonly Suggestion[] {
  return Object.entries(told)
    .filter(([member]) => !(member in manifest))
    .map(([member, value]) => ({ member, value: formatValue(value) }))
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map((one: { name?: unknown }) => String(one.name)).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.values(value).join(' ')
}

function noteLeftOut(folder: Folder, { tracks }: Manifest, manifestName = ''): readonly string[] {
  const named = new Set(tracks?.map(({ file }) => findFile(folder.masters, file)?.name))
  const unnamed = tracks ? folder.masters.filter(({ name }) => !named.has(name)).map(({ name }) => name) : []
  return [
    ...(unnamed.length === 0 ? [] : [`Skipped because not listed in ${manifestName}: ${unnamed.join(', ')}.`]),
    ...(folder.unknown.length === 0
      ? []
      : [`Skipped because neither audio nor a cover: ${folder.unknown.join(', ')}.`]),
  ]
}
