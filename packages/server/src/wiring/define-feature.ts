import type { Feature } from '../http/feature.ts'

/**
 * An entry of the list in `compose.ts`. The `index.ts` of a feature defines its name, its needs and how it is made. Features
 * that need it get what `make` returns. A folder may define several features if others need its parts separately.
 */
export interface FeatureDefinition<Name extends string = string, Needs = never, Offer extends object = object> {
  readonly name: Name
  /**
   * Names of other features, or of values that all features can get: the infrastructure, the role of the process, what
   * tests replace (`compose.ts`), and `checks`, the checks of all features that do not need `checks` themselves.
   */
  readonly needs: readonly string[]
  /** Gets what `needs` names and nothing else. It has no side effects: no timer, file or connection (`http/feature.ts`). */
  readonly make: (needs: Needs) => Offer & Feature
}

/** `needs` must list exactly the members of the parameter of `make`; one too many or too few is a type error there. */
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
