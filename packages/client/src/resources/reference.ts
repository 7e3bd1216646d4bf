import type { LegacyReleaseInput, ReferenceList, Release } from '@spindle/contract'
import type { Caller } from '../call.ts'
import type { Result } from '../operations.ts'
import type { ApiPromise } from '../transport/promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** Where releases can go. */
export interface Outlets {
  list(options?: RequestOptions): ApiPromise<Result<'listOutlets'>>
}

/** What releases and uploads are checked against. */
export interface Rules {
  list(options?: RequestOptions): ApiPromise<Result<'listRules'>>
}

/** Codes with English names: genres, languages, territories, roles. */
export interface Reference {
  list(list: ReferenceList, options?: RequestOptions): ApiPromise<Result<'listReference'>>
}

/** The single-asset API. */
export interface Legacy {
  readonly releases: {
    /** @deprecated Use `client.releases.create`, which takes tracks and all metadata. */
    create(body: LegacyReleaseInput, options?: RequestOptions): ApiPromise<Release>
  }
}

export const createOutlets = (call: Caller): Outlets => ({ list: (options) => call('listOutlets', {}, options) })
export const createRules = (call: Caller): Rules => ({ list: (options) => call('listRules', {}, options) })
export const createReference = (call: Caller): Reference => ({
  list: (list, options) => call('listReference', { params: { list } }, options),
})
export const createLegacy = (call: Caller): Legacy => ({
  releases: { create: (body, options) => call('createLegacyRelease', { body }, options) },
})
