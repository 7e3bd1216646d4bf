import type { Feature } from '../http/feature.ts'

/**
 * An entry of the list in `compose.ts`. A feature defines in its own `index.ts` its name, its needs and how it is made
 * from them; features that need it receive what `make` returns. A folder may define several, one for each part that
 * others need separately.
 */
export interface FeatureDefinition<Name extends string = string, Needs = never, Offer extends object = object> {
  readonly name: Name
  /**
   * Names of other features or of what every feature can use: the infrastructure, the role of the process, overrides of
   * tests (`compose.ts`), and `checks`, those of all features that do not need `checks` themselves.
   */
  readonly needs: readonly string[]
  /** Receives exactly what `needs` names. It starts nothing: no timer, no file, no connection (`http/feature.ts`). */
  readonly make: (needs: Needs) => Offer & Feature
}

/** `needs` lists exactly what the parameter of `make` has; a missing or extra name is a type error there. */
export const defineFeature = <
  const Name extends string,
  Needs extends object,
  Offer extends object,
  Need extends string,
>(
  definition: {
    readonly name: Name
    readonly needs: readonly (Need & keyof Needs)[]
    readonly make: (needs: Needs) => Offer & Feature
  } & AllListed<keyof Needs, Need>,
): FeatureDefinition<Name, Needs, Offer> => definition

type AllListed<Used, Listed> = [Exclude<Used, Listed>] extends [never]
  ? unknown
  : { readonly needs: { readonly missing: Exclude<Used, Listed> } }
