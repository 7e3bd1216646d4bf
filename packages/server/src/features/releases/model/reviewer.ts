import type { Id } from '../../../platform/values/ids.ts'

/** Who decides: a person, or an operator on the command line who states a name. */
export interface Reviewer {
  readonly id: Id<'usr'> | null
  readonly name: string
}
