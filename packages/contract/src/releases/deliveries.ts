import type { Static } from 'typebox'
import { Finding } from '../rules/finding.ts'
import { Id, Nullable, OneOf, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { GoLive } from './go-live.ts'
import { deliveryStatuses } from './release-vocabulary.ts'

/**
 * What a list needs about a release's deliveries without a second call. `total = live + scheduled + failed + pending +
 * taken down`.
 */
export const DeliverySummary = Type.Object({
  total: Type.Integer({ minimum: 0, maximum: 10_000 }),
  live: Type.Integer({ minimum: 0, maximum: 10_000 }),
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
})
export type DeliverySummary = Static<typeof DeliverySummary>

/** One track inside one delivery: an album can arrive in part. */
export const DeliveryTrack = Type.Object({
  trackId: Id('trk'),
  status: OneOf(deliveryStatuses),
  finding: Nullable(Finding),
})
export type DeliveryTrack = Static<typeof DeliveryTrack>

/** One release on its way to one outlet. */
export const Delivery = Type.Object({
  id: Id('dlv'),
  releaseId: Id('rel'),
  outlet: Type.Object({
    id: Type.String({ maxLength: 64 }),
    name: Type.String({ maxLength: 200 }),
    kind: Type.String({ maxLength: 20, description: 'property, sandbox, folder, sftp or s3' }),
  }),
  status: OneOf(deliveryStatuses),
  supplyChainStatus: Type.String({ maxLength: 80, description: 'The status as a DDEX value (AVS SupplyChainStatus)' }),
  revision: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'The revision of the release that is delivered',
  }),
  attempts: Type.Integer({ minimum: 0, maximum: 1000 }),
  nextAttemptAt: Nullable(Timestamp),
  reason: Nullable(
    Type.Object({
      code: Type.String({ maxLength: 64, description: 'The reason for the failure or refusal' }),
      message: Type.String({ maxLength: 1000 }),
    }),
  ),
  tracks: Type.Array(DeliveryTrack, { maxItems: 500 }),
  goesLive: {
    ...Nullable(GoLive),
    description:
      'When the delivered revision goes live at the outlet. A store that confirms releases itself can be later. null: it is live, it is not going live, or it has no date and is live on arrival',
  },
  liveAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Delivery = Static<typeof Delivery>
