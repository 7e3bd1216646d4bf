import type { Id } from '../../../platform/values/ids.ts'

/** The reviewer: a person, or an operator on the command line who gives a name. */
export interface Reviewer {
  readonly id: Id<'usr'> | null
  readonly name: string
}
