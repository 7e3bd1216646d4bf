import { areaOf, areaOfSet, type TerritorySet, territorySetOf } from '@spindle/contract'
import type { Terms, TrackOffer } from '../../interchange/index.ts'

/**
 * The offers in terms, as sets: the territories for each model, use, period and price. It does not matter how terms are
 * split into deals, so two equivalent forms are equal.
 */

type Model = Terms['models'][number]
type Use = Terms['uses'][number]
type Restriction = NonNullable<TrackOffer['restrictions']>[number]

/** The territories in which one model and use is offered in one period at one price. */
interface Cell extends Pick<Terms, 'start' | 'end' | 'priceTier' | 'claimPolicy' | 'isPreorder'> {
  readonly model: Model
  readonly use: Use
  readonly places: TerritorySet
}

/** By everything except the territories. */
export type OfferSet = ReadonlyMap<string, Cell>

/** Everything except territories and period. */
const groupOf = ({ model, use, priceTier, claimPolicy, isPreorder }: Cell): string =>
  JSON.stringify([model, use, priceTier, claimPolicy, isPreorder])

/** Periods are compared within one clock: local time, UTC, or a mix of both. */
const clockOf = ({ start, end }: Pick<Terms, 'start' | 'end'>): string =>
  `${start.endsWith('Z') ? 'Z' : ''}-${end === undefined ? '' : end.endsWith('Z') ? 'Z' : 'local'}`

function collectCells(cells: Iterable<Cell>): OfferSet {
  const set = new Map<string, Cell>()
  for (const cell of cells) {
    if (cell.places === 0n) continue
    const key = `${cell.start} ${cell.end} ${groupOf(cell)}`
    const known = set.get(key)
    set.set(key, known ? { ...known, places: known.places | cell.places } : cell)
  }
  return set
}

function* cellsOf(all: readonly Terms[]): Generator<Cell> {
  for (const { start, end, priceTier, claimPolicy, isPreorder, area, models, uses } of all) {
    const places = territorySetOf(area)
    for (const model of models)
      for (const use of uses) yield { model, use, start, end, priceTier, claimPolicy, isPreorder, places }
  }
}

export const toOfferSet = (all: readonly Terms[]): OfferSet => collectCells(cellsOf(all))

const texts = new WeakMap<OfferSet, string>()

/** The same text for the same offer. */
function textOf(set: OfferSet): string {
  const known = texts.get(set)
  if (known !== undefined) return known
  const groups = Map.groupBy(set.values(), (cell) => `${groupOf(cell)} ${clockOf(cell)}`)
  // Most models and uses have the same periods: those are sorted once.
  const periods = new Map<string, string>()
  const stepsOf = (cells: readonly Cell[]): string => {
    const key = cells.map(({ start, end, places }) => `${start} ${end} ${places}`).join()
    const steps = periods.get(key) ?? formatSteps(cells)
    periods.set(key, steps)
    return steps
  }
  const text = [...groups]
    .map(([name, cells]) => `${name} ${stepsOf(cells)}`)
    .sort()
    .join('\n')
  texts.set(set, text)
  return text
}

/** The following second, at which a period that ends is over. */
function afterEnd(end: string): string {
  const isLocal = !end.endsWith('Z')
  const at = Date.parse(isLocal ? `${end}Z` : end)
  if (Number.isNaN(at)) return end
  const after = new Date(at + 1000).toISOString().replace('.000Z', 'Z')
  return isLocal ? after.slice(0, -1) : after
}

/** The territories by the moment from which they are offered. Periods without a gap between them are joined. */
function formatSteps(cells: readonly Cell[]): string {
  const [first] = cells
  if (cells.length === 1 && first) return `${first.start} ${first.end} ${first.places}`
  const spans = cells.map(({ start, end, places }) => ({
    start,
    over: end === undefined ? '~' : afterEnd(end),
    places,
  }))
  const moments = [...new Set(spans.flatMap(({ start, over }) => [start, over]))].sort()
  let before: TerritorySet = 0n
  return moments
    .flatMap((moment) => {
      const now = spans
        .filter(({ start, over }) => start <= moment && moment < over)
        .reduce((places, span) => places | span.places, 0n)
      if (now === before) return []
      before = now
      return [`${moment} ${now}`]
    })
    .join()
}

/** Most sets differ in their territories, which is faster to detect. */
export const areEqual = (a: OfferSet, b: OfferSet): boolean => haveSameReach(a, b) && textOf(a) === textOf(b)

type Reach = ReadonlyMap<string, Pick<Cell, 'model' | 'use' | 'places'>>
const reaches = new WeakMap<OfferSet, Reach>()

/** For each model and use the territories, at any time and price. */
function reachOf(set: OfferSet): Reach {
  const known = reaches.get(set)
  if (known) return known
  const reach = new Map<string, Pick<Cell, 'model' | 'use' | 'places'>>()
  for (const { model, use, places } of set.values()) {
    const key = `${model} ${use}`
    reach.set(key, { model, use, places: places | (reach.get(key)?.places ?? 0n) })
  }
  reaches.set(set, reach)
  return reach
}

export function haveSameReach(a: OfferSet, b: OfferSet): boolean {
  const [one, other] = [reachOf(a), reachOf(b)]
  return one.size === other.size && [...one].every(([key, { places }]) => other.get(key)?.places === places)
}

/**
 * The restrictions for what the whole offers and the part does not. The caller must check that they leave exactly the
 * part: a restriction applies at all times and prices.
 */
export function restrictionsBetween(whole: OfferSet, part: OfferSet): Restriction[] {
  const left = reachOf(part)
  const byPlaces = new Map<TerritorySet, Map<Use, Model[]>>()
  for (const [key, { model, use, places }] of reachOf(whole)) {
    const lost = places & ~(left.get(key)?.places ?? 0n)
    if (lost === 0n) continue
    const uses = byPlaces.get(lost) ?? new Map<Use, Model[]>()
    uses.set(use, [...(uses.get(use) ?? []), model])
    byPlaces.set(lost, uses)
  }
  return [...byPlaces].flatMap(([places, uses]) => {
    const byModels = Map.groupBy(uses, ([, models]) => models.join())
    return [...byModels.values()].map((same): Restriction => {
      const territories = toTerritories(places)
      return { ...(territories && { territories }), models: same[0]?.[1] ?? [], uses: same.map(([use]) => use) }
    })
  })
}

/** Undefined for worldwide. */
function toTerritories(places: TerritorySet): TrackOffer['territories'] {
  const { mode, codes } = areaOfSet(places)
  return codes.length === 0 ? undefined : { mode, codes: [...codes] }
}

/** The territories of everything that is offered, if they are the same; undefined otherwise. */
export function sharedTerritories(set: OfferSet): TrackOffer['territories'] {
  const [first, ...others] = reachOf(set).values()
  if (!first || others.some(({ places }) => places !== first.places)) return undefined
  return toTerritories(first.places)
}

export const areaSetOf = (territories: TrackOffer['territories']): TerritorySet => territorySetOf(areaOf(territories))

const mapCells = (set: OfferSet, change: (cell: Cell) => Cell): OfferSet => collectCells([...set.values()].map(change))

export const keepTerritories = (set: OfferSet, territories: TerritorySet): OfferSet =>
  mapCells(set, (cell) => ({ ...cell, places: cell.places & territories }))

/** At the price of a track: it replaces a price code, and is added to sales without one. */
export const atPrice = (set: OfferSet, priceTier: string): OfferSet =>
  mapCells(set, (cell) => (cell.priceTier === undefined && cell.model !== 'paid' ? cell : { ...cell, priceTier }))

/** Without what the restrictions name. */
export function cutRestrictions(set: OfferSet, restrictions: readonly Restriction[]): OfferSet {
  const cuts = restrictions.map(({ territories, models, uses }) => ({ places: areaSetOf(territories), models, uses }))
  return mapCells(set, (cell) => ({
    ...cell,
    places: cuts
      .filter(({ models, uses }) => (models?.includes(cell.model) ?? true) && (uses?.includes(cell.use) ?? true))
      .reduce((left, cut) => left & ~cut.places, cell.places),
  }))
}
