import type { Feature } from '../http/feature.ts'

/**
 * What `compose.ts` has a list of. A feature says in its own `index.ts` what it is called, what it needs and how it is
 * made of that; others that need it get what `make` returns. A folder may define several, one for each thing that others
 * need by itself.
 */
export interface FeatureDefinition<Name extends string = string, Needs = never, Offer extends object = object> {
  readonly name: Name
  /**
   * Names of other features, or of what each of them is given: the infrastructure, the role of the process, what tests
   * put in place (`compose.ts`), and `checks`, those of all features that need none themselves.
   */
  readonly needs: readonly string[]
  /** Gets what `needs` names and nothing else. It touches nothing: no timer, no file, no connection (`http/feature.ts`). */
  readonly make: (needs: Needs) => Offer & Feature
}

/** `needs` lists exactly what the parameter of `make` has; one too many or too few is a type error there. */
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
