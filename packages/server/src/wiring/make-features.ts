import type { Feature } from '../http/feature.ts'
import type { Check } from '../platform/checks.ts'
import type { SealedValues } from '../platform/reseal.ts'
import type { FeatureDefinition } from './define-feature.ts'
import { sortFeatures } from './sort-features.ts'

/** What the features of a list offer, by their names. */
export type Offers<List extends readonly FeatureDefinition[]> = {
  readonly [One in List[number] as One['name']]: OfferOf<One>
}

export interface MadeFeatures<Offered> {
  readonly offers: Offered
  /** In the order in which they start. */
  readonly features: readonly Feature[]
  /** What all of them store sealed. */
  readonly sealed: readonly SealedValues[]
}

/**
 * Makes each feature of the list from its needs. The compiler checks at each element of the list that all its needs are
 * offered with a type that fits.
 */
export function makeFeatures<const List extends readonly FeatureDefinition[], Given extends object>(
  list: List & NeedsMet<List, Given & Offers<List> & Collected>,
  given: Given,
): MadeFeatures<Offers<List>> {
  const definitions: readonly FeatureDefinition[] = list
  const made = new Map<string, Feature>()
  const known = new Map<string, unknown>(Object.entries(given))
  /** In the order of the list, which is also the order on screens. */
  const collect = <T>(listOf: (feature: Feature) => T | readonly T[] | undefined): readonly T[] =>
    definitions.flatMap(({ name }) => {
      const feature = made.get(name)
      return (feature && listOf(feature)) ?? []
    })
  const find = (name: string): unknown => (name === 'checks' ? collect(({ checks }) => checks) : known.get(name))
  for (const { name, needs, make } of sortFeatures(definitions)) {
    if (known.has(name)) throw new Error(`"${name}" cannot name a feature: all features get a value of this name`)
    const feature = make(Object.fromEntries(needs.map((need) => [need, find(need)])) as never)
    made.set(name, feature)
    known.set(name, feature)
  }
  const sealed = collect((feature) => feature.sealed)
  return { offers: Object.fromEntries(made) as Offers<List>, features: [...made.values()], sealed }
}

interface Collected {
  readonly checks: readonly Check[]
}

type OfferOf<One> = One extends { readonly make: (needs: never) => infer Offer } ? Offer : never
type NeedsOf<One> = One extends { readonly make: (needs: infer Needs) => unknown } ? Needs : never

type NeedsMet<List extends readonly FeatureDefinition[], There> = {
  readonly [Index in keyof List]: There extends NeedsOf<List[Index]> ? List[Index] : Unmet<NeedsOf<List[Index]>, There>
}

/** For the compiler's message: needs that no feature offers, or that have another type. */
interface Unmet<Needs, There> {
  readonly unmet: {
    readonly [Name in keyof Needs as There extends Pick<Needs, Name> ? never : Name]: Needs[Name]
  }
}
