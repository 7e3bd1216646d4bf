import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { commercialModels, dealUses, referenceData, territoryCodes } from '@spindle/contract'
import type { StoreFilter } from '@spindle/contract/rules'
import type { StoreSettings } from '../features/interchange/index.ts'
import { UsageError } from './command.ts'

/** What of a release concerns a store, and what the store calls its genres. */

export const filterOptions = {
  models: { type: 'string' },
  uses: { type: 'string' },
  territories: { type: 'string' },
  'not-in': { type: 'string' },
  audio: { type: 'string' },
  'cover-at-least': { type: 'string' },
  genres: { type: 'string' },
} as const

export type FilterValues = { readonly [name in keyof typeof filterOptions]?: string | undefined }

function readList<T extends string>(option: string, text: string, known: readonly T[]): T[] {
  const words = text.split(',').map((word) => word.trim())
  return words.map((word) => {
    const found = known.find((candidate) => candidate === word)
    if (found === undefined) throw new UsageError(`${option}: "${word}" is none of ${known.join(', ')}`)
    return found
  })
}

function readTerritories(values: FilterValues): StoreFilter['territories'] {
  const { territories, 'not-in': notIn } = values
  if (territories !== undefined && notIn !== undefined) throw new UsageError('Give --territories or --not-in, not both')
  if (territories !== undefined)
    return { mode: 'include', codes: readList('--territories', territories, territoryCodes) }
  return notIn === undefined ? undefined : { mode: 'exclude', codes: readList('--not-in', notIn, territoryCodes) }
}

/** The containers that masters come in. */
const masterContainers = ['wav', 'aiff', 'flac', 'mp3'] as const

function readPixels(text: string): number {
  const pixels = Number(text)
  if (!Number.isInteger(pixels) || pixels < 1 || pixels > 10_000)
    throw new UsageError('--cover-at-least is a number of pixels, 1 to 10000')
  return pixels
}

/** Only what is given. */
export async function readFilter(values: FilterValues): Promise<Pick<StoreSettings, 'takes' | 'genres'>> {
  const { models, uses, genres, audio, 'cover-at-least': leastCover } = values
  const territories = readTerritories(values)
  const takes: StoreFilter = {
    ...(models === undefined ? {} : { models: readList('--models', models, commercialModels) }),
    ...(uses === undefined ? {} : { uses: readList('--uses', uses, dealUses) }),
    ...(territories && { territories }),
    ...(audio === undefined ? {} : { audio: readList('--audio', audio, masterContainers) }),
    ...(leastCover === undefined ? {} : { leastCover: readPixels(leastCover) }),
  }
  return {
    ...(Object.keys(takes).length === 0 ? {} : { takes }),
    ...(genres === undefined ? {} : { genres: await readGenres(genres) }),
  }
}

/** A JSON object: our codes, and the words of the store. */
async function readGenres(file: string): Promise<Record<string, string>> {
  const entries = Object.entries(parseObject(await readFile(resolve(file), 'utf8')))
  return Object.fromEntries(
    entries.map(([code, word]) => {
      if (!referenceData.genres.some((genre) => genre.code === code))
        throw new UsageError(`--genres: the hub has no genre "${code}"; outlets genres lists them`)
      if (typeof word !== 'string' || word.trim() === '' || word.length > 100)
        throw new UsageError(`--genres: "${code}" needs a word of 1 to 100 characters`)
      return [code, word.trim()]
    }),
  )
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  throw new UsageError('--genres is a file with one JSON object, such as outlets genres prints')
}

/** The map to begin with: each genre by its own name. */
export const defaultGenres = (): Record<string, string> =>
  Object.fromEntries(referenceData.genres.map(({ code, name }) => [code, name]))
