import type { Static } from 'typebox'
import { playSources } from '../../definition/closed-lists.ts'
import { limits } from '../../definition/limits.ts'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { listed } from '../../releases/listed-members.ts'
import { ReleaseTypeSchema } from '../../releases/release-members.ts'
import { Explicitness, OpenObject, territories } from '../../releases/release-parts.ts'
import { commercialModels, explicitValues } from '../../releases/release-vocabulary.ts'
import { ClosedObject, Described, Id, Nullable, OneOf, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { audioAnswers, audioQuery } from './audio-answers.ts'

/** What a property does once it is verified: it learns what it may play, fetches the audio and reports plays. */

/** One listening event. `id` names it for good: a retry sends the same event unchanged, and it counts once. */
export const PlayEvent = ClosedObject({
  id: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[ -~]+$',
    description: 'Unique within the property, printable ASCII, for example a UUID',
    examples: ['0b6e8c2e-3c5f-4a56-9a0e-5f1f1f3a7d10'],
  }),
  trackId: Id('trk'),
  at: Type.Unsafe<string>({
    type: 'string',
    format: 'date-time',
    maxLength: 40,
    description: 'When the listening started (RFC 3339). The event counts for this day in UTC, even if it arrives late',
    examples: ['2026-05-01T08:00:00.000Z'],
  }),
  territory: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      maxLength: 2,
      description: 'Country of the listener, ISO 3166-1 alpha-2',
      examples: ['DE'],
    }),
  ),
  playedMs: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 86_400_000, description: 'Listening time in milliseconds' }),
  ),
  source: Type.Optional(OneOf(playSources, { description: 'How the listener found the track' })),
  model: Type.Optional(OneOf(commercialModels, { description: 'ERN CommercialModelType' })),
})
export type PlayEvent = requests.PlayEvent

/** Why one event of a batch was refused. Sending it again unchanged is refused again, `track_unknown` perhaps excepted. */
export const playRefusals = [
  'invalid_json',
  'invalid_member',
  'unknown_member',
  'track_unknown',
  'track_not_live',
  'in_future',
  'too_old',
] as const
/** One of `playRefusals`. */
export type PlayRefusal = (typeof playRefusals)[number]

/** One event that was refused: its position in the batch, and why. */
export const RefusedPlay = Type.Object({
  index: Type.Integer({
    minimum: 0,
    maximum: limits.maxPlaysPerBatch,
    description: 'Index in the batch, starting at 0',
  }),
  id: Nullable(Type.String({ maxLength: 64, description: 'Id of the event, if it has a valid one' })),
  code: OneOf(playRefusals, { description: 'Why the event was refused' }),
  message: Type.String({ maxLength: 500, description: 'The reason as text' }),
})
export type RefusedPlay = Static<typeof RefusedPlay>

/** The result of a batch of plays. */
export const PlaysReceipt = Type.Object({
  accepted: Type.Integer({ minimum: 0, description: 'Number of events that are now durably stored' }),
  duplicates: Type.Integer({
    minimum: 0,
    description: 'Number of events whose id was accepted before. They are counted only once',
  }),
  dedup: Type.Optional(
    Type.Literal('later', {
      description:
        'Present if the hub finds duplicates after the response. Until then, duplicates are included in accepted',
    }),
  ),
  refused: Described(
    Type.Array(RefusedPlay, { maxItems: limits.maxPlaysPerBatch }),
    'The refused events; empty if all were accepted',
  ),
})
export type PlaysReceipt = Static<typeof PlaysReceipt>

export const reportPlays = defineOperation({
  id: 'reportPlays',
  method: 'POST',
  path: '/api/integration/plays',
  summary: 'Report plays',
  description:
    'Send up to 10,000 events or 5 MiB, as a JSON array or as NDJSON with one event per line. If some events are invalid, the response is 200 with a list of the refused events and the reasons; the others are stored. Accepted events are durable. If you get no response, send the batch again: stored events count as duplicates. Events can be at most 10 minutes in the future, and no older than the retention of raw plays (90 days by default).',
  tag: 'Integration',
  auth: 'integrationToken',
  body: Type.Array(PlayEvent, { maxItems: limits.maxPlaysPerBatch }),
  bodyMediaTypes: ['application/json', 'application/x-ndjson'],
  maxBodyBytes: limits.maxPlaysBytes,
  checksItems: true,
  responses: {
    200: { schema: PlaysReceipt, description: 'The numbers of accepted and duplicate events, and the refused events' },
  },
  grows: true,
  errors: ['storage_unavailable'],
})

const FeedRelease = Type.Object({
  id: Id('rel'),
  title: listed.title,
  type: ReleaseTypeSchema,
  displayArtist: listed.displayArtist,
  label: listed.label,
  upc: listed.upc,
  releaseDate: Nullable(Type.String({ maxLength: 10, description: 'First day on which the track may be offered' })),
  trackCount: Type.Integer({ minimum: 1, maximum: 500, description: 'Number of tracks of the release' }),
})

/** A track this property may play. */
export const FeedTrack = Type.Object({
  trackId: Id('trk'),
  deleted: Type.Literal(false, { description: 'false: the property may play the track' }),
  title: listed.title,
  version: Nullable(Type.String({ maxLength: 200, description: 'Such as Live or Radio Edit; null if there is none' })),
  displayArtist: listed.displayArtist,
  contributors: Described(
    Type.Array(
      Type.Object({
        name: Type.String({ maxLength: 200, description: 'Full name as displayed' }),
        role: Type.String({ maxLength: 80, description: 'What the person or group did, such as main_artist' }),
      }),
      { maxItems: 200 },
    ),
    'The artists and other contributors',
  ),
  isrc: listed.isrc,
  explicit: Nullable(Explicitness(explicitValues)),
  disc: Type.Integer({ minimum: 1, maximum: 99, description: 'Disc number' }),
  number: Type.Integer({ minimum: 1, maximum: 500, description: 'Position on its disc' }),
  durationMs: listed.durationMs,
  territories: territories(OpenObject),
  release: Described(FeedRelease, 'The release that contains the track'),
  audio: Described(
    Type.Object({
      url: Type.String({ format: 'uri', maxLength: 2048, description: 'URL of getTrackAudio. Use the same token' }),
      contentType: Type.String({ maxLength: 255, description: 'Media type of the file, such as audio/flac' }),
      size: Type.Integer({ minimum: 0, description: 'Size of the file in bytes' }),
      sha256: Type.String({ maxLength: 64, description: 'SHA-256 of the file in hexadecimal' }),
      integratedLufs: Nullable(
        Type.Number({ description: 'Integrated loudness in LUFS (ITU-R BS.1770-4); null if it could not be measured' }),
      ),
      truePeakDbtp: Nullable(Type.Number({ description: 'True peak in dBTP; null for silence' })),
    }),
    'The master of the track',
  ),
  changedAt: { ...Timestamp, description: 'When it entered or changed in the feed' },
})
export type FeedTrack = Static<typeof FeedTrack>

/** A track this property may play no longer. */
export const FeedTombstone = Type.Object({
  trackId: Id('trk'),
  deleted: Type.Literal(true, { description: 'true: the property may no longer play the track' }),
  releaseId: Id('rel'),
  changedAt: { ...Timestamp, description: 'When it entered or changed in the feed' },
})
export type FeedTombstone = Static<typeof FeedTombstone>

/** Changes of what a property may play, oldest first. */
export const FeedPage = Type.Object({
  data: Described(
    Type.Array(Type.Union([FeedTrack, FeedTombstone]), { maxItems: 1000 }),
    'The changes, oldest first. Each track appears once',
  ),
  page: Described(
    Type.Object({
      limit: Type.Integer({ minimum: 1, maximum: 1000, description: 'The greatest number of tracks on a page' }),
      nextCursor: Type.String({
        maxLength: 512,
        description:
          'Always present. Send it in your next request: immediately while hasMore is true, later to get new changes',
      }),
      hasMore: Type.Boolean({ description: 'True if there are more changes now' }),
    }),
    'The position of the page in the feed',
  ),
  reset: Type.Boolean({
    description:
      'True if the feed starts from the beginning despite a cursor, because the database of the hub was restored to an earlier state. Follow nextCursor to the end, then drop every track that was not in this pass',
  }),
})
export type FeedPage = Static<typeof FeedPage>

export const getFeed = defineOperation({
  id: 'getFeed',
  method: 'GET',
  path: '/api/integration/feed',
  summary: 'List the tracks that this property may play',
  description:
    'Without a cursor from the beginning: everything this property may play, in the order in which it became so. With page.nextCursor of the answer before: what changed since. Each track appears once, in its newest state; one that was taken down or replaced appears with deleted: true. No change is missed, however many writers there are.',
  tag: 'Integration',
  auth: 'integrationToken',
  query: Type.Object({
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        description: 'page.nextCursor of the previous response. It does not expire',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Tracks per page' })),
  }),
  responses: { 200: { schema: FeedPage, description: 'The changes in order' } },
  errors: ['cursor_invalid', 'feed_paused'],
})

export const getTrackAudio = defineOperation({
  id: 'getTrackAudio',
  method: 'GET',
  path: '/api/integration/tracks/{trackId}/audio',
  summary: 'Fetch the audio of a track this property may play',
  description:
    'The audio file as it was delivered, or an MP3 with `format`. 409 `rendition_not_ready` until the hub has made it. Supports byte ranges (RFC 9110 section 14). The ETag of the master is its SHA-256, also for a redirect. A hub with object storage may redirect programs to it: follow the redirect with the same Range and without the token.',
  tag: 'Integration',
  auth: 'integrationToken',
  params: Type.Object({ trackId: Id('trk') }),
  query: audioQuery,
  responses: audioAnswers,
  notFound: 'track_not_found',
  errors: ['range_not_satisfiable', 'rendition_not_ready', 'rendition_unavailable', 'storage_unavailable'],
  conditional: true,
})

/** The operations of this file. */
export const playOperations = [reportPlays, getFeed, getTrackAudio] as const
