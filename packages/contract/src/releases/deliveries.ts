import type { Static } from 'typebox'
import { Finding } from '../rules/finding.ts'
import { CreatedAt, Described, Id, Nullable, OneOf, Timestamp, UpdatedAt } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { GoLive } from './go-live.ts'
import { deliveryStatuses } from './release-vocabulary.ts'

/** Of an outlet: how it gets releases. */
export const OutletKind = Type.String({ maxLength: 20, description: 'property, sandbox, folder, sftp, s3 or program' })

/** Of a release or a delivery. */
export const LiveAt = Nullable({ ...Timestamp, description: 'When it first went live; null if it has not' })

/**
 * What a list needs about a release's deliveries without a second call. `total = live + scheduled + failed + pending +
 * taken down`.
 */
export const DeliverySummary = Type.Object(
  {
    total: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'Number of outlets that have or are getting the release',
    }),
    live: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Outlets where it is live' }),
    scheduled: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'The outlet has the release and is waiting for the release date',
    }),
    failed: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Failed permanently, or refused by the outlet' }),
    pending: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'In progress, waiting for a retry, or being taken down',
    }),
    refusedTracks: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description:
        'Tracks that an outlet refused while it accepted the others. See the deliveries for which tracks and why',
    }),
  },
  { description: 'Number of outlets by the state of the delivery' },
)
export type DeliverySummary = Static<typeof DeliverySummary>

/** One track inside one delivery: an album can arrive in part. */
export const DeliveryTrack = Type.Object({
  trackId: Id('trk'),
  status: OneOf(deliveryStatuses),
  finding: Described(Nullable(Finding), 'Why the outlet refused the track; null if it did not'),
})
export type DeliveryTrack = Static<typeof DeliveryTrack>

/** One release on its way to one outlet. */
export const Delivery = Type.Object({
  id: Id('dlv'),
  releaseId: Id('rel'),
  outlet: Described(
    Type.Object({
      id: Type.String({ maxLength: 64, description: 'Id of the outlet' }),
      name: Type.String({ maxLength: 200, description: 'Name of the outlet' }),
      kind: OutletKind,
    }),
    'The outlet',
  ),
  status: OneOf(deliveryStatuses),
  supplyChainStatus: Type.String({ maxLength: 80, description: 'The status as a DDEX value (AVS SupplyChainStatus)' }),
  revision: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'The revision of the release that is delivered',
  }),
  attempts: Type.Integer({ minimum: 0, maximum: 1000, description: 'Number of attempts so far' }),
  nextAttemptAt: Nullable({ ...Timestamp, description: 'Next attempt; null if none is planned' }),
  reason: Described(
    Nullable(
      Type.Object({
        code: Type.String({ maxLength: 64, description: 'The reason for the failure or refusal' }),
        message: Type.String({ maxLength: 1000, description: 'The reason as text, for people' }),
      }),
    ),
    'Why it failed or was refused; null if it was not',
  ),
  tracks: Described(Type.Array(DeliveryTrack, { maxItems: 500 }), 'The status of each track'),
  goesLive: {
    ...Nullable(GoLive),
    description:
      'When the delivered revision goes live at the outlet. A store that confirms releases itself can be later. null: it is live, it is not going live, or it has no date and is live on arrival',
  },
  liveAt: LiveAt,
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type Delivery = Static<typeof Delivery>
