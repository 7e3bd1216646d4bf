import { readFile } from 'node:fs/promises'
import type { ImageSize } from '@spindle/client'
import { CommandError, UsageError } from '@spindle/command-line'
import { imageSizes } from '@spindle/contract/vocabulary'
import { writeFileAtomically } from '../../../files/write-file-atomically.ts'
import { listMirrored, type MirrorPlace } from './mirror-place.ts'

/** What audio a mirror has. */
export type MirrorAudio = 'none' | 'mp3' | 'master'

/** Which files a mirror has of each release. */
export interface MirrorOptions {
  readonly covers: readonly ImageSize[]
  readonly audio: MirrorAudio
}

/** What a mirror knows of itself. It is written after the releases that it speaks of. */
export interface MirrorState extends MirrorOptions {
  readonly version: 1
  readonly hub: string
  readonly property: string
  /** Everything up to here is mirrored; null from the beginning. */
  readonly cursor: string | null
  /** The feed is read from its beginning: releases that are not in it are checked at its end. */
  readonly checksAll: boolean
  /** Whether the index has all that was mirrored. */
  readonly isIndexed: boolean
}

/** Where a run copies from, and what its options say; undefined ones are as in the run before. */
export interface MirrorRequest {
  readonly hub: string
  readonly property: string
  readonly covers: readonly ImageSize[] | undefined
  readonly audio: MirrorAudio | undefined
}

/** Continues the state of the run before. Throws if the folder belongs to another property or hub. */
export async function openState(place: MirrorPlace, request: MirrorRequest): Promise<MirrorState> {
  const { hub, property } = request
  const known = await readState(place)
  const covers = request.covers ?? known?.covers ?? [640]
  const audio = request.audio ?? known?.audio ?? 'none'
  if (known === undefined) {
    const checksAll = (await listMirrored(place)).length > 0
    return { version: 1, hub, property, covers, audio, cursor: null, checksAll, isIndexed: false }
  }
  if (known.hub !== hub || known.property !== property)
    throw new UsageError(
      `${place.root} is the mirror of ${known.property} at ${known.hub}, not of ${property} at ${hub}`,
      'Use another folder.',
    )
  const isSame = known.audio === audio && known.covers.join() === covers.join()
  // Releases that did not change get other files, so all of them are read again.
  return isSame ? known : { ...known, covers, audio, cursor: null, checksAll: true }
}

/** Makes it durable. */
export const saveState = ({ state }: MirrorPlace, content: MirrorState): Promise<void> =>
  writeFileAtomically(state, `${JSON.stringify(content, undefined, 2)}\n`)

async function readState({ state }: MirrorPlace): Promise<MirrorState | undefined> {
  const text = await readFile(state, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const value = parse(text)
  if (value?.version === 1 && Array.isArray(value.covers) && value.covers.every(isImageSize)) return value
  throw new CommandError(`${state} is damaged, or of another version`, {
    code: 'state_damaged',
    fix: 'Delete it and run the same command again: all releases are then compared with the hub.',
  })
}

const isImageSize = (size: unknown): boolean => (imageSizes as readonly unknown[]).includes(size)

function parse(text: string): MirrorState | undefined {
  try {
    return (JSON.parse(text) ?? undefined) as MirrorState | undefined
  } catch {
    return undefined
  }
}
