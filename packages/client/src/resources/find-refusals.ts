import type { Delivery, Release } from '@spindle/contract'

/** What an outlet did not take: a whole release, or one of its tracks. A release can be live all the same, in part. */
export interface Refusal {
  /** Name of the outlet, for people. */
  readonly outlet: string
  /** Id of the outlet. */
  readonly outletId: string
  /** Id of the delivery, for `retryDelivery`. */
  readonly deliveryId: string
  /** The track that was refused; null when it was the whole release. */
  readonly trackId: string | null
  /** `refused` by the outlet, or `failed` before it. */
  readonly status: 'refused' | 'failed'
  /** Why, for programs. */
  readonly code: string
  /** Why, for people. */
  readonly message: string
}

/** Every refusal of a release at its outlets; none means that everything was taken. */
export const findRefusals = ({ deliveries }: Pick<Release, 'deliveries'>): readonly Refusal[] =>
  deliveries.flatMap((delivery) => [...refusalOfDelivery(delivery), ...refusalsOfTracks(delivery)])

const isRefusal = (status: string): status is Refusal['status'] => status === 'refused' || status === 'failed'

function refusalOfDelivery(delivery: Delivery): readonly Refusal[] {
  const { status, reason } = delivery
  if (!isRefusal(status)) return []
  const { code = status, message = `The delivery ${status === 'failed' ? 'failed' : 'was refused'}.` } = reason ?? {}
  return [{ ...placeOf(delivery), trackId: null, status, code, message }]
}

function refusalsOfTracks(delivery: Delivery): readonly Refusal[] {
  return delivery.tracks.flatMap(({ trackId, status, finding }) => {
    // Reasons that concern the whole delivery are listed once.
    if (!isRefusal(status) || isRefusal(delivery.status)) return []
    const { code = status, message = 'The outlet did not accept the track.' } = finding ?? {}
    return [{ ...placeOf(delivery), trackId, status, code, message }]
  })
}

const placeOf = ({ id, outlet }: Delivery) => ({ outlet: outlet.name, outletId: outlet.id, deliveryId: id })
