import type { Static } from 'typebox'
import { deliveryEventTypes, releaseEventTypes } from '../../definition/closed-lists.ts'
import { releaseStatuses } from '../../releases/release-vocabulary.ts'
import { Described, Id, Nullable, OneOf, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** The events of a release, each chained to the one before. */

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 })

/**
 * Something that happened to a release: when, by whom, why. The events of a release are chained: `sha256` is the
 * SHA-256 of the event without that member, as UTF-8 JSON without white space and with members in alphabetical order.
 */
export const ReleaseEvent = Type.Object({
  id: Id('evt'),
  type: Described(
    OneOf([...releaseEventTypes, ...deliveryEventTypes], { examples: ['release.submitted'] }),
    'What happened',
  ),
  at: { ...Timestamp, description: 'When it happened' },
  actor: Described(
    Type.Object({
      type: Type.String({ maxLength: 20, description: 'key, user, operator, system, drop' }),
      id: Nullable(
        Type.String({
          maxLength: 64,
          description: 'Id of the key, person or drop; null if there is none',
        }),
      ),
      name: Nullable(Type.String({ maxLength: 200, description: 'Name at that time; null if there is none' })),
    }),
    'Who did it',
  ),
  revision: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The revision of the release at that time' }),
  from: Nullable(OneOf(releaseStatuses, { description: 'Status before the event; null if there was none' })),
  to: Nullable(
    OneOf(releaseStatuses, { description: 'Status after the event; null if the event is not about the status' }),
  ),
  reason: Nullable(
    Type.String({ maxLength: 1000, description: 'The reason that a person gave; null if there is none' }),
  ),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Details, such as the outlet and the delivery, issues of a review, or digests of the submitted content',
  }),
  previousSha256: Described(Nullable(Digest), '`sha256` of the previous event of the release; null for the first'),
  sha256: Described(
    Digest,
    'SHA-256 of the event without this member, as JSON with sorted members and without white space',
  ),
})
export type ReleaseEvent = Static<typeof ReleaseEvent>
