import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { choices, type InputValues, integer, text, UsageError } from '@spindle/command-line'
import { commercialModels, dealUses, masterContainers, referenceData } from '@spindle/contract'
import type { StoreFilter } from '@spindle/contract/rules'
import { decodeUnicode } from '@spindle/contract/text-files'
import { requireTerritories, type StoreSettings } from '../../features/interchange/index.ts'
import { withOptionNames } from './name-option.ts'

/** Which deals and files a store accepts, and its names of genres. */

export const filterOptions = {
  models: choices('--models <list>', 'Commercial models that the store takes (default: all)', commercialModels),
  uses: choices('--uses <list>', 'Uses that the store takes (default: all)', dealUses),
  territories: text('--territories <list>', 'Territories that the store serves, such as DE,AT,CH'),
  notIn: text('--not-in <list>', 'Territories that the store does not serve'),
  audio: choices('--audio <list>', 'Containers of masters that the store takes (default: all)', masterContainers),
  leastCover: integer('--cover-at-least <pixels>', 'Shortest side of a cover', { min: 1, max: 10_000 }),
  genres: text('--genres <file>', 'JSON file with the names that the store has for genres (see outlets genres)'),
}

type FilterValues = InputValues<{ readonly options: typeof filterOptions }>

function readCodes(option: '--territories' | '--not-in', list: string): string[] {
  const words = list.split(',').map((word) => word.trim())
  withOptionNames(() => requireTerritories(words), { territories: option })
  return words
}

function readTerritories({ territories, notIn }: FilterValues): StoreFilter['territories'] {
  if (territories !== undefined && notIn !== undefined) throw new UsageError('Use --territories or --not-in, not both')
  if (territories !== undefined) return { mode: 'include', codes: readCodes('--territories', territories) }
  return notIn === undefined ? undefined : { mode: 'exclude', codes: readCodes('--not-in', notIn) }
}

/** Only what is given. */
export async function readFilter(values: FilterValues): Promise<Pick<StoreSettings, 'takes' | 'genres'>> {
  const { models, uses, genres, audio, leastCover } = values
  const territories = readTerritories(values)
  const takes: StoreFilter = {
    ...(models && { models: [...models] }),
    ...(uses && { uses: [...uses] }),
    ...(territories && { territories }),
    ...(audio && { audio: [...audio] }),
    ...(leastCover === undefined ? {} : { leastCover }),
  }
  return {
    ...(Object.keys(takes).length === 0 ? {} : { takes }),
    ...(genres === undefined ? {} : { genres: await readGenres(genres) }),
  }
}

/** A JSON object from our codes to the store's words. */
async function readGenres(file: string): Promise<Record<string, string>> {
  const text = decodeUnicode(await readFile(resolve(file)))
  if (text === undefined) throw new UsageError('--genres: the file is not UTF-8; save it as UTF-8')
  return parseObject(text)
}

/** What its members are is checked with the other settings. */
function parseObject(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, string>
  } catch {
    // Reported below.
  }
  throw new UsageError('--genres must be a file with one JSON object, such as the output of outlets genres')
}

/** The map to start with: each genre under its own name. */
export const defaultGenres = (): Record<string, string> =>
  Object.fromEntries(referenceData.genres.map(({ code, name }) => [code, name]))
