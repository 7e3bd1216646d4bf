import type { Static } from 'typebox'
import { limits } from '../definition/limits.ts'
import type * as requests from '../definition/request-types.ts'
import { Finding } from '../rules/finding.ts'
import { mergePatchOf } from '../schema/merge-patch.ts'
import {
  ClosedObject,
  CreatedAt,
  Described,
  Id,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  UpdatedAt,
} from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { Delivery, DeliverySummary, LiveAt } from './deliveries.ts'
import { GoLive } from './go-live.ts'
import { listed } from './listed-members.ts'
import { PlannedTakedown } from './planned-takedown.ts'
import { matchedMember, PendingRevision, Validation } from './release-listing.ts'
import {
  ReleaseTypeSchema,
  releaseMembers,
  trackMembers,
  tracksOf,
  UploadReference,
  writtenContributors,
} from './release-members.ts'
import { Explicitness, OpenObject, territories } from './release-parts.ts'
import { explicitValues, releaseStatuses, reviewDecisions } from './release-vocabulary.ts'

/**
 * Release and track, as requests and as answers. Members that are not set are absent; read-only members always present.
 */

const writtenTrack = { ...trackMembers(ClosedObject), contributors: writtenContributors }
const writtenRelease = { ...releaseMembers(ClosedObject), contributors: writtenContributors }

/** One recording as handed in (ERN SoundRecording). */
export const TrackInput = ClosedObject(writtenTrack)
export type TrackInput = requests.TrackInput

const mayLackAudio = {
  id: Type.Optional(Id('trk')),
  uploadId: Type.Optional(
    UploadReference('Upload of kind audio of this account; may only be absent while the track has no audio'),
  ),
}

/**
 * A track as handed in with a change: `id` says which track of the release it is; without it the track is new. A track
 * that an import made has no audio until its master arrives.
 */
export const TrackEdit = ClosedObject({ ...writtenTrack, ...mayLackAudio })
export type TrackEdit = requests.TrackEdit

const minimal = {
  title: 'Night Drive',
  type: 'ep',
  tracks: [{ title: 'Intro', uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }],
}

/** The reason is about the change, not a member of the release. */
const AudioChangeReason = (description: string) => Type.Optional(Text(1000, { description }))

/** Body of `createRelease`. */
export const ReleaseInput = ClosedObject(
  {
    ...writtenRelease,
    tracks: tracksOf(TrackInput),
    audioChangeReason: AudioChangeReason('Why an ISRC of the replaced release has other audio. Reviewers see it'),
    defaults: Type.Optional(Type.Boolean({ description: 'false: fill nothing from defaults' })),
    submit: Type.Optional(
      Type.Boolean({
        description:
          'true also submits the release. If there are findings of severity error, it is neither created nor submitted',
      }),
    ),
  },
  { examples: [minimal] },
)
export type ReleaseInput = requests.ReleaseInput

/** A release after a change was merged into it, with what its parties have. The result of every patch must be one. */
export const ReleaseDocument = ClosedObject({
  ...releaseMembers(ClosedObject),
  tracks: tracksOf(ClosedObject({ ...trackMembers(ClosedObject), ...mayLackAudio })),
})
export type ReleaseDocument = Static<typeof ReleaseDocument>

const ReleaseChange = ClosedObject({
  ...writtenRelease,
  tracks: tracksOf(TrackEdit),
  audioChangeReason: AudioChangeReason(
    'Why the audio of a delivered track is replaced, or of an ISRC of the release in `replaces`; required with such audio. Reviewers see it. Ignored if no audio is replaced',
  ),
})

/** Body of `updateRelease`: RFC 7396 merge patch. Arrays are replaced whole; `null` removes what may be absent. */
export const ReleasePatch = mergePatchOf(ReleaseChange, { description: 'JSON Merge Patch (RFC 7396)' })
export type ReleasePatch = requests.ReleasePatch

const {
  number: _number,
  disc: _disc,
  durationMs: _durationMs,
  uploadId: _uploadId,
  ...answeredTrackMembers
} = trackMembers(OpenObject)

/** One recording as answered. */
export const Track = Type.Object({
  id: Id('trk'),
  number: Type.Integer({ minimum: 1, maximum: 500, description: 'Position on its disc; ERN SequenceNumber' }),
  disc: Type.Integer({ minimum: 1, maximum: 99, description: 'Disc number' }),
  durationMs: Nullable(
    Type.Integer({ minimum: 0, maximum: 86_400_000, description: 'null until the audio is analysed' }),
  ),
  ...answeredTrackMembers,
  uploadId: Type.Optional(
    UploadReference('The audio, an upload of this account; absent while the audio of an imported draft is missing'),
  ),
})
export type Track = Static<typeof Track>

/** Metadata and tracks of a release, without its state. */
export const ReleaseContent = Type.Object({ ...releaseMembers(OpenObject), tracks: tracksOf(Track) })

const Findings = Type.Array(Finding, {
  maxItems: limits.maxFindings,
  description: `Findings that apply to submission, most severe first, at most ${limits.maxFindings}; \`validation\` has the total`,
})

/** One requested change. */
export const ReviewIssue = Type.Object({
  pointer: Type.String({ maxLength: 500, description: 'JSON Pointer (RFC 6901) to the member; empty for the release' }),
  code: Type.String({ maxLength: 64, description: 'Kind of the requested change' }),
  note: Type.String({ maxLength: 1000, description: 'The change that the reviewer requests' }),
})
export type ReviewIssue = Static<typeof ReviewIssue>

/** The last review of a release: whether one is waiting, and what was decided. */
export const Review = Type.Object({
  decision: OneOf(reviewDecisions, { description: 'waiting: no decision by the operator yet' }),
  revision: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The reviewed revision' }),
  note: Nullable(Type.String({ maxLength: 1000, description: 'The reason, written by the reviewer' })),
  issues: Described(Type.Array(ReviewIssue, { maxItems: 1000 }), 'The requested changes; empty if there are none'),
  decidedAt: Nullable({ ...Timestamp, description: 'When the operator decided; null while the review waits' }),
})
export type Review = Static<typeof Review>

/** The whole of a release as answered. */
export const Release = Type.Object({
  id: Id('rel'),
  status: OneOf(releaseStatuses),
  revision: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Increases with each change of the metadata' }),
  pendingRevision: PendingRevision,
  ...releaseMembers(OpenObject),
  replacedBy: Described(
    Nullable(Id('rel')),
    'The release that replaces this one and has its UPC and ISRCs, from its submission; null if there is none',
  ),
  tracks: tracksOf(Track),
  validation: Validation,
  findings: Findings,
  review: Described(Nullable(Review), 'The last review; null if there was none'),
  deliveries: Described(
    Type.Array(Delivery, { maxItems: 1000 }),
    'One delivery for each outlet; empty before submission',
  ),
  deliverySummary: DeliverySummary,
  plannedTakedown: Described(Nullable(PlannedTakedown), 'The takedown on a later day; null if none is planned'),
  legacy: Type.Boolean({ description: 'Created with the single-asset API' }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  submittedAt: Nullable({ ...Timestamp, description: 'When it was last submitted; null if it was not' }),
  goesLive: {
    ...Nullable(GoLive),
    description:
      'When the current content goes live; each delivery has the moment at its outlet. null: it is already live, or has no date',
  },
  liveAt: LiveAt,
  filled: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 100,
      description:
        'Only in the answer of `createRelease`: members that were left out and have values of the defaults of label and account, such as `genre`, or `trackDefaults.language` for members of tracks. Absent if nothing was filled',
    }),
  ),
})
export type Release = Static<typeof Release>

/** A track inside a list of releases. */
export const ReleaseListTrack = Type.Object({
  id: Id('trk'),
  number: Type.Integer({ minimum: 1, maximum: 500, description: 'Position on its disc' }),
  title: listed.title,
  isrc: listed.isrc,
  durationMs: listed.durationMs,
  uploadId: Described(Nullable(Id('upl')), 'The audio; null while the audio of an imported draft is missing'),
})
export type ReleaseListTrack = Static<typeof ReleaseListTrack>

/** A release inside a list: what an overview shows, with its tracks in it. `null` where nothing is set. */
export const ReleaseListItem = Type.Object({
  id: Id('rel'),
  type: ReleaseTypeSchema,
  title: listed.title,
  displayArtist: listed.displayArtist,
  label: listed.label,
  upc: listed.upc,
  status: OneOf(releaseStatuses),
  releaseDate: listed.releaseDate,
  trackCount: Type.Integer({ minimum: 1, maximum: 500, description: 'Number of tracks' }),
  durationMs: Nullable(
    Type.Integer({ minimum: 0, description: 'Total length of the tracks; null until all tracks are analysed' }),
  ),
  explicit: Nullable(Explicitness(explicitValues)),
  territories: territories(OpenObject),
  coverUploadId: listed.coverUploadId,
  deliverySummary: DeliverySummary,
  validation: Validation,
  pendingRevision: PendingRevision,
  tracks: Described(Type.Array(ReleaseListTrack, { maxItems: limits.maxTracksPerRelease }), 'In playing order'),
  legacy: Type.Boolean({ description: 'Created with the single-asset API' }),
  ...matchedMember,
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type ReleaseListItem = Static<typeof ReleaseListItem>

/** Answer of `validateRelease`: every finding, and the type the tracks suggest. */
export const ReleaseCheck = Type.Object({
  findings: Findings,
  validation: Validation,
  suggestedType: ReleaseTypeSchema,
})
export type ReleaseCheck = Static<typeof ReleaseCheck>
