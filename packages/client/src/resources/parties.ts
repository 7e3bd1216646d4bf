import type {
  AcceptedSuggestion,
  DismissedSuggestion,
  NewParty,
  PageQuery,
  PartiesQuery,
  Party,
  PartyMerge,
  PartyMergeRequest,
  PartyPatch,
  PartySuggestionAcceptance,
  PartySuggestionDismissal,
  PartySuggestionsQuery,
} from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** The query of `parties.list`. */
export type PartyListQuery = AllowUndefined<PartiesQuery>

/** The query of `parties.suggestions`. */
export type PartySuggestionListQuery = AllowUndefined<PartySuggestionsQuery>

/** Artists, writers and companies, each entered once: contributors of releases name them with `partyId`. */
export interface Parties {
  /** Makes a party. */
  create(body: NewParty, options?: RequestOptions): ApiPromise<Party>
  /** Parties, newest first; `query` finds parts of names, and identifiers. */
  list(query?: PartyListQuery, options?: RequestOptions): List<Result<'listParties'>>
  /** One party, with the numbers of releases, tracks and recordings that credit it. */
  get(partyId: string, options?: RequestOptions): ApiPromise<Party>
  /** Changes a party; drafts that name it follow within seconds. */
  update(partyId: string, patch: AllowUndefined<PartyPatch>, options?: RequestOptions): ApiPromise<Party>
  /** The releases that name a party, newest first, with the tracks that credit it. */
  releases(
    partyId: string,
    query?: AllowUndefined<PageQuery>,
    options?: RequestOptions,
  ): List<Result<'listPartyReleases'>>
  /** Merges a duplicate into a party for good; with `dryRun`, answers what that would do. */
  merge(partyId: string, body: PartyMergeRequest, options?: RequestOptions): ApiPromise<PartyMerge>
  /** Names that releases credit without a party, the most frequent first. */
  suggestions(query?: PartySuggestionListQuery, options?: RequestOptions): List<Result<'listPartySuggestions'>>
  /** Links a name to a party, or creates one for it; drafts that credit the name follow within seconds. */
  acceptSuggestion(body: PartySuggestionAcceptance, options?: RequestOptions): ApiPromise<AcceptedSuggestion>
  /** Dismisses a name, or with `dismissed: false` suggests it again. */
  dismissSuggestion(body: PartySuggestionDismissal, options?: RequestOptions): ApiPromise<DismissedSuggestion>
  /** Deletes a party that no release names. */
  delete(partyId: string, options?: RequestOptions): ApiPromise<undefined>
}

/** `client.parties`. */
export const partiesResource = (call: OperationCaller): Parties => ({
  ...operationMethods<Omit<Parties, 'update'>>(call, {
    create: 'createParty',
    list: 'listParties',
    get: 'getParty',
    releases: 'listPartyReleases',
    merge: 'mergeParty',
    suggestions: 'listPartySuggestions',
    acceptSuggestion: 'acceptPartySuggestion',
    dismissSuggestion: 'dismissPartySuggestion',
    delete: 'deleteParty',
  }),
  // JSON leaves out what is undefined.
  update: (partyId, patch, options) => call('updateParty', { params: { partyId }, body: patch as PartyPatch }, options),
})
