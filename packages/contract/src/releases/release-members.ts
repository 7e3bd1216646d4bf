import { limits } from '../definition/limits.ts'
import { Described, Id, OneOf, Text } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { contributor, WrittenContributor } from './contributors.ts'
import {
  copyrightLine,
  deal,
  Explicitness,
  importIssue,
  LanguageTag,
  localizedTitle,
  Metadata,
  type ObjectMaker,
  partyIds,
  ReleaseDay,
  releaseAiUsage,
  restriction,
  rightsController,
  Title,
  territories,
  trackAiUsage,
  WrittenIdentifier,
} from './release-parts.ts'
import { compositions, explicitValues, releaseTypes } from './release-vocabulary.ts'

/**
 * The members of releases and tracks. A draft needs title, type, tracks[].title and tracks[].uploadId; whatever else
 * submitting needs is required by rules, not here.
 */

const titles = (object: ObjectMaker) =>
  Type.Array(localizedTitle(object), { maxItems: 50, description: 'One per language and script' })

const contributors = (object: ObjectMaker) =>
  Type.Array(contributor(object), {
    maxItems: 200,
    description: 'The artists and other contributors with their roles; ERN DisplayArtist and Contributor',
  })

/** `contributors` of requests. */
export const writtenContributors = Type.Optional(
  Type.Array(WrittenContributor, {
    maxItems: 200,
    description: 'The artists and other contributors with their roles; ERN DisplayArtist and Contributor',
  }),
)

/** Any text is taken, so that one that names no upload gets its own error, `upload_reference_unknown`, in any form. */
export const UploadReference = (description: string) =>
  Type.Unsafe<`upl_${string}`>({
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description,
    examples: ['upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
  })

const lyrics = (object: ObjectMaker) =>
  object(
    {
      text: Type.String({ minLength: 1, maxLength: 20_000, description: 'Plain text or timed LRC; ERN Lyrics' }),
      language: LanguageTag('BCP 47 language of the lyrics'),
    },
    { description: 'The lyrics; ERN Lyrics' },
  )

const availability = (object: ObjectMaker) =>
  object(
    {
      stream: Type.Optional(Type.Boolean({ default: true, description: 'Can be streamed separately' })),
      download: Type.Optional(Type.Boolean({ default: true, description: 'Can be bought separately' })),
      albumOnly: Type.Optional(Type.Boolean({ default: false, description: 'Only available with the whole release' })),
      hidden: Type.Optional(Type.Boolean({ default: false, description: 'Not shown before the release date' })),
    },
    { description: 'How the track is offered separately; ERN TrackReleaseVisibility' },
  )

/** How a single track is offered. */
const trackOffer = (object: ObjectMaker) => ({
  territories: Type.Optional(territories(object)),
  restrictions: Type.Optional(
    Type.Array(restriction(object), {
      maxItems: 50,
      description: 'Territories and uses for which this track is not offered',
    }),
  ),
  availability: Type.Optional(availability(object)),
  priceTier: Type.Optional(
    Text(50, {
      description:
        'Price tier when the track is sold separately; default that of the release. Deals of the track have their own price tier; ERN PriceCode',
    }),
  ),
  deals: Type.Optional(
    Type.Array(deal(object), {
      maxItems: limits.maxDealsPerTrack,
      description:
        'Deals for the track when it is offered separately, instead of those of the release. Empty: it is not offered separately; ERN DealList',
    }),
  ),
})

/** Members of a track as the caller sets them. */
export const trackMembers = (object: ObjectMaker) => ({
  title: Title('Title without featured artists and version; ERN DisplayTitleText'),
  uploadId: UploadReference('Upload of kind audio of this account; ERN DeliveryFile'),
  disc: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 99, description: 'Disc number, default 1; ERN ResourceGroup' }),
  ),
  number: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description: 'Computed from the order. If given, it must match the order',
    }),
  ),
  durationMs: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 86_400_000,
      description: 'Measured from the audio. If given, it must match the audio; null is ignored',
    }),
  ),
  subtitle: Type.Optional(Text(200, { description: 'Second line of the title; ERN SubTitle' })),
  version: Type.Optional(Text(200, { description: 'Such as Live or Radio Edit; ERN VersionType' })),
  titles: Type.Optional(titles(object)),
  displayArtist: Type.Optional(
    Text(500, { description: 'Display artist, default that of the release; ERN DisplayArtistName' }),
  ),
  contributors: Type.Optional(contributors(object)),
  isrc: Type.Optional(WrittenIdentifier('Code of the recording (ISO 3901); ERN ResourceId/ISRC', 'ZZ-ABC-26-00001')),
  iswc: Type.Optional(WrittenIdentifier('Code of the composition (ISO 15707); ERN WorkId/ISWC', 'T-034.524.680-1')),
  explicit: Type.Optional(Explicitness(explicitValues)),
  language: Type.Optional(
    LanguageTag('BCP 47 language of the lyrics, zxx for none, default that of the release; ERN LanguageOfPerformance'),
  ),
  instrumental: Type.Optional(Type.Boolean({ description: 'The track has no lyrics; ERN IsInstrumental' })),
  composition: Type.Optional(OneOf(compositions, { description: 'Type of composition; ERN IsCover' })),
  licence: Type.Optional(Text(500, { description: 'For covers and adaptations: the licence that permits them' })),
  containsSamples: Type.Optional(Type.Boolean({ description: 'Contains samples of third-party recordings' })),
  pLine: Type.Optional(copyrightLine(object, 'Owner of the recording (℗), default that of the release; ERN PLine')),
  recordingCountry: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      maxLength: 2,
      description: 'Country of recording, ISO 3166-1 alpha-2',
      examples: ['DE'],
    }),
  ),
  recordingYear: Type.Optional(
    Type.Integer({ minimum: 1860, maximum: 2200, description: 'Year of recording; ERN LocationAndDateOfSession' }),
  ),
  firstPublicationDate: Type.Optional(
    ReleaseDay('Date of the first publication of the recording, default that of the release; ERN FirstPublicationDate'),
  ),
  rightsController: Type.Optional(
    rightsController(object, 'Rights controller, default that of the release; ERN ResourceRightsController'),
  ),
  previewStartMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400_000,
      description: 'Start of the preview clip, default 30 s; ERN ClipDetails',
    }),
  ),
  lyrics: Type.Optional(lyrics(object)),
  genre: Type.Optional(
    Text(64, { description: 'Code of GET /api/v1/music-distributor/reference/genres; default that of the release' }),
  ),
  moods: Type.Optional(Type.Array(Text(50), { maxItems: 20, description: 'Moods as free text; MEAD Mood' })),
  aiUsage: Type.Optional(trackAiUsage(object)),
  ...trackOffer(object),
})

const releaseTexts = (object: ObjectMaker) => ({
  subtitle: Type.Optional(Text(200, { description: 'Second line of the title; ERN SubTitle' })),
  version: Type.Optional(
    Text(200, { description: 'Such as Deluxe or Remastered. Not part of the title; ERN VersionType' }),
  ),
  titles: Type.Optional(titles(object)),
  displayArtist: Type.Optional(
    Text(500, {
      description:
        'Display artist; ERN DisplayArtistName. Default composed from the contributors, and answered in the same form everywhere',
    }),
  ),
  contributors: Type.Optional(contributors(object)),
  isCompilation: Type.Optional(
    Type.Boolean({ description: 'A compilation of many artists; ERN IsMultiArtistCompilation' }),
  ),
  label: Type.Optional(Text(200, { description: 'Name of the label; ERN ReleaseLabelReference' })),
  labelPartyIds: Type.Optional(partyIds(object, 'Identifiers of the label; ERN PartyId')),
  discTitles: Type.Optional(
    Type.Array(Text(200), { maxItems: 99, description: 'Title of each disc in order; ERN ResourceGroup/DisplayTitle' }),
  ),
  pLine: Type.Optional(copyrightLine(object, 'Owner of the recordings (℗); ERN PLine')),
  cLine: Type.Optional(copyrightLine(object, 'Owner of the artwork and texts (©); ERN CLine')),
  genre: Type.Optional(Text(64, { description: 'Code of GET /api/v1/music-distributor/reference/genres; ERN Genre' })),
  subgenre: Type.Optional(
    Text(64, { description: 'Code of GET /api/v1/music-distributor/reference/genres; ERN SubGenre' }),
  ),
  language: Type.Optional(LanguageTag('BCP 47 language of the metadata; ERN LanguageAndScriptCode')),
  explicit: Type.Optional(Explicitness(explicitValues)),
  keywords: Type.Optional(Type.Array(Text(50), { maxItems: 20, description: 'Search keywords; ERN Keywords' })),
  marketingComment: Type.Optional(Text(1000, { description: 'Note to the editors of outlets; ERN MarketingComment' })),
})

const releaseRights = (object: ObjectMaker) => ({
  upc: Type.Optional(WrittenIdentifier('Barcode: UPC, EAN-13 or GTIN-14; ERN ReleaseId/ICPN', '0200000000011')),
  catalogNumber: Type.Optional(Text(64, { description: 'Catalog number of the label; ERN ReleaseId/CatalogNumber' })),
  grid: Type.Optional(WrittenIdentifier('Global Release Identifier; ERN ReleaseId/GRid', 'A1-2425G-ABC1234002-M')),
  externalId: Type.Optional(
    Text(255, { description: 'Your own identifier, unique in the account; ERN ProprietaryId' }),
  ),
  replaces: Type.Optional(
    Described(
      Id('rel'),
      'Release that this one replaces. When that is down everywhere, this one may have its UPC and ISRCs',
    ),
  ),
  releaseDate: Type.Optional(ReleaseDay('First date on which it is offered; ERN ReleaseDate')),
  releaseTime: Type.Optional(
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      examples: ['18:30'],
      maxLength: 5,
      description: 'Time of day on releaseDate, default midnight; ERN StartDateTime',
    }),
  ),
  timeZone: Type.Optional(
    Text(64, { description: 'IANA time zone of releaseTime; default the local time of each territory' }),
  ),
  originalReleaseDate: Type.Optional(ReleaseDay('Date of the first edition; ERN OriginalReleaseDate')),
  preorderDate: Type.Optional(ReleaseDay('First date of pre-orders; ERN IsPreOrderDeal')),
  territories: Type.Optional(territories(object)),
  deals: Type.Optional(
    Type.Array(deal(object), {
      maxItems: 100,
      description: 'Usage rights, default all models and uses from releaseDate; ERN DealList',
    }),
  ),
  rightsController: Type.Optional(
    rightsController(object, 'Rights controller for all recordings; ERN ResourceRightsController'),
  ),
  coverUploadId: Type.Optional(UploadReference('Upload of kind image, the front cover; ERN Image FrontCoverImage')),
  outlets: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1, maxLength: 64 },
      maxItems: 200,
      description: 'Ids of outlets; null or absent means all outlets',
    }),
  ),
  aiUsage: Type.Optional(releaseAiUsage(object)),
  metadata: Type.Optional(Metadata),
  importIssues: Type.Optional(
    Type.Array(importIssue(object), {
      maxItems: 100,
      description:
        'Issues to resolve before submission. The import adds an issue if the message has details that a release cannot have, or if the sender withdrew it. Remove an entry when it is resolved',
    }),
  ),
})

/** `single`, `ep` or `album`. */
export const ReleaseTypeSchema = OneOf(releaseTypes, { description: 'Single, EP or album; ERN ReleaseType' })

/** The tracks of a release, at least one. */
export const tracksOf = <T extends Parameters<typeof Type.Array>[0]>(track: T) =>
  Type.Array(track, { minItems: 1, maxItems: limits.maxTracksPerRelease, description: 'In playing order' })

/** Members of a release as the caller sets them, without its tracks. */
export const releaseMembers = (object: ObjectMaker) => ({
  title: Title('Title, without type, version and featured artists; ERN DisplayTitleText'),
  type: ReleaseTypeSchema,
  ...releaseTexts(object),
  ...releaseRights(object),
})
