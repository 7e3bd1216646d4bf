/** The closed lists of the release model. Each names the DDEX allowed-value set it maps to (ERN 4.3). */

/** ERN `ReleaseType` Single, EP, Album. Exactly these, in lower case. */
export const releaseTypes = ['single', 'ep', 'album'] as const
/** One of `releaseTypes`. */
export type ReleaseType = (typeof releaseTypes)[number]

/** The status of a release as a whole. Its deliveries have the status at each outlet. */
export const releaseStatuses = [
  'draft',
  'submitted',
  'in_review',
  'changes_requested',
  'rejected',
  'approved',
  'delivering',
  'scheduled',
  'delivery_failed',
  'live',
  'takedown_pending',
  'taken_down',
] as const
/** One of `releaseStatuses`. */
export type ReleaseStatus = (typeof releaseStatuses)[number]

/** The status of the review of a revision. */
export const reviewDecisions = ['waiting', 'approved', 'changes_requested', 'rejected'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

/** The status of one delivery (a release on its way to one outlet). */
export const deliveryStatuses = [
  'queued',
  'packaging',
  'sending',
  'sent',
  'acknowledged',
  'ingested',
  'live',
  'failed',
  'refused',
  'takedown_queued',
  'takedown_sent',
  'taken_down',
] as const
/** One of `deliveryStatuses`. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** What became of a release at an outlet, as `deliverySummary` counts it. Every delivery is in exactly one state. */
export const deliveryStates = ['live', 'scheduled', 'pending', 'failed', 'taken_down'] as const
/** One of `deliveryStates`. */
export type DeliveryStateName = (typeof deliveryStates)[number]

/** ERN `ParentalWarningType`: Explicit, ExplicitContentEdited, NotExplicit. */
export const explicitValues = ['explicit', 'clean', 'not_explicit'] as const
/** One of `explicitValues`. */
export type Explicit = (typeof explicitValues)[number]

/** What the recorded work is to the one who delivers it (ERN `IsCover` and the works it refers to). */
export const compositions = ['original', 'cover', 'public_domain', 'adaptation'] as const
/** One of `compositions`. */
export type Composition = (typeof compositions)[number]

/** How far a part was made by AI (the disclosure scheme of ERN 4.3.2). */
export const aiLevels = ['none', 'assisted', 'generated', 'undeclared'] as const
/** One of `aiLevels`. */
export type AiLevel = (typeof aiLevels)[number]

/** ERN `TerritoryCode` Worldwide, a list of `TerritoryCode`, or a list of `ExcludedTerritoryCode`. */
export const territoryModes = ['worldwide', 'include', 'exclude'] as const
/** One of `territoryModes`. */
export type TerritoryMode = (typeof territoryModes)[number]

/** ERN `CommercialModelType`: SubscriptionModel, AdvertisementSupportedModel, PayAsYouGoModel, FreeOfChargeModel. */
export const commercialModels = ['subscription', 'ad_supported', 'paid', 'free'] as const
/** One of `commercialModels`. */
export type CommercialModel = (typeof commercialModels)[number]

/**
 * ERN `UseType`: OnDemandStream, PermanentDownload, ConditionalDownload, NonInteractiveStream, UseAsRingtone,
 * UserMakeAvailableUserProvided.
 */
export const dealUses = [
  'stream',
  'download',
  'conditional_download',
  'noninteractive_stream',
  'ringtone',
  'ugc',
] as const
/** One of `dealUses`. */
export type DealUse = (typeof dealUses)[number]

/** What an outlet with user content shall do with a match (ERN `RightsClaimPolicyType`). */
export const claimPolicies = ['monetize', 'track', 'block'] as const
/** One of `claimPolicies`. */
export type ClaimPolicy = (typeof claimPolicies)[number]

/** Why an imported release cannot be submitted unchanged. Each is the id of a rule. */
export const importIssueCodes = ['offer_not_imported', 'withdrawn_by_sender'] as const
/** One of `importIssueCodes`. */
export type ImportIssueCode = (typeof importIssueCodes)[number]

/** Contributor roles by their own word. Any other role of the DDEX lists is written `ddex:<Role>`. */
export const contributorRoles = [
  'main_artist',
  'featured_artist',
  'remixer',
  'composer',
  'lyricist',
  'songwriter',
  'producer',
  'mixer',
  'engineer',
  'performer',
  'conductor',
  'orchestra',
  'arranger',
  'publisher',
] as const
/** One of `contributorRoles`, or any role of DDEX as `ddex:<Role>`. */
export type ContributorRole = (typeof contributorRoles)[number] | `ddex:${string}`

/** Writers who are credited with their legal name: societies pay by it. */
export const legalNameRoles: readonly string[] = ['composer', 'lyricist', 'songwriter']

/** Roles that name who wrote the music or the words, in both spellings. */
export const writerRoles: readonly string[] = [
  ...legalNameRoles,
  'ddex:Composer',
  'ddex:Lyricist',
  'ddex:ComposerLyricist',
  'ddex:Author',
]
