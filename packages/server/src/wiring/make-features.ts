import type { Feature } from '../http/feature.ts'
import type { Check } from '../platform/checks.ts'
import type { SealedValues } from '../platform/secrets/reseal.ts'
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
  /** The sealed values of all features. */
  readonly sealed: readonly SealedValues[]
}

/** Makes each feature of the list from its needs. The compiler checks that every need is met with the right type. */
export function makeFeatures<const List extends readonly FeatureDefinition[], Given extends object>(
  list: List & NoneOf<UnmetNeed<List[number], Given & Offers<List> & Collected>>,
  given: Given,
): MadeFeatures<Offers<List>> {
  const definitions: readonly FeatureDefinition[] = list
  const made = new Map<string, Feature>()
  const known = new Map<string, unknown>(Object.entries(given))
  /** In the order of the list, as people see them. */
  const collect = <T>(listOf: (feature: Feature) => T | readonly T[] | undefined): readonly T[] =>
    definitions.flatMap(({ name }) => {
      const feature = made.get(name)
      return (feature && listOf(feature)) ?? []
    })
  let areChecksTaken = false
  const find = (need: string): unknown => {
    if (need !== 'checks') return known.get(need)
    areChecksTaken = true
    return collect(({ checks }) => checks)
  }
  for (const { name, needs, make } of sortFeatures(definitions)) {
    if (known.has(name)) throw new Error(`"${name}" cannot name a feature: all features get a value of this name`)
    // `UnmetNeed` has shown that each need is met, with the right type.
    const feature = make(Object.fromEntries(needs.map((need) => [need, find(need)])) as never)
    if (areChecksTaken && feature.checks)
      throw new Error(`The checks of "${name}" come too late: it needs the checks of all other features`)
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

/** Such as `people needs live`, if no feature offers that or one offers another type under that name. */
type UnmetNeed<One extends FeatureDefinition, There> = One extends FeatureDefinition
  ? There extends NeedsOf<One>
    ? never
    : UnmetAmong<NeedsOf<One>, There, One['name']>
  : never

type UnmetAmong<Needs, There, Name extends string> = {
  [Need in keyof Needs & string]-?: There extends Pick<Needs, Need> ? never : `${Name} needs ${Need}`
}[keyof Needs & string]

/** No value is both a list and a text, so the compiler shows the text. */
type NoneOf<Unmet extends string> = [Unmet] extends [never] ? unknown : Unmet
