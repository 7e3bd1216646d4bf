/** Written by `npm run gen` from the schemas of the requests: their members with comments for editors. */

/** One recording as handed in (ERN SoundRecording). */
export type TrackInput = {
  /** Title, without featured artists and version; ERN DisplayTitleText. At most 500 characters. */
  title: string
  /** Upload of kind audio of this account; ERN DeliveryFile. At most 64 characters. Example: `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  uploadId: `upl_${string}`
  /** Disc it is on, default 1; ERN ResourceGroup. 1 to 99. */
  disc?: number
  /** Follows from the order; a given one must agree with it. 1 to 500. */
  number?: number
  /** Read from the audio; a number must agree with it, null says nothing. 0 to 86400000. */
  durationMs?: number | null
  /** Second line of the title; ERN SubTitle. At most 200 characters. */
  subtitle?: string
  /** Live, Radio Edit ...; ERN VersionType. At most 200 characters. */
  version?: string
  /** One per language and script. At most 50. */
  titles?: TitleInput[]
  /** Artist as shown, default that of the release; ERN DisplayArtistName. At most 500 characters. */
  displayArtist?: string
  /** Who made it and in which role; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[]
  /** Code of the recording (ISO 3901); ERN ResourceId/ISRC. At most 40 characters. Example: `ZZ-ABC-26-00001`. */
  isrc?: string
  /** Code of the composition (ISO 15707); ERN WorkId/ISWC. At most 40 characters. Example: `T-034.524.680-1`. */
  iswc?: string
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit'
  /** BCP 47 of what is sung, zxx for no words, default that of the release; ERN LanguageOfPerformance. At most 35 characters. Example: `en`. */
  language?: string
  /** Has no words; ERN IsInstrumental. */
  instrumental?: boolean
  /** Whose composition it is; ERN IsCover. */
  composition?: 'original' | 'cover' | 'public_domain' | 'adaptation'
  /** For covers and adaptations: which licence allows them. At most 500 characters. */
  licence?: string
  /** Holds samples of recordings of others. */
  containsSamples?: boolean
  /** Holder of the recording (℗), default that of the release; ERN PLine. */
  pLine?: CopyrightLineInput
  /** Where it was recorded, ISO 3166-1 alpha-2. Example: `DE`. */
  recordingCountry?: string
  /** When it was recorded; ERN LocationAndDateOfSession. 1860 to 2200. */
  recordingYear?: number
  /** First day the recording came out anywhere, default that of the release; ERN FirstPublicationDate. */
  firstPublicationDate?: string
  /** Who controls the rights, default that of the release; ERN ResourceRightsController. */
  rightsController?: RightsControllerInput
  /** Start of the clip, default 30 s in; ERN ClipDetails. 0 to 86400000. */
  previewStartMs?: number
  /** The words; ERN Lyrics. */
  lyrics?: LyricInput
  /** Code of GET /api/v1/music-distributor/reference/genres; default that of the release. At most 64 characters. */
  genre?: string
  /** Moods in words; MEAD Mood. At most 20. */
  moods?: string[]
  /** How far AI made each part; ERN 4.3.2. */
  aiUsage?: AiUsageInput
  /** Where it counts; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** Where and for what this track is not offered. At most 50. */
  restrictions?: RestrictionInput[]
  /** How the track is offered by itself; ERN TrackReleaseVisibility. */
  availability?: AvailabilityInput
  /** For the track by itself, in place of that of the release. Deals of the track have their own; ERN PriceCode. At most 50 characters. */
  priceTier?: string
  /** For the track by itself, in place of those of the release. Empty: it is not offered by itself; ERN DealList. At most 50. */
  deals?: DealInput[]
}

/** One of `titles`. */
export type TitleInput = {
  /** BCP 47, with a script where it matters: ja-Latn. At most 35 characters. Example: `en`. */
  language: string
  /** The title in that language; ERN TitleText. At most 500 characters. */
  title: string
  /** Second line of the title; ERN SubTitle. At most 200 characters. */
  subtitle?: string
}

/** One of `contributors`. */
export type ContributorInput = {
  /** Full name as it is shown; ERN PartyName/FullName. At most 200 characters. */
  name: string
  /** main_artist, featured_artist, remixer, composer, lyricist, songwriter, producer, mixer, engineer, performer, conductor, orchestra, arranger, publisher, or ddex:<Role> of the DDEX lists. At most 80 characters. Example: `main_artist`. */
  role: 'main_artist' | 'featured_artist' | 'remixer' | 'composer' | 'lyricist' | 'songwriter' | 'producer' | 'mixer' | 'engineer' | 'performer' | 'conductor' | 'orchestra' | 'arranger' | 'publisher' | `ddex:${string}`
  /** What a performer plays; ERN InstrumentType. At most 30. */
  instruments?: string[]
  /** Identifiers of the person or group. */
  partyIds?: PartyIdInput
  /** The name in other languages or scripts; ERN PartyName@LanguageAndScriptCode. At most 30. */
  names?: NameInput[]
  /** Order of display; default the array order. 1 to 1000. */
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
  /** The name in that language. At most 200 characters. */
  name: string
}

/** Holder of the recording (℗), default that of the release; ERN PLine. */
export type CopyrightLineInput = {
  /** Year of the notice; ERN Year. 1900 to 2200. */
  year: number
  /** The holder: ERN PLineText or CLineText without sign and year. At most 200 characters. */
  text: string
}

/** Who controls the rights, default that of the release; ERN ResourceRightsController. */
export type RightsControllerInput = {
  /** Full name; ERN PartyName/FullName. At most 200 characters. */
  name: string
  /** Identifiers of the rights controller. */
  partyIds?: PartyIdInput
  /** Percent of the rights it controls; ERN RightSharePercentage. 0 to 100. Example: `100`. */
  share: number
}

/** The words; ERN Lyrics. */
export type LyricInput = {
  /** Plain text or timed LRC; ERN Lyrics. At most 20000 characters. */
  text: string
  /** BCP 47 of the words. At most 35 characters. Example: `en`. */
  language: string
}

/** How far AI made each part; ERN 4.3.2. */
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

/** Where it counts; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
export type TerritoryInput = {
  /** Everywhere, only in codes, or everywhere but in codes. */
  mode: 'worldwide' | 'include' | 'exclude'
  /** Left out or empty when the mode is worldwide. At most 300. */
  codes?: string[]
}

/** One of `restrictions`. */
export type RestrictionInput = {
  /** Where it counts; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** How listeners pay; ERN CommercialModelType. At most 4. */
  models?: ('subscription' | 'ad_supported' | 'paid' | 'free')[]
  /** What listeners may do; ERN UseType. At most 6. */
  uses?: ('stream' | 'download' | 'conditional_download' | 'noninteractive_stream' | 'ringtone' | 'ugc')[]
}

/** How the track is offered by itself; ERN TrackReleaseVisibility. */
export type AvailabilityInput = {
  /** Can be streamed by itself. Default `true`. */
  stream?: boolean
  /** Can be bought by itself. Default `true`. */
  download?: boolean
  /** Sold with the whole release only. Default `false`. */
  albumOnly?: boolean
  /** Not shown before the release date. Default `false`. */
  hidden?: boolean
}

/** One of `deals`. */
export type DealInput = {
  /** Where it counts; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories: TerritoryInput
  /** First day or instant; ERN ValidityPeriod/StartDate or StartDateTime. Example: `2026-12-11`. */
  startsAt: string
  /** Last day, or the instant at which it ends; ERN EndDate or EndDateTime. Example: `2026-12-11`. */
  endsAt?: string
  /** How listeners pay; ERN CommercialModelType. At most 4. */
  models: ('subscription' | 'ad_supported' | 'paid' | 'free')[]
  /** What listeners may do; ERN UseType. At most 6. */
  uses: ('stream' | 'download' | 'conditional_download' | 'noninteractive_stream' | 'ringtone' | 'ugc')[]
  /** Price code agreed with the outlet; ERN PriceCode. At most 50 characters. */
  priceTier?: string
  /** Only orders before the release; ERN IsPreOrderDeal. */
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
  /** Deluxe, Remastered ...: never inside the title; ERN VersionType. At most 200 characters. */
  version?: string
  /** One per language and script. At most 50. */
  titles?: TitleInput[]
  /** Artist as shown, default composed of contributors; ERN DisplayArtistName. At most 500 characters. */
  displayArtist?: string
  /** Who made it and in which role; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[]
  /** By many artists; ERN IsMultiArtistCompilation. */
  isCompilation?: boolean
  /** Name of the label; ERN ReleaseLabelReference. At most 200 characters. */
  label?: string
  /** Identifiers of the label; ERN PartyId. */
  labelPartyIds?: PartyIdInput
  /** Title of each disc in order; ERN ResourceGroup/DisplayTitle. At most 99. */
  discTitles?: string[]
  /** Holder of the recordings (℗); ERN PLine. */
  pLine?: CopyrightLineInput
  /** Holder of cover and texts (©); ERN CLine. */
  cLine?: CopyrightLineInput
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN Genre. At most 64 characters. */
  genre?: string
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN SubGenre. At most 64 characters. */
  subgenre?: string
  /** BCP 47 of the metadata; ERN LanguageAndScriptCode. At most 35 characters. Example: `en`. */
  language?: string
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit'
  /** Words to find it by; ERN Keywords. At most 20. */
  keywords?: string[]
  /** Note to the editors of outlets; ERN MarketingComment. At most 1000 characters. */
  marketingComment?: string
  /** Bar code: UPC, EAN-13 or GTIN-14; ERN ReleaseId/ICPN. At most 40 characters. Example: `0200000000011`. */
  upc?: string
  /** Number in the catalog of the label; ERN ReleaseId/CatalogNumber. At most 64 characters. */
  catalogNumber?: string
  /** Global Release Identifier; ERN ReleaseId/GRid. At most 40 characters. Example: `A1-2425G-ABC1234002-M`. */
  grid?: string
  /** Your own key, unique in the account; ERN ProprietaryId. At most 255 characters. */
  externalId?: string
  /** First day it is offered; ERN ReleaseDate. */
  releaseDate?: string
  /** Time of day on releaseDate, default midnight; ERN StartDateTime. Example: `18:30`. */
  releaseTime?: string
  /** IANA time zone of releaseTime; default local in each territory. At most 64 characters. */
  timeZone?: string
  /** First day of the very first edition; ERN OriginalReleaseDate. */
  originalReleaseDate?: string
  /** First day of pre-orders; ERN IsPreOrderDeal. */
  preorderDate?: string
  /** Where it counts; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** Usage rights, default every model and use from releaseDate; ERN DealList. At most 100. */
  deals?: DealInput[]
  /** Who controls the rights in all recordings; ERN ResourceRightsController. */
  rightsController?: RightsControllerInput
  /** Upload of kind image, the front cover; ERN Image FrontCoverImage. At most 64 characters. Example: `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  coverUploadId?: `upl_${string}`
  /** Ids of outlets; null or absent means all. At most 200. */
  outlets?: string[] | null
  /** How far AI made each part; ERN 4.3.2. */
  aiUsage?: ReleaseAiUsageInput
  /** Free map of the caller: up to 50 keys of 64 characters, values of 500. Never sent to outlets; the sandbox outlet alone reads it. */
  metadata?: Record<string, string>
  /** What to settle before it is submitted. The importer writes it: what the message says and the release cannot, or that its sender withdrew it. Remove an entry when it is settled. At most 100. */
  importIssues?: ImportIssueInput[]
  /** In play order. At most 500. */
  tracks: TrackInput[]
  /** true creates and submits at once: findings of severity error then refuse both. */
  submit?: boolean
}

/** How far AI made each part; ERN 4.3.2. */
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
  /** The rule it is of. offer_not_imported: the message offers it in a way that the release cannot say. withdrawn_by_sender: the sender took it back before it was delivered. */
  code: 'offer_not_imported' | 'withdrawn_by_sender'
  /** What the message says, and where. At most 500 characters. */
  message: string
}

/** A track as handed in with a change: `id` says which track of the release it is; without it the track is new. */
export type TrackEdit = {
  /** Id of a track. Example: `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  id?: `trk_${string}`
  /** Title, without featured artists and version; ERN DisplayTitleText. At most 500 characters. */
  title: string
  /** Upload of kind audio of this account; ERN DeliveryFile. At most 64 characters. Example: `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  uploadId: `upl_${string}`
  /** Disc it is on, default 1; ERN ResourceGroup. 1 to 99. */
  disc?: number
  /** Follows from the order; a given one must agree with it. 1 to 500. */
  number?: number
  /** Read from the audio; a number must agree with it, null says nothing. 0 to 86400000. */
  durationMs?: number | null
  /** Second line of the title; ERN SubTitle. At most 200 characters. */
  subtitle?: string
  /** Live, Radio Edit ...; ERN VersionType. At most 200 characters. */
  version?: string
  /** One per language and script. At most 50. */
  titles?: TitleInput[]
  /** Artist as shown, default that of the release; ERN DisplayArtistName. At most 500 characters. */
  displayArtist?: string
  /** Who made it and in which role; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[]
  /** Code of the recording (ISO 3901); ERN ResourceId/ISRC. At most 40 characters. Example: `ZZ-ABC-26-00001`. */
  isrc?: string
  /** Code of the composition (ISO 15707); ERN WorkId/ISWC. At most 40 characters. Example: `T-034.524.680-1`. */
  iswc?: string
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit'
  /** BCP 47 of what is sung, zxx for no words, default that of the release; ERN LanguageOfPerformance. At most 35 characters. Example: `en`. */
  language?: string
  /** Has no words; ERN IsInstrumental. */
  instrumental?: boolean
  /** Whose composition it is; ERN IsCover. */
  composition?: 'original' | 'cover' | 'public_domain' | 'adaptation'
  /** For covers and adaptations: which licence allows them. At most 500 characters. */
  licence?: string
  /** Holds samples of recordings of others. */
  containsSamples?: boolean
  /** Holder of the recording (℗), default that of the release; ERN PLine. */
  pLine?: CopyrightLineInput
  /** Where it was recorded, ISO 3166-1 alpha-2. Example: `DE`. */
  recordingCountry?: string
  /** When it was recorded; ERN LocationAndDateOfSession. 1860 to 2200. */
  recordingYear?: number
  /** First day the recording came out anywhere, default that of the release; ERN FirstPublicationDate. */
  firstPublicationDate?: string
  /** Who controls the rights, default that of the release; ERN ResourceRightsController. */
  rightsController?: RightsControllerInput
  /** Start of the clip, default 30 s in; ERN ClipDetails. 0 to 86400000. */
  previewStartMs?: number
  /** The words; ERN Lyrics. */
  lyrics?: LyricInput
  /** Code of GET /api/v1/music-distributor/reference/genres; default that of the release. At most 64 characters. */
  genre?: string
  /** Moods in words; MEAD Mood. At most 20. */
  moods?: string[]
  /** How far AI made each part; ERN 4.3.2. */
  aiUsage?: AiUsageInput
  /** Where it counts; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryInput
  /** Where and for what this track is not offered. At most 50. */
  restrictions?: RestrictionInput[]
  /** How the track is offered by itself; ERN TrackReleaseVisibility. */
  availability?: AvailabilityInput
  /** For the track by itself, in place of that of the release. Deals of the track have their own; ERN PriceCode. At most 50 characters. */
  priceTier?: string
  /** For the track by itself, in place of those of the release. Empty: it is not offered by itself; ERN DealList. At most 50. */
  deals?: DealInput[]
}

/** Body of `updateRelease` (JSON Merge Patch, RFC 7396). Arrays are replaced whole; `null` removes what may be absent. */
export type ReleasePatch = {
  /** Title, without type, version and featured artists; ERN DisplayTitleText. At most 500 characters. */
  title?: string
  /** Single, EP or album; ERN ReleaseType. */
  type?: 'single' | 'ep' | 'album'
  /** Second line of the title; ERN SubTitle. At most 200 characters. */
  subtitle?: string | null
  /** Deluxe, Remastered ...: never inside the title; ERN VersionType. At most 200 characters. */
  version?: string | null
  /** One per language and script. At most 50. */
  titles?: TitleInput[] | null
  /** Artist as shown, default composed of contributors; ERN DisplayArtistName. At most 500 characters. */
  displayArtist?: string | null
  /** Who made it and in which role; ERN DisplayArtist and Contributor. At most 200. */
  contributors?: ContributorInput[] | null
  /** By many artists; ERN IsMultiArtistCompilation. */
  isCompilation?: boolean | null
  /** Name of the label; ERN ReleaseLabelReference. At most 200 characters. */
  label?: string | null
  /** Identifiers of the label; ERN PartyId. */
  labelPartyIds?: LabelPartyIdPatch | null
  /** Title of each disc in order; ERN ResourceGroup/DisplayTitle. At most 99. */
  discTitles?: string[] | null
  /** Holder of the recordings (℗); ERN PLine. */
  pLine?: CopyrightLinePatch | null
  /** Holder of cover and texts (©); ERN CLine. */
  cLine?: CopyrightLinePatch | null
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN Genre. At most 64 characters. */
  genre?: string | null
  /** Code of GET /api/v1/music-distributor/reference/genres; ERN SubGenre. At most 64 characters. */
  subgenre?: string | null
  /** BCP 47 of the metadata; ERN LanguageAndScriptCode. At most 35 characters. Example: `en`. */
  language?: string | null
  /** Parental warning; ERN ParentalWarningType Explicit, ExplicitContentEdited, NotExplicit. */
  explicit?: 'explicit' | 'clean' | 'not_explicit' | null
  /** Words to find it by; ERN Keywords. At most 20. */
  keywords?: string[] | null
  /** Note to the editors of outlets; ERN MarketingComment. At most 1000 characters. */
  marketingComment?: string | null
  /** Bar code: UPC, EAN-13 or GTIN-14; ERN ReleaseId/ICPN. At most 40 characters. Example: `0200000000011`. */
  upc?: string | null
  /** Number in the catalog of the label; ERN ReleaseId/CatalogNumber. At most 64 characters. */
  catalogNumber?: string | null
  /** Global Release Identifier; ERN ReleaseId/GRid. At most 40 characters. Example: `A1-2425G-ABC1234002-M`. */
  grid?: string | null
  /** Your own key, unique in the account; ERN ProprietaryId. At most 255 characters. */
  externalId?: string | null
  /** First day it is offered; ERN ReleaseDate. */
  releaseDate?: string | null
  /** Time of day on releaseDate, default midnight; ERN StartDateTime. Example: `18:30`. */
  releaseTime?: string | null
  /** IANA time zone of releaseTime; default local in each territory. At most 64 characters. */
  timeZone?: string | null
  /** First day of the very first edition; ERN OriginalReleaseDate. */
  originalReleaseDate?: string | null
  /** First day of pre-orders; ERN IsPreOrderDeal. */
  preorderDate?: string | null
  /** Where it counts; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
  territories?: TerritoryPatch | null
  /** Usage rights, default every model and use from releaseDate; ERN DealList. At most 100. */
  deals?: DealInput[] | null
  /** Who controls the rights in all recordings; ERN ResourceRightsController. */
  rightsController?: RightsControllerPatch | null
  /** Upload of kind image, the front cover; ERN Image FrontCoverImage. At most 64 characters. Example: `upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  coverUploadId?: `upl_${string}` | null
  /** Ids of outlets; null or absent means all. At most 200. */
  outlets?: string[] | null
  /** How far AI made each part; ERN 4.3.2. */
  aiUsage?: AiUsagePatch | null
  /** Free map of the caller: up to 50 keys of 64 characters, values of 500. Never sent to outlets; the sandbox outlet alone reads it. */
  metadata?: Record<string, string | null> | null
  /** What to settle before it is submitted. The importer writes it: what the message says and the release cannot, or that its sender withdrew it. Remove an entry when it is settled. At most 100. */
  importIssues?: ImportIssueInput[] | null
  /** In play order. At most 500. */
  tracks?: TrackEdit[]
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

/** Holder of the recordings (℗); ERN PLine. */
export type CopyrightLinePatch = {
  /** Year of the notice; ERN Year. 1900 to 2200. */
  year?: number
  /** The holder: ERN PLineText or CLineText without sign and year. At most 200 characters. */
  text?: string
}

/** Where it counts; absent means worldwide. ERN TerritoryCode or ExcludedTerritoryCode. */
export type TerritoryPatch = {
  /** Everywhere, only in codes, or everywhere but in codes. */
  mode?: 'worldwide' | 'include' | 'exclude'
  /** Left out or empty when the mode is worldwide. At most 300. */
  codes?: string[] | null
}

/** Who controls the rights in all recordings; ERN ResourceRightsController. */
export type RightsControllerPatch = {
  /** Full name; ERN PartyName/FullName. At most 200 characters. */
  name?: string
  /** Identifiers of the rights controller. */
  partyIds?: LabelPartyIdPatch | null
  /** Percent of the rights it controls; ERN RightSharePercentage. 0 to 100. Example: `100`. */
  share?: number
}

/** How far AI made each part; ERN 4.3.2. */
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
  /** Why, in words; kept in the events. At most 500 characters. */
  reason: string
  /** A day to come, which begins where the release says, else in UTC; absent means now. Example: `2026-05-01`. */
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
  /** Name for people, shown in lists. At most 200 characters. Example: `catalogue import`. */
  name: string
  /** What the key may do. At most 4. */
  permissions: ('music:read' | 'music:write' | 'catalog:read' | 'analytics:read')[]
  /** When it ends, in the future; absent means never. At most 30 characters. Example: `2026-05-01T08:00:00.000Z`. */
  expiresAt?: string
}

/** Body of `createImport`. */
export type NewImport = {
  /** The bytes of the message (XML), as base64. At most 8 MiB of XML. At most 11184815 characters. Example: `PD94bWwgdmVyc2lvbj0iMS4wIj8+`. */
  message: string
  /** The recordings and the cover that the message names. At most 1000. */
  files?: FileInput[]
}

/** One of `files`. */
export type FileInput = {
  /** Where the file lies, from the message, as the message writes it. At most 1000 characters. */
  path: string
  /** Upload of this account that has all its bytes. At most 64 characters. */
  uploadId: string
}

/** Body of `createReport`. */
export type NewReport = {
  /** Uploads of kind report: all parts of one report, in any order. At most 100. */
  uploads: string[]
  /** Who sends reports like this one, in small letters. At most 64 characters. Example: `distrokid`. */
  source: string
  /** How the file is read; default spindle. dsr: DDEX. */
  preset?: 'spindle' | 'distrokid' | 'audius' | 'bandcamp' | 'dsr'
  /** Which column of a table says what. */
  mapping?: MappingInput
  /** What is done with reports of this source about the same time; absent: the import is refused. */
  overlap?: 'replace' | 'add'
}

/** Which column of a table says what. */
export type MappingInput = {
  /** Lines before the one with the names of the columns. 0 to 1000. */
  skipLines?: number
  /** Found in the first line unless said. At most 1 characters. */
  delimiter?: string
  /** A comma where semicolons separate, else a point. */
  decimal?: '.' | ','
  /** Order of day, month and year. */
  dates?: 'ymd' | 'dmy' | 'mdy'
  /** Names of columns, in any case of letters. */
  columns: ColumnInput
  /** What is the same in every line. */
  constants?: ColumnInput
  /** Words of the column `use` whose `quantity` is downloads; all others are streams. At most 200. */
  downloads?: string[]
  /** Words whose `quantity` is streams, where not all others are. At most 200. */
  streams?: string[]
  /** Words of lines that are no sales. At most 200. */
  passOver?: string[]
}

/** Names of columns, in any case of letters. */
export type ColumnInput = {
  /** The ISRC of the recording. At most 200 characters. */
  isrc?: string
  /** The UPC or EAN of the product. At most 200 characters. */
  upc?: string
  /** The title of the recording or product. At most 200 characters. */
  title?: string
  /** Its artist. At most 200 characters. */
  artist?: string
  /** The store; absent: the source. At most 200 characters. */
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
  /** How many streams. At most 200 characters. */
  streams?: string
  /** How many downloads. At most 200 characters. */
  downloads?: string
  /** How many of what `use` says. At most 200 characters. */
  quantity?: string
  /** What `quantity` counts. At most 200 characters. */
  use?: string
  /** What was earned. At most 200 characters. */
  revenue?: string
  /** The currency of `revenue` (ISO 4217). At most 200 characters. */
  currency?: string
}

/** Body of `previewReport`. */
export type ReportToPreview = {
  /** Uploads of kind report: all parts of one report, in any order. At most 100. */
  uploads: string[]
  /** Who sends reports like this one, in small letters. At most 64 characters. Example: `distrokid`. */
  source: string
  /** How the file is read; default spindle. dsr: DDEX. */
  preset?: 'spindle' | 'distrokid' | 'audius' | 'bandcamp' | 'dsr'
  /** Which column of a table says what. */
  mapping?: MappingInput
}

/** Body of `createWebhook`. */
export type NewWebhook = {
  /** Where messages are sent. https, at a public address; the operator may allow others. At most 2048 characters. Example: `https://label.example/hooks/spindle`. */
  url: string
  /** Only these; absent means all, also those that are added later. At most 6. */
  eventTypes?: ('release.status_changed' | 'delivery.status_changed' | 'delivery.acknowledged' | 'upload.status_changed' | 'import.finished' | 'report.applied')[]
  /** For people, shown in lists. At most 200 characters. Example: `release calendar`. */
  description?: string
}

/** Body of `rotateKey`. */
export type KeyRotation = {
  /** How long the old key goes on, in seconds. Example: `86400`. */
  overlapSeconds: 0 | 3600 | 86400 | 604800
}

/** One listening event of `reportPlays`. */
export type PlayEvent = {
  /** Unique within the property, printable ASCII; a UUID is a good one. At most 64 characters. Example: `0b6e8c2e-3c5f-4a56-9a0e-5f1f1f3a7d10`. */
  id: string
  /** Id of a track. Example: `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  trackId: `trk_${string}`
  /** When the listening began (RFC 3339). The event counts for this day in UTC, however late it arrives. At most 40 characters. Example: `2026-05-01T08:00:00.000Z`. */
  at: string
  /** Where it was heard, ISO 3166-1 alpha-2. Example: `DE`. */
  territory?: string
  /** How long it was heard, in milliseconds. 0 to 86400000. */
  playedMs?: number
  /** How the listener came to the track. */
  source?: 'album' | 'artist' | 'library' | 'playlist' | 'radio' | 'recommendation' | 'search' | 'share' | 'other'
  /** ERN CommercialModelType. */
  model?: 'subscription' | 'ad_supported' | 'paid' | 'free'
}

/** Query of `listReleases`. */
export type ReleaseListQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the page before. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Only releases in this state. */
  status?: 'draft' | 'submitted' | 'in_review' | 'changes_requested' | 'rejected' | 'approved' | 'delivering' | 'scheduled' | 'delivery_failed' | 'live' | 'takedown_pending' | 'taken_down'
  /** Only releases of this type. */
  type?: 'single' | 'ep' | 'album'
  /** Words in title, artist or label. At most 200 characters. */
  query?: string
  /** UPC, EAN or GTIN-14, written in any way. At most 40 characters. */
  upc?: string
  /** ISRC of one of the tracks, written in any way. At most 40 characters. */
  isrc?: string
  /** Only releases changed at or after this instant. At most 30 characters. Example: `2026-05-01T08:00:00.000Z`. */
  updatedSince?: string
  /** Default createdAt. Titles from A to Z, dates with the latest first. */
  sort?: 'createdAt' | 'title' | 'releaseDate' | 'updatedAt'
}

/** Query of lists without filters. */
export type PageQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the page before. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
}

/** Query of `previewMessage`. */
export type PreviewQuery = {
  /** Id of an outlet: the message is written as it wants it. At most 64 characters. */
  outlet?: string
}

/** Query of `listUploads`. */
export type UploadListQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the page before. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Only uploads in this state. */
  status?: 'awaiting_data' | 'received' | 'analysing' | 'ready' | 'rejected' | 'expired'
  /** Only uploads of this kind. */
  kind?: 'audio' | 'image' | 'report'
  /** Only uploads that this release refers to. Example: `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  releaseId?: `rel_${string}`
  /** Only these, separated by commas; at most 100. At most 3200 characters. */
  ids?: string
  /** true: only uploads that no release refers to. */
  unused?: boolean
  /** Separated by commas: peaks. At most 40 characters. */
  include?: string
}

/** Query of `listKeys`. */
export type KeyListQuery = {
  /** Items per page. 1 to 100. Default `20`. */
  limit?: number
  /** page.nextCursor of the page before. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Only keys in this state. */
  status?: 'active' | 'expired' | 'revoked'
}

/** Query of `listCatalog`. */
export type CatalogQuery = {
  /** Items per page, default 20. Without it csv and ndjson are the whole list. 1 to 100. */
  limit?: number
  /** page.nextCursor of the page before. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
  /** Words in title, artist or label. At most 200 characters. */
  query?: string
  /** Only releases of this type. */
  type?: 'single' | 'ep' | 'album'
  /** Only releases in this state. */
  status?: 'draft' | 'submitted' | 'in_review' | 'changes_requested' | 'rejected' | 'approved' | 'delivering' | 'scheduled' | 'delivery_failed' | 'live' | 'takedown_pending' | 'taken_down'
  /** UPC, EAN or GTIN-14, written in any way. At most 40 characters. */
  upc?: string
  /** ISRC of one of the tracks, written in any way. At most 40 characters. */
  isrc?: string
  /** Part of the display artist, in any case. At most 200 characters. */
  artist?: string
  /** Part of the label, in any case. At most 200 characters. */
  label?: string
  /** Releases offered there, ISO 3166-1 alpha-2. Example: `DE`. */
  territory?: string
  /** First release date. Example: `2026-05-01`. */
  releasedFrom?: string
  /** Last release date, included. Example: `2026-05-01`. */
  releasedTo?: string
  /** Changes from this instant on, oldest first, with tombstones. A mirror asks with the newest updatedAt it has minus one minute (no write takes longer) and overwrites by id: it then misses nothing. At most 30 characters. Example: `2026-05-01T08:00:00.000Z`. */
  updatedSince?: string
  /** Only these, separated by commas; at most 100. At most 3200 characters. */
  ids?: string
  /** Default createdAt. Titles from A to Z, dates with the latest first. */
  sort?: 'createdAt' | 'title' | 'releaseDate' | 'updatedAt'
  /** Separated by commas: tracks, deliveries. At most 40 characters. */
  include?: string
  /** csv and ndjson come whole, and as pages with limit: Link rel="next" leads to the next one then. A connection that ends in the middle ends without the last chunk. Default `json`. */
  format?: 'json' | 'csv' | 'ndjson'
}

/** Query of `getMusicAnalytics` and `getDistributorAnalytics`. */
export type AnalyticsQuery = {
  /** plays (default) or what stores report. */
  kind?: 'plays' | 'report'
  /** First day (UTC); default 27 days before `to`. Example: `2026-05-01`. */
  from?: string
  /** Last day (UTC), included; default yesterday. At most 400 days. Example: `2026-05-01`. */
  to?: string
  /** Default day, of reports month. */
  granularity?: 'day' | 'week' | 'month' | 'total'
  /** At most two, separated by commas: release, track, outlet, property, territory, source, model. At most 200 characters. */
  groupBy?: string
  /** Default all, separated by commas: streams, playedMs, downloads, listeners, revenue. At most 200 characters. */
  metrics?: string
  /** Id of a release. Example: `rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  releaseId?: `rel_${string}`
  /** Id of a track. Example: `trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB`. */
  trackId?: `trk_${string}`
  /** ISRC, written in any way. At most 40 characters. */
  isrc?: string
  /** UPC, EAN or GTIN-14, written in any way. At most 40 characters. */
  upc?: string
  /** Id of an outlet. At most 64 characters. */
  outlet?: string
  /** An outlet that is a property. At most 64 characters. */
  property?: string
  /** ISO 3166-1 alpha-2. Example: `DE`. */
  territory?: string
  /** How listeners came to the track. */
  source?: 'album' | 'artist' | 'library' | 'playlist' | 'radio' | 'recommendation' | 'search' | 'share' | 'other'
  /** How listeners pay. */
  model?: 'subscription' | 'ad_supported' | 'paid' | 'free'
  /** Adds the range of the same length before. */
  compare?: 'previous'
  /** Form of the answer. Default `json`. */
  format?: 'json' | 'csv'
  /** Rows per page, default 1000. Without it csv is all rows. 1 to 10000. */
  limit?: number
  /** page.nextCursor of the page before. At most 512 characters. */
  cursor?: string
  /** true adds page.total. Default `false`. */
  count?: boolean
}

/** Query of `getFeed`. */
export type FeedQuery = {
  /** page.nextCursor of the answer before; kept as long as you like. At most 512 characters. */
  cursor?: string
  /** Tracks per page. 1 to 1000. Default `100`. */
  limit?: number
}
