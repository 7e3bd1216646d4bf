import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { contributor } from '../../releases/contributors.ts'
import { listed } from '../../releases/listed-members.ts'
import { OpenObject } from '../../releases/release-parts.ts'
import { releaseStatuses } from '../../releases/release-vocabulary.ts'
import { Id, Nullable, OneOf, PageOf, pageQuery, Text } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** Recordings: the audio that an account has delivered, each with its ISRC (ISO 3901) and the releases it is on. */

/** How many tracks of a recording are listed, the newest first. */
export const maxRecordingTracks = 20

/** A track with the audio of the recording. */
export const RecordingTrack = Type.Object({
  trackId: Id('trk'),
  title: listed.title,
  isrc: Nullable(
    Type.String({
      maxLength: 40,
      description:
        'ISRC of the track: null in a draft that takes the one of the recording, another one if a second was entered',
    }),
  ),
  releaseId: Id('rel'),
  releaseTitle: listed.title,
  upc: listed.upc,
  status: OneOf(releaseStatuses, { description: 'Status of the release' }),
  releaseDate: listed.releaseDate,
})
export type RecordingTrack = Static<typeof RecordingTrack>

/** One recording. Names and credits are those of its newest track; without tracks only the first title is known. */
export const Recording = Type.Object({
  isrc: Type.String({ maxLength: 12, description: 'ISRC, without separators', examples: ['ZZABC2700101'] }),
  title: listed.title,
  version: Nullable(Type.String({ maxLength: 200, description: 'Version, such as Live; null if none is set' })),
  displayArtist: listed.displayArtist,
  durationMs: listed.durationMs,
  contributors: Type.Array(contributor(OpenObject), {
    maxItems: 200,
    description: 'Credits of the newest track, or those of its release',
  }),
  pcmSha256: Type.String({
    maxLength: 64,
    description: 'SHA-256 of the decoded samples: what makes two files the same recording',
  }),
  trackCount: Type.Integer({ minimum: 0, description: 'How many tracks of the account have this audio' }),
  tracks: Type.Array(RecordingTrack, {
    maxItems: maxRecordingTracks,
    description: `These tracks, newest first; at most ${maxRecordingTracks}`,
  }),
})
export type Recording = Static<typeof Recording>

const path = '/api/v1/distributor/recordings'
const reading = { method: 'GET', tag: 'Catalog', auth: 'apiKey', permission: 'catalog:read' } as const

const query = Type.Object({
  ...pageQuery,
  isrc: Type.Optional(Text(40, { description: 'ISRC in any format' })),
  query: Type.Optional(Text(200, { description: 'Part of the title of the first delivery; case is ignored' })),
  releaseId: Type.Optional(Text(40, { description: 'Id of a release: only recordings on it' })),
})

/** The query of `listRecordings`. */
export type RecordingsQuery = requests.RecordingsQuery

export const listRecordings = defineOperation({
  ...reading,
  id: 'listRecordings',
  path,
  summary: 'List the recordings of the account, in the order of their ISRCs',
  description:
    'A recording is audio that was delivered at least once. It keeps its ISRC on every later release. To get plays and report lines of a recording over all its releases, filter analytics by isrc.',
  query,
  responses: { 200: { schema: PageOf(Recording), description: 'A page of recordings' } },
  errors: ['cursor_invalid'],
})

export const getRecording = defineOperation({
  ...reading,
  id: 'getRecording',
  path: `${path}/{isrc}`,
  summary: 'Get one recording by its ISRC',
  params: Type.Object({ isrc: Text(40, { description: 'ISRC in any format' }) }),
  responses: { 200: { schema: Recording, description: 'The recording' } },
  notFound: 'recording_not_found',
  errors: [],
})

/** The operations of this file. */
export const recordingOperations = [listRecordings, getRecording] as const
