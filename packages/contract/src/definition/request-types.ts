/** Written by `npm run gen` from the schemas of the requests: their members with comments for editors. */

/** One recording as handed in (ERN SoundRecording). */
export type TrackInput = {
  /** Title without featured artists and version; ERN DisplayTitleText. At most 500 characters. */
  title: string
  /** Upload of kind audio of this account; ERN DeliveryFile. At most 64 characters. Example: `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  uploadId: `upl_${string}`
  /** Disc number, default 1; ERN ResourceGroup. 1 to 99. */
  disc?: number
  /** Computed from the order. If given, it must match the order. 1 to 500. */
  number?: number
  /** Measured from the audio. If given, it must match the audio; null is ignored. 0 to 86400000. */
  durationMs?: number | null
  /** Second line of the title; ERN SubTitle. At most 200 characters. */
  subtitle?: string
  /** Such as Live or Radio Edit; ERN VersionType. At most 200 characters. */
  version?: string
  /** One per language and script. At most 50. */
  titles?: TitleInput[]
  /** Display artist, default that of the release; ERN DisplayArtistName. At most 500 characters. */
  displayArtist?: string
  /** The artists and other contributors with their roles; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[]
  /** Code of the recording (ISO 3901); ERN ResourceId/ISRC. At most 40 characters. Example: `ZZ-ABC-26-00001`. */
  isrc?: string
  /** Code of the composition (ISO 15707); ERN WorkId/ISWC. At most 40 characters. Example: `T-034.524.680-1`. */
  iswc?: string
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit'
  /** BCP 47 language of the lyrics, zxx for none, default that of the release; ERN LanguageOfPerformance. At most 35 characters. Example: `en`. */
  language?: string
  /** The track has no lyrics; ERN IsInstrumental. */
  instrumental?: boolean
  /** Type of composition; ERN IsCover. */
  composition?: 'original' | 'cover' | 'public_domain' | 'adaptation'
  /** For covers and adaptations: the licence that permits them. At most 500 characters. */
  licence?: string
  /** Contains samples of third-party recordings. */
  containsSamples?: boolean
  /** Owner of the recording (℗), default that of the release; ERN PLine. */
  pLine?: CopyrightLineInput
  /** Country of recording, ISO 3166-1 alpha-2. Example: `DE`. */
  recordingCountry?: string
  /** Year of recording; ERN LocationAndDateOfSession. 1860 to 2200. */
  recordingYear?: number
  /** Date of the first publication of the recording, default that of the release; ERN FirstPublicationDate. */
  firstPublicationDate?: string
  /** Rights controller, default that of the release; ERN ResourceRightsController. */
  rightsController?: RightsControllerInput
  /** Start of the preview clip, default 30 s; ERN ClipDetails. 0 to 86400000. */
  previewStartMs?: number
  /** The lyrics; ERN Lyrics. */
  lyrics?: LyricInput
  /** Code of GET /api/v1/music-distributor/reference/genres; default that of the release. At most 64 characters. */
  genre?: string
  /** Moods as free text; MEAD Mood. At most 20. */
  moods?: string[]
  /** Use of AI for each part; ERN 4.3.2. */
  aiUsage?: AiUsageInput
  /** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** Territories and uses for which this track is not offered. At most 50. */
  restrictions?: RestrictionInput[]
  /** How the track is offered separately; ERN TrackReleaseVisibility. */
  availability?: AvailabilityInput
  /** Price tier when the track is sold separately; default that of the release. Deals of the track have their own price tier; ERN PriceCode. At most 50 characters. */
  priceTier?: string
  /** Deals for the track when it is offered separately, instead of those of the release. Empty: it is not offered separately; ERN DealList. At most 50. */
  deals?: DealInput[]
}

/** One of `titles`. */
export type TitleInput = {
  /** BCP 47, with a script if needed, such as ja-Latn. At most 35 characters. Example: `en`. */
  language: string
  /** The title in this language; ERN TitleText. At most 500 characters. */
  title: string
  /** Second line of the title; ERN SubTitle. At most 200 characters. */
  subtitle?: string
}

/** One of `contributors`. */
export type ContributorInput = {
  /** Full name as displayed; ERN PartyName/FullName. Required without partyId. At most 200 characters. */
  name?: string
  /** main_artist, featured_artist, remixer, composer, lyricist, songwriter, producer, mixer, engineer, performer, conductor, orchestra, arranger, publisher, or ddex:<Role> from the DDEX lists. Default: the default roles of the party. At most 80 characters. Example: `main_artist`. */
  role?: 'main_artist' | 'featured_artist' | 'remixer' | 'composer' | 'lyricist' | 'songwriter' | 'producer' | 'mixer' | 'engineer' | 'performer' | 'conductor' | 'orchestra' | 'arranger' | 'publisher' | `ddex:${string}`
  /** Party of the account; name, names, partyIds and newAt are taken from it. Example: `pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  partyId?: `pty_${string}`
  /** Stores where the artist has no page yet. Not sent to outlets. At most 2. */
  newAt?: ('spotify' | 'apple')[]
  /** Instruments of a performer; ERN InstrumentType. At most 30. */
  instruments?: string[]
  /** Identifiers of the person or group. */
  partyIds?: PartyIdInput
  /** The name in other languages or scripts; ERN PartyName@LanguageAndScriptCode. At most 30. */
  names?: NameInput[]
  /** Display order; default the array order. 1 to 1000. */
  sequence?: number
}

/** Identifiers of the person or group. */
export type PartyIdInput = {
  /** ISO 27729, 16 characters; ERN PartyId@ISNI. At most 40 characters. Example: `0000 0001 2103 2683`. */
  isni?: string
  /** IPI name number, 11 digits; ERN PartyId@IpiNameNumber. At most 40 characters. Example: `00052210040`. */
  ipi?: string
  /** DDEX party identifier; ERN PartyId@DPID. At most 40 characters. Example: `PADPIDA2014120301U`. */
  dpid?: string
  /** Artist id or URI at Spotify; ERN ProprietaryId. At most 100 characters. */
  spotify?: string
  /** Artist id at Apple Music; ERN ProprietaryId. At most 100 characters. */
  apple?: string
}

/** One of `names`. */
export type NameInput = {
  /** BCP 47. At most 35 characters. Example: `en`. */
  language: string
  /** The name in this language. At most 200 characters. */
  name: string
}

/** Owner of the recording (℗), default that of the release; ERN PLine. */
export type CopyrightLineInput = {
  /** Year of the notice; ERN Year. 1900 to 2200. */
  year: number
  /** The owner, without symbol and year; ERN PLineText or CLineText. At most 200 characters. */
  text: string
}

/** Rights controller, default that of the release; ERN ResourceRightsController. */
export type RightsControllerInput = {
  /** Full name; ERN PartyName/FullName. At most 200 characters. */
  name: string
  /** Identifiers of the rights controller. */
  partyIds?: PartyIdInput
  /** Percentage of the rights that it controls; ERN RightSharePercentage. 0 to 100. Example: `100`. */
  share: number
}

/** The lyrics; ERN Lyrics. */
export type LyricInput = {
  /** Plain text or timed LRC; ERN Lyrics. At most 20000 characters. */
  text: string
  /** BCP 47 language of the lyrics. At most 35 characters. Example: `en`. */
  language: string
}

/** Use of AI for each part; ERN 4.3.2. */
export type AiUsageInput = {
  /** AI use in the singing or speech. */
  vocals?: 'none' | 'assisted' | 'generated' | 'undeclared'
  /** AI use in the playing. */
  instruments?: 'none' | 'assisted' | 'generated' | 'undeclared'
  /** AI use in the music. */
  composition?: 'none' | 'assisted' | 'generated' | 'undeclared'
  /** AI use in the words. */
  lyrics?: 'none' | 'assisted' | 'generated' | 'undeclared'
  /** AI use in mixing and mastering. */
  postProduction?: 'none' | 'assisted' | 'generated' | 'undeclared'
}

/** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
export type TerritoryInput = {
  /** Everywhere, only in codes, or everywhere except codes. */
  mode: 'worldwide' | 'include' | 'exclude'
  /** Absent or empty if the mode is worldwide. At most 300. */
  codes?: string[]
}

/** One of `restrictions`. */
export type RestrictionInput = {
  /** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** How listeners pay; ERN CommercialModelType. At most 4. */
  models?: ('subscription' | 'ad_supported' | 'paid' | 'free')[]
  /** What listeners may do; ERN UseType. At most 6. */
  uses?: ('stream' | 'download' | 'conditional_download' | 'noninteractive_stream' | 'ringtone' | 'ugc')[]
}

/** How the track is offered separately; ERN TrackReleaseVisibility. */
export type AvailabilityInput = {
  /** Can be streamed separately. Default `true`. */
  stream?: boolean
  /** Can be bought separately. Default `true`. */
  download?: boolean
  /** Only available with the whole release. Default `false`. */
  albumOnly?: boolean
  /** Not shown before the release date. Default `false`. */
  hidden?: boolean
}

/** One of `deals`. */
export type DealInput = {
  /** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories: TerritoryInput
  /** First date, or date and time; ERN ValidityPeriod/StartDate or StartDateTime. Example: `2026-12-11`. */
  startsAt: string
  /** Last date, or the end as date and time; ERN EndDate or EndDateTime. Example: `2026-12-11`. */
  endsAt?: string
  /** How listeners pay; ERN CommercialModelType. At most 4. */
  models: ('subscription' | 'ad_supported' | 'paid' | 'free')[]
  /** What listeners may do; ERN UseType. At most 6. */
  uses: ('stream' | 'download' | 'conditional_download' | 'noninteractive_stream' | 'ringtone' | 'ugc')[]
  /** Price tier agreed with the outlet; ERN PriceCode. At most 50 characters. */
  priceTier?: string
  /** Only pre-orders; ERN IsPreOrderDeal. */
  preorder?: boolean
  /** What to do with matching user content; ERN RightsClaimPolicyType. */
  claimPolicy?: 'monetize' | 'track' | 'block'
}

/** Body of `createRelease`. */
export type ReleaseInput = {
  /** Title, without type, version and featured artists; ERN DisplayTitleText. At most 500 characters. */
  title: string
  /** Single, EP or album; ERN ReleaseType. */
  type: 'single' | 'ep' | 'album'
  /** Second line of the title; ERN SubTitle. At most 200 characters. */
  subtitle?: string
  /** Such as Deluxe or Remastered. Not part of the title; ERN VersionType. At most 200 characters. */
  version?: string
  /** One per language and script. At most 50. */
  titles?: TitleInput[]
  /** Display artist; ERN DisplayArtistName. Default composed from the contributors, and answered in the same form everywhere. At most 500 characters. */
  displayArtist?: string
  /** The artists and other contributors with their roles; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[]
  /** A compilation of many artists; ERN IsMultiArtistCompilation. */
  isCompilation?: boolean
  /** Name of the label; ERN ReleaseLabelReference. At most 200 characters. */
  label?: string
  /** Identifiers of the label; ERN PartyId. */
  labelPartyIds?: PartyIdInput
  /** Title of each disc in order; ERN ResourceGroup/DisplayTitle. At most 99. */
  discTitles?: string[]
  /** Owner of the recordings (℗); ERN PLine. */
  pLine?: CopyrightLineInput
  /** Owner of the artwork and texts (©); ERN CLine. */
  cLine?: CopyrightLineInput
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN Genre. At most 64 characters. */
  genre?: string
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN SubGenre. At most 64 characters. */
  subgenre?: string
  /** BCP 47 language of the metadata; ERN LanguageAndScriptCode. At most 35 characters. Example: `en`. */
  language?: string
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit'
  /** Search keywords; ERN Keywords. At most 20. */
  keywords?: string[]
  /** Note to the editors of outlets; ERN MarketingComment. At most 1000 characters. */
  marketingComment?: string
  /** Barcode: UPC, EAN-13 or GTIN-14; ERN ReleaseId/ICPN. At most 40 characters. Example: `0200000000011`. */
  upc?: string
  /** Catalog number of the label; ERN ReleaseId/CatalogNumber. At most 64 characters. */
  catalogNumber?: string
  /** Global Release Identifier; ERN ReleaseId/GRid. At most 40 characters. Example: `A1-2425G-ABC1234002-M`. */
  grid?: string
  /** Your own identifier, unique in the account; ERN ProprietaryId. At most 255 characters. */
  externalId?: string
  /** Release that this one replaces. When that is down everywhere, this one may have its UPC and ISRCs. Example: `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  replaces?: `rel_${string}`
  /** First date on which it is offered; ERN ReleaseDate. */
  releaseDate?: string
  /** Time of day on releaseDate, default midnight; ERN StartDateTime. Example: `18:30`. */
  releaseTime?: string
  /** IANA time zone of releaseTime; default the local time of each territory. At most 64 characters. */
  timeZone?: string
  /** Date of the first edition; ERN OriginalReleaseDate. */
  originalReleaseDate?: string
  /** First date of pre-orders; ERN IsPreOrderDeal. */
  preorderDate?: string
  /** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** Usage rights, default all models and uses from releaseDate; ERN DealList. At most 100. */
  deals?: DealInput[]
  /** Rights controller for all recordings; ERN ResourceRightsController. */
  rightsController?: RightsControllerInput
  /** Upload of kind image, the front cover; ERN Image FrontCoverImage. At most 64 characters. Example: `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  coverUploadId?: `upl_${string}`
  /** Ids of outlets; null or absent means all outlets. At most 200. */
  outlets?: string[] | null
  /** Use of AI for each part; ERN 4.3.2. */
  aiUsage?: ReleaseAiUsageInput
  /** Your own data: up to 50 keys of 64 characters, with values of 500 characters. Not sent to outlets; only the sandbox outlet reads it. */
  metadata?: Record<string, string>
  /** Issues to resolve before submission. The import adds an issue if the message has details that a release cannot have, or if the sender withdrew it. Remove an entry when it is resolved. At most 100. */
  importIssues?: ImportIssueInput[]
  /** In playing order. At most 500. */
  tracks: TrackInput[]
  /** Why an ISRC of the replaced release has other audio. Reviewers see it. At most 1000 characters. */
  audioChangeReason?: string
  /** false: fill nothing from defaults. */
  defaults?: boolean
  /** true also submits the release. If there are findings of severity error, it is neither created nor submitted. */
  submit?: boolean
}

/** Use of AI for each part; ERN 4.3.2. */
export type ReleaseAiUsageInput = {
  /** AI use in the singing or speech. */
  vocals?: 'none' | 'assisted' | 'generated' | 'undeclared'
  /** AI use in the playing. */
  instruments?: 'none' | 'assisted' | 'generated' | 'undeclared'
  /** AI use in the music. */
  composition?: 'none' | 'assisted' | 'generated' | 'undeclared'
  /** AI use in the words. */
  lyrics?: 'none' | 'assisted' | 'generated' | 'undeclared'
  /** AI use in mixing and mastering. */
  postProduction?: 'none' | 'assisted' | 'generated' | 'undeclared'
  /** AI use in the cover. */
  artwork?: 'none' | 'assisted' | 'generated' | 'undeclared'
}

/** One of `importIssues`. */
export type ImportIssueInput = {
  /** Code of the rule. offer_not_imported: the message has an offer that a release cannot have. withdrawn_by_sender: the sender withdrew it before it was delivered. */
  code: 'offer_not_imported' | 'withdrawn_by_sender'
  /** The content of the message and its place. At most 500 characters. */
  message: string
}

/** A track as handed in with a change: `id` says which track of the release it is; without it the track is new. */
export type TrackEdit = {
  /** Title without featured artists and version; ERN DisplayTitleText. At most 500 characters. */
  title: string
  /** Upload of kind audio of this account; may only be absent while the track has no audio. At most 64 characters. Example: `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  uploadId?: `upl_${string}`
  /** Disc number, default 1; ERN ResourceGroup. 1 to 99. */
  disc?: number
  /** Computed from the order. If given, it must match the order. 1 to 500. */
  number?: number
  /** Measured from the audio. If given, it must match the audio; null is ignored. 0 to 86400000. */
  durationMs?: number | null
  /** Second line of the title; ERN SubTitle. At most 200 characters. */
  subtitle?: string
  /** Such as Live or Radio Edit; ERN VersionType. At most 200 characters. */
  version?: string
  /** One per language and script. At most 50. */
  titles?: TitleInput[]
  /** Display artist, default that of the release; ERN DisplayArtistName. At most 500 characters. */
  displayArtist?: string
  /** The artists and other contributors with their roles; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[]
  /** Code of the recording (ISO 3901); ERN ResourceId/ISRC. At most 40 characters. Example: `ZZ-ABC-26-00001`. */
  isrc?: string
  /** Code of the composition (ISO 15707); ERN WorkId/ISWC. At most 40 characters. Example: `T-034.524.680-1`. */
  iswc?: string
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit'
  /** BCP 47 language of the lyrics, zxx for none, default that of the release; ERN LanguageOfPerformance. At most 35 characters. Example: `en`. */
  language?: string
  /** The track has no lyrics; ERN IsInstrumental. */
  instrumental?: boolean
  /** Type of composition; ERN IsCover. */
  composition?: 'original' | 'cover' | 'public_domain' | 'adaptation'
  /** For covers and adaptations: the licence that permits them. At most 500 characters. */
  licence?: string
  /** Contains samples of third-party recordings. */
  containsSamples?: boolean
  /** Owner of the recording (℗), default that of the release; ERN PLine. */
  pLine?: CopyrightLineInput
  /** Country of recording, ISO 3166-1 alpha-2. Example: `DE`. */
  recordingCountry?: string
  /** Year of recording; ERN LocationAndDateOfSession. 1860 to 2200. */
  recordingYear?: number
  /** Date of the first publication of the recording, default that of the release; ERN FirstPublicationDate. */
  firstPublicationDate?: string
  /** Rights controller, default that of the release; ERN ResourceRightsController. */
  rightsController?: RightsControllerInput
  /** Start of the preview clip, default 30 s; ERN ClipDetails. 0 to 86400000. */
  previewStartMs?: number
  /** The lyrics; ERN Lyrics. */
  lyrics?: LyricInput
  /** Code of GET /api/v1/music-distributor/reference/genres; default that of the release. At most 64 characters. */
  genre?: string
  /** Moods as free text; MEAD Mood. At most 20. */
  moods?: string[]
  /** Use of AI for each part; ERN 4.3.2. */
  aiUsage?: AiUsageInput
  /** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** Territories and uses for which this track is not offered. At most 50. */
  restrictions?: RestrictionInput[]
  /** How the track is offered separately; ERN TrackReleaseVisibility. */
  availability?: AvailabilityInput
  /** Price tier when the track is sold separately; default that of the release. Deals of the track have their own price tier; ERN PriceCode. At most 50 characters. */
  priceTier?: string
  /** Deals for the track when it is offered separately, instead of those of the release. Empty: it is not offered separately; ERN DealList. At most 50. */
  deals?: DealInput[]
  /** Id of a track. Example: `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  id?: `trk_${string}`
}

/** Body of `updateRelease` (JSON Merge Patch, RFC 7396). Arrays are replaced whole; `null` removes what may be absent. */
export type ReleasePatch = {
  /** Title, without type, version and featured artists; ERN DisplayTitleText. At most 500 characters. */
  title?: string
  /** Single, EP or album; ERN ReleaseType. */
  type?: 'single' | 'ep' | 'album'
  /** Second line of the title; ERN SubTitle. At most 200 characters. */
  subtitle?: string | null
  /** Such as Deluxe or Remastered. Not part of the title; ERN VersionType. At most 200 characters. */
  version?: string | null
  /** One per language and script. At most 50. */
  titles?: TitleInput[] | null
  /** Display artist; ERN DisplayArtistName. Default composed from the contributors, and answered in the same form everywhere. At most 500 characters. */
  displayArtist?: string | null
  /** The artists and other contributors with their roles; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[] | null
  /** A compilation of many artists; ERN IsMultiArtistCompilation. */
  isCompilation?: boolean | null
  /** Name of the label; ERN ReleaseLabelReference. At most 200 characters. */
  label?: string | null
  /** Identifiers of the label; ERN PartyId. */
  labelPartyIds?: LabelPartyIdPatch | null
  /** Title of each disc in order; ERN ResourceGroup/DisplayTitle. At most 99. */
  discTitles?: string[] | null
  /** Owner of the recordings (℗); ERN PLine. */
  pLine?: CopyrightLinePatch | null
  /** Owner of the artwork and texts (©); ERN CLine. */
  cLine?: CopyrightLinePatch | null
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN Genre. At most 64 characters. */
  genre?: string | null
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN SubGenre. At most 64 characters. */
  subgenre?: string | null
  /** BCP 47 language of the metadata; ERN LanguageAndScriptCode. At most 35 characters. Example: `en`. */
  language?: string | null
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit' | null
  /** Search keywords; ERN Keywords. At most 20. */
  keywords?: string[] | null
  /** Note to the editors of outlets; ERN MarketingComment. At most 1000 characters. */
  marketingComment?: string | null
  /** Barcode: UPC, EAN-13 or GTIN-14; ERN ReleaseId/ICPN. At most 40 characters. Example: `0200000000011`. */
  upc?: string | null
  /** Catalog number of the label; ERN ReleaseId/CatalogNumber. At most 64 characters. */
  catalogNumber?: string | null
  /** Global Release Identifier; ERN ReleaseId/GRid. At most 40 characters. Example: `A1-2425G-ABC1234002-M`. */
  grid?: string | null
  /** Your own identifier, unique in the account; ERN ProprietaryId. At most 255 characters. */
  externalId?: string | null
  /** Release that this one replaces. When that is down everywhere, this one may have its UPC and ISRCs. Example: `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  replaces?: `rel_${string}` | null
  /** First date on which it is offered; ERN ReleaseDate. */
  releaseDate?: string | null
  /** Time of day on releaseDate, default midnight; ERN StartDateTime. Example: `18:30`. */
  releaseTime?: string | null
  /** IANA time zone of releaseTime; default the local time of each territory. At most 64 characters. */
  timeZone?: string | null
  /** Date of the first edition; ERN OriginalReleaseDate. */
  originalReleaseDate?: string | null
  /** First date of pre-orders; ERN IsPreOrderDeal. */
  preorderDate?: string | null
  /** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryPatch | null
  /** Usage rights, default all models and uses from releaseDate; ERN DealList. At most 100. */
  deals?: DealInput[] | null
  /** Rights controller for all recordings; ERN ResourceRightsController. */
  rightsController?: RightsControllerPatch | null
  /** Upload of kind image, the front cover; ERN Image FrontCoverImage. At most 64 characters. Example: `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  coverUploadId?: `upl_${string}` | null
  /** Ids of outlets; null or absent means all outlets. At most 200. */
  outlets?: string[] | null
  /** Use of AI for each part; ERN 4.3.2. */
  aiUsage?: AiUsagePatch | null
  /** Your own data: up to 50 keys of 64 characters, with values of 500 characters. Not sent to outlets; only the sandbox outlet reads it. */
  metadata?: Record<string, string | null> | null
  /** Issues to resolve before submission. The import adds an issue if the message has details that a release cannot have, or if the sender withdrew it. Remove an entry when it is resolved. At most 100. */
  importIssues?: ImportIssueInput[] | null
  /** In playing order. At most 500. */
  tracks?: TrackEdit[]
  /** Why the audio of a delivered track is replaced, or of an ISRC of the release in `replaces`; required with such audio. Reviewers see it. Ignored if no audio is replaced. At most 1000 characters. */
  audioChangeReason?: string | null
}

/** Identifiers of the label; ERN PartyId. */
export type LabelPartyIdPatch = {
  /** ISO 27729, 16 characters; ERN PartyId@ISNI. At most 40 characters. Example: `0000 0001 2103 2683`. */
  isni?: string | null
  /** IPI name number, 11 digits; ERN PartyId@IpiNameNumber. At most 40 characters. Example: `00052210040`. */
  ipi?: string | null
  /** DDEX party identifier; ERN PartyId@DPID. At most 40 characters. Example: `PADPIDA2014120301U`. */
  dpid?: string | null
  /** Artist id or URI at Spotify; ERN ProprietaryId. At most 100 characters. */
  spotify?: string | null
  /** Artist id at Apple Music; ERN ProprietaryId. At most 100 characters. */
  apple?: string | null
}

/** Owner of the recordings (℗); ERN PLine. */
export type CopyrightLinePatch = {
  /** Year of the notice; ERN Year. 1900 to 2200. */
  year?: number
  /** The owner, without symbol and year; ERN PLineText or CLineText. At most 200 characters. */
  text?: string
}

/** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
export type TerritoryPatch = {
  /** Everywhere, only in codes, or everywhere except codes. */
  mode?: 'worldwide' | 'include' | 'exclude'
  /** Absent or empty if the mode is worldwide. At most 300. */
  codes?: string[] | null
}

/** Rights controller for all recordings; ERN ResourceRightsController. */
export type RightsControllerPatch = {
  /** Full name; ERN PartyName/FullName. At most 200 characters. */
  name?: string
  /** Identifiers of the rights controller. */
  partyIds?: LabelPartyIdPatch | null
  /** Percentage of the rights that it controls; ERN RightSharePercentage. 0 to 100. Example: `100`. */
  share?: number
}

/** Use of AI for each part; ERN 4.3.2. */
export type AiUsagePatch = {
  /** AI use in the singing or speech. */
  vocals?: 'none' | 'assisted' | 'generated' | 'undeclared' | null
  /** AI use in the playing. */
  instruments?: 'none' | 'assisted' | 'generated' | 'undeclared' | null
  /** AI use in the music. */
  composition?: 'none' | 'assisted' | 'generated' | 'undeclared' | null
  /** AI use in the words. */
  lyrics?: 'none' | 'assisted' | 'generated' | 'undeclared' | null
  /** AI use in mixing and mastering. */
  postProduction?: 'none' | 'assisted' | 'generated' | 'undeclared' | null
  /** AI use in the cover. */
  artwork?: 'none' | 'assisted' | 'generated' | 'undeclared' | null
}

/** Body of `takedownRelease`. */
export type TakedownRequest = {
  /** Ids of outlets; absent means all. At most 200. */
  outlets?: string[]
  /** The reason as text; kept in the events. At most 500 characters. */
  reason: string
  /** A future date. The takedown starts when this date begins in the `timeZone` of the release, or in UTC; absent means now. Example: `2026-05-01`. */
  on?: string
}

/** Body of `createLegacyRelease`. */
export type LegacyReleaseInput = {
  /** Always MUSIC. */
  type: 'MUSIC'
  /** Title of the release and of its one track. At most 500 characters. */
  title: string
  /** Upload of kind audio of this account. At most 64 characters. Example: `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  uploadId: `upl_${string}`
}

/** Body of `createKey`. */
export type NewApiKey = {
  /** Display name, shown in lists. At most 200 characters. Example: `catalogue import`. */
  name: string
  /** The permissions of the key. At most 4. */
  permissions: ('music:read' | 'music:write' | 'catalog:read' | 'analytics:read')[]
  /** Expiry date in the future; absent means never. At most 30 characters. Example: `2026-05-01T08:00:00.000Z`. */
  expiresAt?: string
}

/** Body of `createImport`. */
export type NewImport = {
  /** The message (XML) in base64. At most 8 MiB of XML. At most 11184815 characters. Example: `PD94bWwgdmVyc2lvbj0iMS4wIj8+`. */
  message: string
  /** The recordings and the cover referenced by the message. At most 1000. */
  files?: FileInput[]
}

/** One of `files`. */
export type FileInput = {
  /** Path of the file, relative to the message and as written in it. At most 1000 characters. */
  path: string
  /** A complete upload of this account. At most 64 characters. */
  uploadId: string
}

/** Body of `keepTableMapping`. */
export type TableMapping = {
  /** By field: the name of the column. Case, spaces and punctuation are ignored. */
  columns: ColumnInput
  /** Values of fields without a column, and of blank cells. */
  constants?: ColumnInput
  /** By field: the text of a cell, and the value that it means; an empty value means that the cell says nothing. Case and spaces around the text are ignored. Other texts are read as usual. */
  values?: Record<string, Record<string, string>>
  /** Order of day, month and year in dates. */
  dates?: 'ymd' | 'dmy' | 'mdy'
  /** The sign between names in one cell. Default: a semicolon. */
  nameSeparator?: ';' | ',' | '/' | '|'
}

/** By field: the name of the column. Case, spaces and punctuation are ignored. */
export type ColumnInput = {
  /** What the rows of a release have in common. At most 200 characters. */
  release?: string
  /** The id of the release in this hub. At most 200 characters. */
  releaseId?: string
  /** Your identifier of the release. At most 200 characters. */
  externalId?: string
  /** The UPC or EAN of the release. At most 200 characters. */
  upc?: string
  /** Catalog number. At most 200 characters. */
  catalogNumber?: string
  /** Title of the release. At most 200 characters. */
  releaseTitle?: string
  /** Version of the release. At most 200 characters. */
  releaseVersion?: string
  /** single, ep or album. At most 200 characters. */
  releaseType?: string
  /** Main artists of the release. At most 200 characters. */
  releaseArtist?: string
  /** Display artist of the release. At most 200 characters. */
  displayArtist?: string
  /** Label. At most 200 characters. */
  label?: string
  /** Code of the genre. At most 200 characters. */
  genre?: string
  /** Subgenre. At most 200 characters. */
  subgenre?: string
  /** Language of the release, BCP 47. At most 200 characters. */
  releaseLanguage?: string
  /** Parental warning of the release. At most 200 characters. */
  releaseExplicit?: string
  /** Release date. At most 200 characters. */
  releaseDate?: string
  /** Original release date. At most 200 characters. */
  originalReleaseDate?: string
  /** Year and owner of the recordings. At most 200 characters. */
  pLine?: string
  /** Year of pLine. At most 200 characters. */
  pLineYear?: string
  /** Year and owner of the other content. At most 200 characters. */
  cLine?: string
  /** Year of cLine. At most 200 characters. */
  cLineYear?: string
  /** Territories of the release. At most 200 characters. */
  territories?: string
  /** Name of the cover file. At most 200 characters. */
  coverFile?: string
  /** true: the row is left out. At most 200 characters. */
  deleted?: string
  /** The id of the track in this hub. At most 200 characters. */
  trackId?: string
  /** Number of the disc. At most 200 characters. */
  disc?: string
  /** Number of the track on its disc. At most 200 characters. */
  track?: string
  /** Title of the track. At most 200 characters. */
  trackTitle?: string
  /** Version of the track. At most 200 characters. */
  trackVersion?: string
  /** Main artists of the track. At most 200 characters. */
  trackArtist?: string
  /** Featured artists. At most 200 characters. */
  featured?: string
  /** Remixers. At most 200 characters. */
  remixer?: string
  /** Composers. At most 200 characters. */
  composer?: string
  /** Lyricists. At most 200 characters. */
  lyricist?: string
  /** Producers. At most 200 characters. */
  producer?: string
  /** ISRC of the recording. At most 200 characters. */
  isrc?: string
  /** ISWC of the composition. At most 200 characters. */
  iswc?: string
  /** Language of the lyrics, BCP 47. At most 200 characters. */
  trackLanguage?: string
  /** Parental warning of the track. At most 200 characters. */
  trackExplicit?: string
  /** original, cover, public_domain or adaptation. At most 200 characters. */
  composition?: string
  /** yes or no. At most 200 characters. */
  containsSamples?: string
  /** yes or no. At most 200 characters. */
  instrumental?: string
  /** Name of the master file. At most 200 characters. */
  audioFile?: string
  /** SHA-256 of the master file. At most 200 characters. */
  sha256?: string
}

/** Body of `createTableImport`. */
export type NewTableImport = {
  /** The file (csv, tsv or xlsx) in base64; csv and tsv also as gzip. At most 8 MiB of file. At most 11184815 characters. Example: `dXBjLHRpdGxlCg==`. */
  table: string
  /** Display name of the file. At most 255 characters. */
  filename?: string
  /** What the columns mean; default: recognised by their names. spindle: the template of the hub. */
  preset?: 'spindle' | 'catalog' | 'audiosalad' | 'massivemusic' | 'mixbank' | 'revelator'
  /** The meaning of the columns. preset, mapping and mappingName exclude each other. */
  mapping?: TableMapping
  /** The name of a kept mapping. At most 64 characters. Example: `old-distributor`. */
  mappingName?: string
  /** true shows the outcome of each release and changes no release. Default false. */
  dryRun?: boolean
}

/** `filters` of `createBulk`. */
export type BulkFilters = {
  /** Words of titles, versions, artists, contributors or label, of the release or its tracks; or a UPC, ISRC, catalog number or id. Each may be unfinished. If nothing has them, each word may have one typo. At most 200 characters. */
  query?: string
  /** Only releases of this type. */
  type?: 'single' | 'ep' | 'album'
  /** Only releases with this status. */
  status?: 'draft' | 'submitted' | 'in_review' | 'changes_requested' | 'rejected' | 'approved' | 'delivering' | 'scheduled' | 'delivery_failed' | 'live' | 'takedown_pending' | 'taken_down'
  /** UPC, EAN or GTIN-14 in any format. At most 40 characters. */
  upc?: string
  /** ISRC of one of the tracks in any format. At most 40 characters. */
  isrc?: string
  /** Part of the display artist; case is ignored. At most 200 characters. */
  artist?: string
  /** Part of the label; case is ignored. At most 200 characters. */
  label?: string
  /** Only releases offered in this territory, ISO 3166-1 alpha-2. Example: `DE`. */
  territory?: string
  /** Only releases with a delivery to this outlet, in any state unless `deliveryState` or `deliveryReason` is set. At most 64 characters. Example: `sandbox`. */
  deliveredTo?: string
  /** Only releases in this state at `deliveredTo`, or at any outlet. As in `deliverySummary`, failed includes refused, and pending includes retries and takedowns. */
  deliveryState?: 'live' | 'scheduled' | 'pending' | 'failed' | 'taken_down'
  /** Only releases whose delivery failed or was refused with this `reason.message`. At most 1000 characters. */
  deliveryReason?: string
  /** Only releases with findings that block submission, or without. */
  hasErrors?: boolean
  /** Only releases at outlets with changes that were not submitted, or without. */
  hasUnsentChanges?: boolean
  /** Only releases that need a person, as in the summary, or that do not. */
  needsAttention?: boolean
  /** Earliest release date. Example: `2026-05-01`. */
  releasedFrom?: string
  /** Latest release date, inclusive. Example: `2026-05-01`. */
  releasedTo?: string
}

/** `outlets` of `createBulk`. */
export type BulkOutlets = {
  /** Replaces the list of outlets; null means all outlets. Not together with add or remove. At most 200. */
  set?: string[] | null
  /** Outlets that are added to the list. At most 200. */
  add?: string[]
  /** Outlets that are removed from the list, or from all outlets if there is no list. At most 200. */
  remove?: string[]
}

/** Body of `createBulk`. */
export type NewBulk = {
  /** patch: change metadata. validate: check against the rules of today. submit: submit for delivery. takedown: take down. outlets: change the list of outlets. redeliver: retry failed and refused deliveries. */
  action: 'patch' | 'validate' | 'submit' | 'takedown' | 'outlets' | 'redeliver'
  /** The releases, by id. At most 10000. */
  ids?: (`rel_${string}`)[]
  /** The releases, with a revision or a patch for each. In place of `ids`. At most 10000. */
  releases?: NewBulkReleaseInput[]
  /** The releases that match now, as in the catalog; {} means all. In place of `ids`. Requires catalog:read. */
  filters?: BulkFilters
  /** The patch of all releases (RFC 7396); only with action patch. */
  patch?: ReleasePatch
  /** Id of an outlet: validate returns only its findings, redeliver retries only its deliveries. At most 64 characters. */
  outlet?: string
  /** Required with action takedown. */
  takedown?: TakedownRequest
  /** Required with action outlets. */
  outlets?: BulkOutlets
  /** The number of releases that you expect. Required with action takedown, unless it is a dry run. 0 to 10000. */
  expectedCount?: number
  /** true: determines the outcome of each release and changes nothing. Default `false`. */
  dryRun?: boolean
}

/** One of `releases`. */
export type NewBulkReleaseInput = {
  /** Id of a release. Example: `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  id: `rel_${string}`
  /** The release is refused if it has another revision when its turn comes; absent means any. 1 to 1000000. */
  revision?: number
  /** The patch of this release; only with action patch, in place of `patch`. */
  patch?: ReleasePatch
}

/** Body of `createTransfer`. */
export type NewTransfer = {
  /** What you call it. At most 200 characters. */
  name: string
  /** Name of the old distributor. At most 200 characters. */
  distributor: string
  /** The day on which the old distributor takes its copies down. Example: `2026-05-01`. */
  deadline: string
  /** The catalog as the old distributor exports it (csv, tsv or xlsx), in base64. At most 8 MiB of file. At most 11184815 characters. Example: `dXBjLHRpdGxlCg==`. */
  table: string
  /** Display name of the file. At most 255 characters. */
  filename?: string
  /** What the columns mean; default: recognised by their names. */
  preset?: 'spindle' | 'catalog' | 'audiosalad' | 'massivemusic' | 'mixbank' | 'revelator'
  /** The meaning of the columns. preset, mapping and mappingName exclude each other. */
  mapping?: TableMapping
  /** The name of a kept mapping. At most 64 characters. Example: `old-distributor`. */
  mappingName?: string
  /** The stores that have the releases from both distributors. Default: all outlets but websites. At most 100. */
  outlets?: string[]
}

/** Body of `updateTransfer`. */
export type TransferPatch = {
  /** What you call it. At most 200 characters. */
  name?: string
  /** Name of the old distributor. At most 200 characters. */
  distributor?: string
  /** The day on which the old distributor takes its copies down. Example: `2026-05-01`. */
  deadline?: string
  /** All stores that have the releases from both distributors. The marks of a store that is left out are kept. At most 100. */
  outlets?: string[]
}

/** Body of `markTransferReleases`. */
export type TransferMark = {
  /** Id of the store. At most 64 characters. */
  outlet: string
  /** The releases. Default: all that are live at the store, or with oldIsDown false all that are marked. At most 1000. */
  upcs?: string[]
  /** false removes the marks of releases that are still up. Default true. */
  oldIsDown?: boolean
  /** Why releases are marked that are not live at the store yet. Without it they are refused. At most 500 characters. */
  reason?: string
}

/** Body of `createReport`. */
export type NewReport = {
  /** Uploads of kind report with all parts of one report, in any order. At most 100. */
  uploads: string[]
  /** The sender of the report, in lower case. At most 64 characters. Example: `distrokid`. */
  source: string
  /** Format of the file; default: recognised by its first lines. dsr: DDEX. */
  preset?: 'spindle' | 'distrokid' | 'audius' | 'bandcamp' | 'apple' | 'believe' | 'cdbaby' | 'fuga' | 'orchard' | 'symphonic' | 'tunecore' | 'youtube' | 'dsr'
  /** The meaning of the columns of a table. */
  mapping?: MappingInput
  /** What happens with lines of a table that cannot be read. refuse (default): nothing is imported. set_aside: the other lines count, and up to 1000 such lines are listed. */
  unreadable?: 'refuse' | 'set_aside'
  /** What to do with reports from this source for the same period. If absent, the import is refused. */
  overlap?: 'replace' | 'add'
}

/** The meaning of the columns of a table. */
export type MappingInput = {
  /** Number of lines before the column names. 0 to 1000. */
  skipLines?: number
  /** Detected from the first line if absent. At most 1 characters. */
  delimiter?: string
  /** Default: a comma if semicolons separate the columns, else a point. */
  decimal?: '.' | ','
  /** The sign between thousands. By default only unambiguous numbers are read: 1,234.50, but not 1,234. */
  thousands?: ',' | '.'
  /** Order of day, month and year in dates. */
  dates?: 'ymd' | 'dmy' | 'mdy'
  /** `month`: a period that is the first or last day of a month is the month. Default: `day`. */
  periods?: 'day' | 'month'
  /** Column names; case is ignored. */
  columns: MappingColumnInput
  /** Values of fields without a column, and of blank cells. */
  constants?: MappingColumnInput
  /** By field: the text of a cell, and the value that it means. Case and spaces around the text are ignored. Other texts are read as usual. */
  values?: ValueInput
  /** By field: the value of a text that is neither in `values` nor readable; for title, artist, store and use, of each text that is not in `values`. null: the line is set aside. */
  otherwise?: OtherwiseInput
  /** By column name: texts of cells whose lines are left out and counted. */
  skip?: Record<string, string[]>
  /** Values of the column `use` that mean downloads. All other values mean streams. At most 200. */
  downloads?: string[]
  /** Values that mean streams, if not all other values do. At most 200. */
  streams?: string[]
}

/** Column names; case is ignored. */
export type MappingColumnInput = {
  /** The ISRC of the recording. At most 200 characters. */
  isrc?: string
  /** The UPC or EAN of the product. At most 200 characters. */
  upc?: string
  /** The title of the recording or product. At most 200 characters. */
  title?: string
  /** Its artist. At most 200 characters. */
  artist?: string
  /** The store; if absent, the source. At most 200 characters. */
  store?: string
  /** The country. At most 200 characters. */
  territory?: string
  /** How listeners pay. At most 200 characters. */
  model?: string
  /** A day, a month, a quarter or a year. At most 200 characters. */
  period?: string
  /** The first day. At most 200 characters. */
  from?: string
  /** The last day. At most 200 characters. */
  to?: string
  /** The reporting date of the statement: a day or a month. Statements with different reporting dates may cover the same months. At most 200 characters. */
  reported?: string
  /** How many streams. At most 200 characters. */
  streams?: string
  /** How many downloads. At most 200 characters. */
  downloads?: string
  /** The number of streams or downloads, depending on `use`. At most 200 characters. */
  quantity?: string
  /** What `quantity` counts. At most 200 characters. */
  use?: string
  /** The revenue. At most 200 characters. */
  revenue?: string
  /** The currency of `revenue` (ISO 4217). At most 200 characters. */
  currency?: string
}

/** By field: the text of a cell, and the value that it means. Case and spaces around the text are ignored. Other texts are read as usual. */
export type ValueInput = {
  /** The texts of `isrc`. */
  isrc?: Record<string, string>
  /** The texts of `upc`. */
  upc?: Record<string, string>
  /** The texts of `title`. */
  title?: Record<string, string>
  /** The texts of `artist`. */
  artist?: Record<string, string>
  /** The texts of `store`. */
  store?: Record<string, string>
  /** The texts of `territory`. */
  territory?: Record<string, string>
  /** The texts of `model`. */
  model?: Record<string, string>
  /** The texts of `period`. */
  period?: Record<string, string>
  /** The texts of `from`. */
  from?: Record<string, string>
  /** The texts of `to`. */
  to?: Record<string, string>
  /** The texts of `reported`. */
  reported?: Record<string, string>
  /** The texts of `streams`. */
  streams?: Record<string, string>
  /** The texts of `downloads`. */
  downloads?: Record<string, string>
  /** The texts of `quantity`. */
  quantity?: Record<string, string>
  /** The texts of `use`. */
  use?: Record<string, string>
  /** The texts of `revenue`. */
  revenue?: Record<string, string>
  /** The texts of `currency`. */
  currency?: Record<string, string>
}

/** By field: the value of a text that is neither in `values` nor readable; for title, artist, store and use, of each text that is not in `values`. null: the line is set aside. */
export type OtherwiseInput = {
  /** The value of other texts of `isrc`. At most 200 characters. */
  isrc?: string | null
  /** The value of other texts of `upc`. At most 200 characters. */
  upc?: string | null
  /** The value of other texts of `title`. At most 200 characters. */
  title?: string | null
  /** The value of other texts of `artist`. At most 200 characters. */
  artist?: string | null
  /** The value of other texts of `store`. At most 200 characters. */
  store?: string | null
  /** The value of other texts of `territory`. At most 200 characters. */
  territory?: string | null
  /** The value of other texts of `model`. At most 200 characters. */
  model?: string | null
  /** The value of other texts of `period`. At most 200 characters. */
  period?: string | null
  /** The value of other texts of `from`. At most 200 characters. */
  from?: string | null
  /** The value of other texts of `to`. At most 200 characters. */
  to?: string | null
  /** The value of other texts of `reported`. At most 200 characters. */
  reported?: string | null
  /** The value of other texts of `streams`. At most 200 characters. */
  streams?: string | null
  /** The value of other texts of `downloads`. At most 200 characters. */
  downloads?: string | null
  /** The value of other texts of `quantity`. At most 200 characters. */
  quantity?: string | null
  /** The value of other texts of `use`. At most 200 characters. */
  use?: string | null
  /** The value of other texts of `revenue`. At most 200 characters. */
  revenue?: string | null
  /** The value of other texts of `currency`. At most 200 characters. */
  currency?: string | null
}

/** Body of `previewReport`. */
export type ReportToPreview = {
  /** Uploads of kind report with all parts of one report, in any order. At most 100. */
  uploads: string[]
  /** The sender of the report, in lower case. At most 64 characters. Example: `distrokid`. */
  source: string
  /** Format of the file; default: recognised by its first lines. dsr: DDEX. */
  preset?: 'spindle' | 'distrokid' | 'audius' | 'bandcamp' | 'apple' | 'believe' | 'cdbaby' | 'fuga' | 'orchard' | 'symphonic' | 'tunecore' | 'youtube' | 'dsr'
  /** The meaning of the columns of a table. */
  mapping?: MappingInput
  /** What happens with lines of a table that cannot be read. refuse (default): nothing is imported. set_aside: the other lines count, and up to 1000 such lines are listed. */
  unreadable?: 'refuse' | 'set_aside'
}

/** Body of `createWebhook`. */
export type NewWebhook = {
  /** Messages are sent to this URL. It must use https and a public address, unless the operator allows others. At most 2048 characters. Example: `https://label.example/hooks/spindle`. */
  url: string
  /** Only these events; absent means all events, including types added later. At most 6. */
  eventTypes?: ('release.status_changed' | 'delivery.status_changed' | 'delivery.acknowledged' | 'upload.status_changed' | 'import.finished' | 'report.applied')[]
  /** Description, shown in lists. At most 200 characters. Example: `release calendar`. */
  description?: string
}

/** `defaults` of a label. */
export type LabelDefaults = {
  /** The artists and other contributors with their roles; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[]
  /** A compilation of many artists; ERN IsMultiArtistCompilation. */
  isCompilation?: boolean
  /** Identifiers of the label; ERN PartyId. */
  labelPartyIds?: PartyIdInput
  /** Owner of the recordings (℗). Default of the year: of the original release date, or else of the release date. */
  pLine?: LabelDefaultsCopyrightLineInput
  /** Owner of the artwork and texts (©). Default of the year: of the release date, or else of the original release date. */
  cLine?: LabelDefaultsCopyrightLineInput
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN Genre. At most 64 characters. */
  genre?: string
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN SubGenre. At most 64 characters. */
  subgenre?: string
  /** BCP 47 language of the metadata; ERN LanguageAndScriptCode. At most 35 characters. Example: `en`. */
  language?: string
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit'
  /** Search keywords; ERN Keywords. At most 20. */
  keywords?: string[]
  /** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** Rights controller for all recordings; ERN ResourceRightsController. */
  rightsController?: RightsControllerInput
  /** Ids of outlets; null or absent means all outlets. At most 200. */
  outlets?: string[] | null
  /** Use of AI for each part; ERN 4.3.2. */
  aiUsage?: ReleaseAiUsageInput
  /** Your own data: up to 50 keys of 64 characters, with values of 500 characters. Not sent to outlets; only the sandbox outlet reads it. */
  metadata?: Record<string, string>
  /** For every track without its own value. Values of the release that tracks take over have precedence. */
  trackDefaults?: TrackDefaultInput
}

/** Owner of the recordings (℗). Default of the year: of the original release date, or else of the release date. */
export type LabelDefaultsCopyrightLineInput = {
  /** The owner, without symbol and year; ERN PLineText or CLineText. At most 200 characters. */
  text: string
  /** Year of the notice; default: by the dates of the release. 1900 to 2200. */
  year?: number
}

/** For every track without its own value. Values of the release that tracks take over have precedence. */
export type TrackDefaultInput = {
  /** The artists and other contributors with their roles; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[]
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit'
  /** BCP 47 language of the lyrics, zxx for none, default that of the release; ERN LanguageOfPerformance. At most 35 characters. Example: `en`. */
  language?: string
  /** The track has no lyrics; ERN IsInstrumental. */
  instrumental?: boolean
  /** Type of composition; ERN IsCover. */
  composition?: 'original' | 'cover' | 'public_domain' | 'adaptation'
  /** Contains samples of third-party recordings. */
  containsSamples?: boolean
  /** Owner of the recordings (℗). Default of the year: of the original release date, or else of the release date. */
  pLine?: LabelDefaultsCopyrightLineInput
  /** Country of recording, ISO 3166-1 alpha-2. Example: `DE`. */
  recordingCountry?: string
  /** Rights controller, default that of the release; ERN ResourceRightsController. */
  rightsController?: RightsControllerInput
  /** Code of GET /api/v1/music-distributor/reference/genres; default that of the release. At most 64 characters. */
  genre?: string
  /** Moods as free text; MEAD Mood. At most 20. */
  moods?: string[]
  /** Use of AI for each part; ERN 4.3.2. */
  aiUsage?: AiUsageInput
  /** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** Territories and uses for which this track is not offered. At most 50. */
  restrictions?: RestrictionInput[]
  /** How the track is offered separately; ERN TrackReleaseVisibility. */
  availability?: AvailabilityInput
  /** Price tier when the track is sold separately; default that of the release. Deals of the track have their own price tier; ERN PriceCode. At most 50 characters. */
  priceTier?: string
}

/** Defaults of an account. */
export type ReleaseDefaults = {
  /** Name of the label; ERN ReleaseLabelReference. At most 200 characters. */
  label?: string
  /** The artists and other contributors with their roles; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[]
  /** A compilation of many artists; ERN IsMultiArtistCompilation. */
  isCompilation?: boolean
  /** Identifiers of the label; ERN PartyId. */
  labelPartyIds?: PartyIdInput
  /** Owner of the recordings (℗). Default of the year: of the original release date, or else of the release date. */
  pLine?: LabelDefaultsCopyrightLineInput
  /** Owner of the artwork and texts (©). Default of the year: of the release date, or else of the original release date. */
  cLine?: LabelDefaultsCopyrightLineInput
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN Genre. At most 64 characters. */
  genre?: string
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN SubGenre. At most 64 characters. */
  subgenre?: string
  /** BCP 47 language of the metadata; ERN LanguageAndScriptCode. At most 35 characters. Example: `en`. */
  language?: string
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit'
  /** Search keywords; ERN Keywords. At most 20. */
  keywords?: string[]
  /** The territories it applies to; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** Rights controller for all recordings; ERN ResourceRightsController. */
  rightsController?: RightsControllerInput
  /** Ids of outlets; null or absent means all outlets. At most 200. */
  outlets?: string[] | null
  /** Use of AI for each part; ERN 4.3.2. */
  aiUsage?: ReleaseAiUsageInput
  /** Your own data: up to 50 keys of 64 characters, with values of 500 characters. Not sent to outlets; only the sandbox outlet reads it. */
  metadata?: Record<string, string>
  /** For every track without its own value. Values of the release that tracks take over have precedence. */
  trackDefaults?: TrackDefaultInput
}

/** Body of `createLabel`. */
export type NewLabel = {
  /** Name of the label, as releases have it in `label`; case is ignored. Unique in the account. At most 200 characters. Example: `Blue Lamp`. */
  name: string
  /** What releases have in common: members of the release document, and `trackDefaults` for their tracks. */
  defaults?: LabelDefaults
  /** ISRC prefix of the label (ISO 3901): two letters, then three letters or digits. Example: `QZABC`. */
  isrcPrefix?: string
  /** UPC range of the label: a GS1 company prefix of 6 to 11 digits; a U.P.C. company prefix has a zero in front. Example: `0614141`. */
  upcRange?: string
}

/** Body of `updateLabel`. */
export type LabelPatch = {
  /** Name of the label, as releases have it in `label`; case is ignored. Unique in the account. At most 200 characters. Example: `Blue Lamp`. */
  name?: string
  /** What releases have in common: members of the release document, and `trackDefaults` for their tracks. */
  defaults?: LabelDefaults
  /** ISRC prefix of the label (ISO 3901): two letters, then three letters or digits. Example: `QZABC`. */
  isrcPrefix?: string | null
  /** UPC range of the label: a GS1 company prefix of 6 to 11 digits; a U.P.C. company prefix has a zero in front. Example: `0614141`. */
  upcRange?: string | null
}

/** Body of `updateDefaults`. */
export type DefaultsChange = {
  /** What releases have in common: members of the release document, and `trackDefaults` for their tracks. */
  defaults: ReleaseDefaults
}

/** Body of `createParty`. */
export type NewParty = {
  /** Full name as displayed. At most 200 characters. Example: `Ada`. */
  name: string
  /** The name in other languages or scripts; ERN PartyName@LanguageAndScriptCode. At most 30. */
  names?: NameInput[]
  /** Legal name; writers are credited with it. At most 200 characters. Example: `Ada King`. */
  legalName?: string
  /** ISO 27729, 16 characters; the last one is checked. At most 40 characters. Example: `0000 0001 2103 2683`. */
  isni?: string
  /** IPI name number, 9 to 11 digits; the last two are checked. At most 40 characters. Example: `00052210040`. */
  ipi?: string
  /** Artist id or URI at Spotify. At most 100 characters. */
  spotify?: string
  /** Artist id at Apple Music. At most 100 characters. */
  apple?: string
  /** Stores where the artist has no page yet, so no id can be given. At most 2. */
  newAt?: ('spotify' | 'apple')[]
  /** Roles of a contributor that names this party without a role. At most 10. */
  defaultRoles?: ('main_artist' | 'featured_artist' | 'remixer' | 'composer' | 'lyricist' | 'songwriter' | 'producer' | 'mixer' | 'engineer' | 'performer' | 'conductor' | 'orchestra' | 'arranger' | 'publisher' | `ddex:${string}`)[]
}

/** Body of `mergeParty`. */
export type PartyMergeRequest = {
  /** The party that goes. Its id then leads to the other one. Example: `pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  duplicate: `pty_${string}`
  /** true only answers what would happen, with the conflicts. Default `false`. */
  dryRun?: boolean
}

/** Body of `acceptPartySuggestion`. */
export type PartySuggestionAcceptance = {
  /** The name in any of its spellings. At most 200 characters. Example: `Ada`. */
  name: string
  /** The party that the name means. Without it, a party is created with the name as written here. Example: `pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  partyId?: `pty_${string}`
  /** true only answers what would happen. Default `false`. */
  dryRun?: boolean
}

/** Body of `dismissPartySuggestion`. */
export type PartySuggestionDismissal = {
  /** The name in any of its spellings. At most 200 characters. Example: `Ada`. */
  name: string
  /** false suggests the name again. Default `true`. */
  dismissed?: boolean
}

/** Body of `rotateKey`. */
export type KeyRotation = {
  /** How long the old key keeps working, in seconds. Example: `86400`. */
  overlapSeconds: 0 | 3600 | 86400 | 604800
}

/** One listening event of `reportPlays`. */
export type PlayEvent = {
  /** Unique within the property, printable ASCII, for example a UUID. At most 64 characters. Example: `0b6e8c2e-3c5f-4a56-9a0e-5f1f1f3a7d10`. */
  id: string
  /** Id of a track. Example: `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  trackId: `trk_${string}`
  /** When the listening started (RFC 3339). The event counts for this day in UTC, even if it arrives late. At most 40 characters. Example: `2026-05-01T08:00:00.000Z`. */
  at: string
  /** Country of the listener, ISO 3166-1 alpha-2. Example: `DE`. */
  territory?: string
  /** Listening time in milliseconds. 0 to 86400000. */
  playedMs?: number
  /** How the listener found the track. */
  source?: 'album' | 'artist' | 'library' | 'playlist' | 'radio' | 'recommendation' | 'search' | 'share' | 'other'
  /** ERN CommercialModelType. */
  model?: 'subscription' | 'ad_supported' | 'paid' | 'free'
}

/** Query of `listReleases`. */
export type ReleaseListQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Only releases with this status. */
  status?: 'draft' | 'submitted' | 'in_review' | 'changes_requested' | 'rejected' | 'approved' | 'delivering' | 'scheduled' | 'delivery_failed' | 'live' | 'takedown_pending' | 'taken_down'
  /** Only releases of this type. */
  type?: 'single' | 'ep' | 'album'
  /** Words of titles, versions, artists, contributors or label, of the release or its tracks; or a UPC, ISRC, catalog number or id. Each may be unfinished. If nothing has them, each word may have one typo. At most 200 characters. */
  query?: string
  /** UPC, EAN or GTIN-14 in any format. At most 40 characters. */
  upc?: string
  /** ISRC of one of the tracks in any format. At most 40 characters. */
  isrc?: string
  /** Only releases with a delivery to this outlet, in any state unless `deliveryState` or `deliveryReason` is set. At most 64 characters. Example: `sandbox`. */
  deliveredTo?: string
  /** Only releases in this state at `deliveredTo`, or at any outlet. As in `deliverySummary`, failed includes refused, and pending includes retries and takedowns. */
  deliveryState?: 'live' | 'scheduled' | 'pending' | 'failed' | 'taken_down'
  /** Only releases whose delivery failed or was refused with this `reason.message`. At most 1000 characters. */
  deliveryReason?: string
  /** Only releases with findings that block submission, or without. */
  hasErrors?: boolean
  /** Only releases at outlets with changes that were not submitted, or without. */
  hasUnsentChanges?: boolean
  /** Only releases that need a person, as in the summary, or that do not. */
  needsAttention?: boolean
  /** Only releases changed at or after this time. At most 30 characters. Example: `2026-05-01T08:00:00.000Z`. */
  updatedSince?: string
  /** Default createdAt. Titles are sorted from A to Z, dates with the latest first. */
  sort?: 'createdAt' | 'title' | 'releaseDate' | 'updatedAt'
}

/** Query of lists without filters. */
export type PageQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
}

/** Query of `previewMessage`. */
export type PreviewQuery = {
  /** Id of an outlet. The message is written for this outlet. At most 64 characters. */
  outlet?: string
}

/** Query of `listUploads`. */
export type UploadListQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Only uploads with this status. */
  status?: 'awaiting_data' | 'received' | 'analysing' | 'ready' | 'rejected' | 'expired'
  /** Only uploads of this kind. */
  kind?: 'audio' | 'image' | 'report'
  /** Only uploads that this release uses. Example: `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  releaseId?: `rel_${string}`
  /** Only these uploads, separated by commas; at most 100. At most 3200 characters. */
  ids?: string
  /** true: only uploads that no release uses. */
  unused?: boolean
  /** Separated by commas: peaks. At most 40 characters. */
  include?: string
}

/** Query of `listKeys`. */
export type KeyListQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Only keys with this status. */
  status?: 'active' | 'expired' | 'revoked'
}

/** Query of `listCatalog`. */
export type CatalogQuery = {
  /** Items per page, default 20. Without it, csv and ndjson have the whole list. 1 to 100. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Words of titles, versions, artists, contributors or label, of the release or its tracks; or a UPC, ISRC, catalog number or id. Each may be unfinished. If nothing has them, each word may have one typo. At most 200 characters. */
  query?: string
  /** Only releases of this type. */
  type?: 'single' | 'ep' | 'album'
  /** Only releases with this status. */
  status?: 'draft' | 'submitted' | 'in_review' | 'changes_requested' | 'rejected' | 'approved' | 'delivering' | 'scheduled' | 'delivery_failed' | 'live' | 'takedown_pending' | 'taken_down'
  /** UPC, EAN or GTIN-14 in any format. At most 40 characters. */
  upc?: string
  /** ISRC of one of the tracks in any format. At most 40 characters. */
  isrc?: string
  /** Part of the display artist; case is ignored. At most 200 characters. */
  artist?: string
  /** Part of the label; case is ignored. At most 200 characters. */
  label?: string
  /** Only releases offered in this territory, ISO 3166-1 alpha-2. Example: `DE`. */
  territory?: string
  /** Only releases with a delivery to this outlet, in any state unless `deliveryState` or `deliveryReason` is set. At most 64 characters. Example: `sandbox`. */
  deliveredTo?: string
  /** Only releases in this state at `deliveredTo`, or at any outlet. As in `deliverySummary`, failed includes refused, and pending includes retries and takedowns. */
  deliveryState?: 'live' | 'scheduled' | 'pending' | 'failed' | 'taken_down'
  /** Only releases whose delivery failed or was refused with this `reason.message`. At most 1000 characters. */
  deliveryReason?: string
  /** Only releases with findings that block submission, or without. */
  hasErrors?: boolean
  /** Only releases at outlets with changes that were not submitted, or without. */
  hasUnsentChanges?: boolean
  /** Only releases that need a person, as in the summary, or that do not. */
  needsAttention?: boolean
  /** Earliest release date. Example: `2026-05-01`. */
  releasedFrom?: string
  /** Latest release date, inclusive. Example: `2026-05-01`. */
  releasedTo?: string
  /** Changes since this time, oldest first, with tombstones. To mirror the catalog without gaps, send your newest updatedAt minus one minute (no write takes longer) and overwrite items by id. At most 30 characters. Example: `2026-05-01T08:00:00.000Z`. */
  updatedSince?: string
  /** Only these releases, separated by commas; at most 100. At most 3200 characters. */
  ids?: string
  /** Default createdAt. Titles are sorted from A to Z, dates with the latest first. */
  sort?: 'createdAt' | 'title' | 'releaseDate' | 'updatedAt'
  /** Separated by commas: tracks, deliveries. At most 40 characters. */
  include?: string
  /** Without it, Accept decides. csv and ndjson return the whole list, or pages if you set limit (follow Link rel="next"). If the connection breaks, the last chunk is missing. Default `json`. */
  format?: 'json' | 'csv' | 'ndjson'
}

/** Query of `listRecordings`. */
export type RecordingsQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** ISRC in any format. At most 40 characters. */
  isrc?: string
  /** Part of the title of the first delivery; case is ignored. At most 200 characters. */
  query?: string
  /** Id of a release: only recordings on it. At most 40 characters. */
  releaseId?: string
}

/** Query of `listLabels`. */
export type LabelsQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Part of a name; case is ignored. At most 200 characters. */
  query?: string
}

/** Query of `listParties`. */
export type PartiesQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Part of a name, or an identifier; case is ignored. At most 200 characters. */
  query?: string
}

/** Query of `listPartySuggestions`. */
export type PartySuggestionsQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** true lists the dismissed names instead. Default `false`. */
  dismissed?: boolean
}

/** Query of `getMusicAnalytics` and `getDistributorAnalytics`. */
export type AnalyticsQuery = {
  /** plays (default), or the numbers from store reports. */
  kind?: 'plays' | 'report'
  /** First day (UTC); default 27 days before `to`. Example: `2026-05-01`. */
  from?: string
  /** Last day (UTC), inclusive; default yesterday. At most 400 days. Example: `2026-05-01`. */
  to?: string
  /** Default day, or month for reports. */
  granularity?: 'day' | 'week' | 'month' | 'total'
  /** At most two dimensions, separated by commas: release, track, outlet, property, territory, source, model. At most 200 characters. */
  groupBy?: string
  /** Default all, separated by commas: streams, playedMs, downloads, listeners, revenue. At most 200 characters. */
  metrics?: string
  /** Id of a release. Example: `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  releaseId?: `rel_${string}`
  /** Id of a track. Example: `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  trackId?: `trk_${string}`
  /** ISRC in any format. At most 40 characters. */
  isrc?: string
  /** UPC, EAN or GTIN-14 in any format. At most 40 characters. */
  upc?: string
  /** Id of an outlet. At most 64 characters. */
  outlet?: string
  /** Id of a property. At most 64 characters. */
  property?: string
  /** ISO 3166-1 alpha-2. Example: `DE`. */
  territory?: string
  /** How listeners found the track. */
  source?: 'album' | 'artist' | 'library' | 'playlist' | 'radio' | 'recommendation' | 'search' | 'share' | 'other'
  /** How listeners pay. */
  model?: 'subscription' | 'ad_supported' | 'paid' | 'free'
  /** Adds the previous range of the same length. */
  compare?: 'previous'
  /** Format of the response. Without it, Accept decides. Default `json`. */
  format?: 'json' | 'csv'
  /** Rows per page, default 1000. Without it, csv has all rows. 1 to 10000. */
  limit?: number
  /** page.nextCursor of the previous page. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
}

/** Query of `getFeed`. */
export type FeedQuery = {
  /** page.nextCursor of the previous response. It does not expire. At most 512 characters. */
  cursor?: string
  /** Tracks per page. 1 to 1000. Default `100`. */
  limit?: number
}
