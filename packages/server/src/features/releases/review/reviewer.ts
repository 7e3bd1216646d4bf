import type { Id } from '../../../platform/ids.ts'

/** Who decides: a person, or whoever has the machine and says a name. */
export interface Reviewer {
  readonly id: Id<'usr'> | null
  readonly name: string
}
