import type { LegacyReleaseInput, Release } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** The single-asset API. */
export interface Legacy {
  /** Releases of one asset. */
  readonly releases: {
    /** @deprecated Use `client.releases.create`, which takes tracks and all metadata. */
    create(body: LegacyReleaseInput, options?: RequestOptions): ApiPromise<Release>
  }
}

/** `client.legacy`. */
export const legacyResource = (call: OperationCaller): Legacy => ({
  releases: operationMethods<Legacy['releases']>(call, { create: 'createLegacyRelease' }),
})
