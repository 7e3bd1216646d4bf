import { isForbidden } from '../transports/failures.ts'

/** For the log of the operator. Only a store that refuses may have no acknowledgements: an outage ends by itself. */
export const describeUnread = (
  outletId: string,
  failure: unknown,
): { readonly reason: string; readonly fix?: string } => ({
  reason: failure instanceof Error ? failure.message : String(failure),
  ...(isForbidden(failure) && {
    fix: `If the store sends no acknowledgements, use: spindle-hub outlets set ${outletId} --no-acknowledgements`,
  }),
})
