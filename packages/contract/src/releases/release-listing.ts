import type { Static } from 'typebox'
import { releaseSorts } from '../definition/closed-lists.ts'
import { Nullable, OneOf, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** What a release and every list of releases have in common, and how such a list can be ordered. */

/** What the last check of the rules counted. */
export const Validation = Type.Object(
  {
    errors: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: 'Number of findings of severity error, which block submission',
    }),
    warnings: Type.Integer({ minimum: 0, maximum: 100_000, description: 'Number of findings of severity warning' }),
    checkedAt: { ...Timestamp, description: 'When the release was last checked' },
  },
  { description: 'The result of the last check against the rules' },
)
export type Validation = Static<typeof Validation>

/** The revision that waits for its submission. */
export const PendingRevision = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'The unsubmitted revision shown here, if outlets have an older one. Submit it to deliver it',
  }),
)

/** Query member of lists of releases. */
export const sortQuery = {
  sort: Type.Optional(
    OneOf(releaseSorts, {
      description: 'Default createdAt. Titles are sorted from A to Z, dates with the latest first',
    }),
  ),
}
