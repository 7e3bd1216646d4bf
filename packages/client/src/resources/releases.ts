import type {
  Delivery,
  DeliveryProof,
  FullRevision,
  MessageComparison,
  MessagePreview,
  PageQuery,
  PreviewQuery,
  Release,
  ReleaseCheck,
  ReleaseInput,
  ReleaseListQuery,
  ReleasePatch,
  RestoredRevision,
  RevisionComparison,
  TakedownPreview,
  TakedownRequest,
} from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'
import { mediaHeaders } from './media-headers.ts'
import { type ReleaseWaitOptions, waitForRelease } from './wait-for-release.ts'

/** Singles, EPs and albums. */
export interface Releases {
  /**
   * Makes a draft; with `submit: true` also submits it, or throws and stores nothing. The hub fills what is left out from the
   * defaults of label and account, unless `defaults` is false.
   */
  create(body: ReleaseInput, options?: RequestOptions): ApiPromise<Release>
  /** One release with tracks, findings and deliveries. */
  get(releaseId: string, options?: RequestOptions): ApiPromise<Release>
  /** Changes a release by JSON Merge Patch: absent members stay, null removes, arrays are replaced whole. */
  update(releaseId: string, patch: ReleasePatch, options?: RequestOptions): ApiPromise<Release>
  /** Releases with their tracks, newest first. */
  list(query?: AllowUndefined<ReleaseListQuery>, options?: RequestOptions): List<Result<'listReleases'>>
  /** Deletes a draft. */
  delete(releaseId: string, options?: RequestOptions): ApiPromise<undefined>
  /** Checks against every rule and changes nothing; with `outlet` only what matters to that one. */
  validate(releaseId: string, options?: ValidateOptions): ApiPromise<ReleaseCheck>
  /** Freezes the revision and hands it to review and delivery. Throws `ValidationError` when findings block it. */
  submit(releaseId: string, options?: RequestOptions): ApiPromise<Release>
  /** Takes back a submission that is not yet approved: the release is a draft again. */
  withdraw(releaseId: string, options?: RequestOptions): ApiPromise<Release>
  /** Makes metadata and tracks those of the last submitted revision again; takes `ifMatch`. Outlets get nothing. */
  discardChanges(releaseId: string, options?: RequestOptions): ApiPromise<Release>
  /** Takes a release down, everywhere or at the outlets in `body.outlets`; with `body.on` on that day. */
  takedown(releaseId: string, body: TakedownRequest, options?: RequestOptions): ApiPromise<Release>
  /**
   * What a takedown would end at each outlet, which message the outlet would get, and what is planned. Changes nothing.
   */
  previewTakedown(releaseId: string, options?: RequestOptions): ApiPromise<TakedownPreview>
  /** Cancels a planned takedown. Throws `ConflictError` if none is planned, or the operator planned it. */
  cancelTakedown(releaseId: string, options?: RequestOptions): ApiPromise<Release>
  /** Copies into a new draft; upc, grid and externalId are not copied. */
  clone(releaseId: string, options?: RequestOptions): ApiPromise<Release>
  /** The revisions that were submitted, newest first. */
  listRevisions(
    releaseId: string,
    query?: AllowUndefined<PageQuery>,
    options?: RequestOptions,
  ): List<Result<'listReleaseRevisions'>>
  /** One of them with metadata and tracks. */
  getRevision(releaseId: string, revision: string, options?: RequestOptions): ApiPromise<FullRevision>
  /** How it differs from an earlier one; without `from` the one submitted before. */
  compareRevisions(
    releaseId: string,
    revision: string,
    query?: { readonly from?: number },
    options?: RequestOptions,
  ): ApiPromise<RevisionComparison>
  /** Restores its metadata and tracks as unsubmitted changes. `kept` names what stays as it is. */
  restoreRevision(releaseId: string, revision: string, options?: RequestOptions): ApiPromise<RestoredRevision>
  /** What happened to a release, newest first. */
  listEvents(
    releaseId: string,
    query?: AllowUndefined<PageQuery>,
    options?: RequestOptions,
  ): List<Result<'listReleaseEvents'>>
  /** One delivery for each outlet, with the state of every track. */
  listDeliveries(
    releaseId: string,
    query?: AllowUndefined<PageQuery>,
    options?: RequestOptions,
  ): List<Result<'listReleaseDeliveries'>>
  /** Delivers again after a failure, a refusal or a takedown. */
  retryDelivery(releaseId: string, deliveryId: string, options?: RequestOptions): ApiPromise<Delivery>
  /** The DDEX ERN message about the release for a store, as it would be sent now. */
  previewMessage(
    releaseId: string,
    query?: AllowUndefined<PreviewQuery>,
    options?: RequestOptions,
  ): ApiPromise<MessagePreview>
  /** What an update would change at an outlet, in words and in XML, against the message that the outlet has. */
  compareMessage(
    releaseId: string,
    query: { readonly outlet: string },
    options?: RequestOptions,
  ): ApiPromise<MessageComparison>
  /** The messages about the release that stores received, newest first. */
  listMessages(
    releaseId: string,
    query?: AllowUndefined<PageQuery>,
    options?: RequestOptions,
  ): List<Result<'listReleaseMessages'>>
  /** A message as it was sent, byte for byte. Read `response.body`. */
  getMessage(releaseId: string, messageId: string, options?: RequestOptions): ApiPromise<Response>
  /** What a store was sent and when, under the signature of the hub (a JWS). */
  getProof(releaseId: string, messageId: string, options?: RequestOptions): ApiPromise<DeliveryProof>
  /** Polls until the release is live, or in the requested state; throws `WaitError` if it cannot get there in time. */
  waitFor(releaseId: string, options?: ReleaseWaitOptions): Promise<Release>
}

/** Options of `releases.validate`. */
export interface ValidateOptions extends RequestOptions {
  /** Id of an outlet, whether the release goes there or not. */
  readonly outlet?: string | undefined
}

/** `client.releases`. */
export function releasesResource(call: OperationCaller): Releases {
  const methods = operationMethods<Omit<Releases, 'validate' | 'getMessage' | 'waitFor'>>(call, {
    create: 'createRelease',
    get: 'getRelease',
    update: 'updateRelease',
    list: 'listReleases',
    delete: 'deleteRelease',
    submit: 'submitRelease',
    withdraw: 'withdrawRelease',
    discardChanges: 'discardReleaseChanges',
    takedown: 'takedownRelease',
    previewTakedown: 'previewTakedown',
    cancelTakedown: 'cancelTakedown',
    clone: 'cloneRelease',
    listRevisions: 'listReleaseRevisions',
    getRevision: 'getReleaseRevision',
    compareRevisions: 'compareReleaseRevisions',
    restoreRevision: 'restoreReleaseRevision',
    listEvents: 'listReleaseEvents',
    listDeliveries: 'listReleaseDeliveries',
    retryDelivery: 'retryDelivery',
    previewMessage: 'previewMessage',
    compareMessage: 'compareMessage',
    listMessages: 'listReleaseMessages',
    getProof: 'getDeliveryProof',
  })
  return {
    ...methods,
    validate: (releaseId, { outlet, ...options } = {}) =>
      call('validateRelease', { params: { releaseId }, query: { outlet } }, options),
    getMessage: (releaseId, messageId, options) =>
      call.raw('getReleaseMessage', { params: { releaseId, messageId }, headers: mediaHeaders(undefined) }, options),
    waitFor: (releaseId, options = {}) =>
      waitForRelease(releaseId, () => methods.get(releaseId, { signal: options.signal }), options),
  }
}
