import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { Finding } from '../rules/finding.ts'
import { Id, Nullable, OneOf, PageOf, pageQuery, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { audioAnswers } from './audio-answers.ts'
import { type ImageSize, imageSizes, uploadKinds, uploadParts, uploadStatuses } from './closed-lists.ts'

/** What the analysis of an audio file measured. Durations in milliseconds, levels in dB as named. */
export const AudioTechnical = Type.Object({
  kind: Type.Literal('audio'),
  container: Type.String({ maxLength: 20, description: 'wav, aiff, flac, mp3' }),
  codec: Type.String({
    maxLength: 20,
    description: 'pcm_s16le, pcm_s24le, pcm_s32le, pcm_f32le, pcm_s16be ..., flac, mp3',
  }),
  sampleRate: Type.Integer({ description: 'Hz' }),
  bitDepth: Nullable(Type.Integer({ description: 'Bits per sample; null for lossy codecs' })),
  channels: Type.Integer(),
  durationMs: Type.Integer(),
  sampleCount: Type.Integer({ description: 'Decoded samples per channel' }),
  integratedLufs: Nullable(Type.Number({ description: 'ITU-R BS.1770-4 integrated loudness; null for silence' })),
  truePeakDbtp: Nullable(Type.Number({ description: 'ITU-R BS.1770-4 true peak; null for silence' })),
  leadingSilenceMs: Type.Integer(),
  trailingSilenceMs: Type.Integer(),
  clippedSamples: Type.Integer({ description: 'Samples inside runs of 3 or more at full scale' }),
  dualMono: Type.Boolean({ description: 'Both channels carry the same samples' }),
  pcmSha256: Type.String({
    maxLength: 64,
    description: 'SHA-256 of the decoded samples: the same audio in another container compares equal',
  }),
  peaks: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), {
      description:
        'Waveform: maximum absolute level of up to 800 equal slices, 0-255. In lists only with include=peaks',
      maxItems: 800,
    }),
  ),
})
export type AudioTechnical = Static<typeof AudioTechnical>

/** What the analysis of an image measured. */
export const ImageTechnical = Type.Object({
  kind: Type.Literal('image'),
  container: Type.String({ maxLength: 20, description: 'jpeg, png, webp, tiff' }),
  width: Type.Integer(),
  height: Type.Integer(),
  colourSpace: Type.String({ maxLength: 20, description: 'srgb, cmyk, b-w ...' }),
  hasAlpha: Type.Boolean(),
  bitDepth: Type.Integer(),
})
export type ImageTechnical = Static<typeof ImageTechnical>

/** Measurements by kind; `technical.kind` tells which. */
export const Technical = Type.Union([AudioTechnical, ImageTechnical])
export type Technical = Static<typeof Technical>

/** One file that was handed in: how many bytes are there, and what the analysis found. */
export const Upload = Type.Object({
  id: Id('upl'),
  kind: OneOf(uploadKinds),
  filename: Nullable(Type.String({ maxLength: 255 })),
  contentType: Nullable(Type.String({ maxLength: 255 })),
  size: Nullable(Type.Integer({ minimum: 0, description: 'Total bytes; null while tus defers the length' })),
  offset: Type.Integer({ minimum: 0, description: 'Bytes that are durable' }),
  sha256: Nullable(
    Type.String({
      maxLength: 64,
      description:
        'Of the whole file, in hexadecimal. Null until it is known: with `received` for most files, with `analysing` for a large one that came by several nodes or around a restart; never null with `ready`',
    }),
  ),
  status: OneOf(uploadStatuses),
  technical: Nullable(Technical),
  findings: Type.Array(Finding, { maxItems: 1000 }),
  createdAt: Timestamp,
  expiresAt: Nullable({
    ...Timestamp,
    description: 'When it goes, unless a release refers to it; null while one does',
  }),
})
export type Upload = Static<typeof Upload>

/** Where clients send the bytes of an upload: 100 parts at a time. */
export const UploadParts = Type.Object({
  partBytes: Type.Integer({ minimum: 1, description: 'Bytes of every part but the last' }),
  parts: Type.Array(
    Type.Object({
      number: Type.Integer({ minimum: 1, maximum: 10_000, description: 'From 1, in the order of the bytes' }),
      url: Type.String({ maxLength: 8_192, description: 'Takes the part by PUT, without any credential' }),
      headers: Type.Object({
        'content-length': Type.String({ maxLength: 16, description: 'Bytes of the part; no other number is taken' }),
      }),
      expiresAt: Timestamp,
    }),
    { maxItems: 100 },
  ),
})
export type UploadParts = Static<typeof UploadParts>

/** How far an upload is whose parts clients send to the object store. */
export const UploadPartsReport = Type.Object({
  offset: Type.Integer({ minimum: 0, description: 'Bytes that are durable, in order' }),
  size: Nullable(Type.Integer({ minimum: 0, description: 'Total bytes' })),
  isComplete: Type.Boolean({ description: 'All bytes are there; their analysis follows' }),
  missing: Type.Array(Type.Integer({ minimum: 1, maximum: 10_000 }), {
    maxItems: 10_000,
    description: 'Of the reported parts, those that the object store does not have',
  }),
})
export type UploadPartsReport = Static<typeof UploadPartsReport>

const params = Type.Object({ uploadId: Id('upl') })

/** How many uploads can be named at once: as many as a page holds. */
export const maxUploadIds = 100
const maxIdsLength = maxUploadIds * 32

/** Uploads; with `count` how many bytes all of them have. */
export const UploadPage = Type.Object({
  totalBytes: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Of all that match, with count=true' }),
  ),
  ...PageOf(Upload).properties,
})

export const listUploads = defineOperation({
  id: 'listUploads',
  method: 'GET',
  path: '/api/v1/distributor/uploads',
  summary: 'List uploads, newest first',
  description: 'With count, `page.total` counts those that match and `totalBytes` sums their sizes.',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:read',
  query: Type.Object({
    ...pageQuery,
    status: Type.Optional(OneOf(uploadStatuses, { description: 'Only uploads in this state' })),
    kind: Type.Optional(OneOf(uploadKinds, { description: 'Only uploads of this kind' })),
    releaseId: Type.Optional({ ...Id('rel'), description: 'Only uploads that this release refers to' }),
    ids: Type.Optional(Text(maxIdsLength, { description: `Only these, separated by commas; at most ${maxUploadIds}` })),
    unused: Type.Optional(Type.Boolean({ description: 'true: only uploads that no release refers to' })),
    include: Type.Optional(Text(40, { description: `Separated by commas: ${uploadParts.join(', ')}` })),
  }),
  responses: { 200: { schema: UploadPage, description: 'A page of uploads' } },
  errors: ['cursor_invalid', 'tus_version_unsupported'],
})

export const getUpload = defineOperation({
  id: 'getUpload',
  method: 'GET',
  path: '/api/v1/distributor/uploads/{uploadId}',
  summary: 'Get one upload with its analysis',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:read',
  params,
  responses: { 200: { schema: Upload, description: 'The upload' } },
  notFound: 'upload_not_found',
  errors: ['tus_version_unsupported'],
  conditional: true,
})

const previewErrors = ['upload_gone', 'preview_unavailable', 'range_not_satisfiable', 'storage_unavailable'] as const

export const getUploadAudio = defineOperation({
  id: 'getUploadAudio',
  method: 'GET',
  path: '/api/v1/distributor/uploads/{uploadId}/audio',
  summary: 'Listen to an upload',
  description:
    'Audio that a browser plays, once the analysis has ended. WAV, FLAC and MP3 come as they were handed in; AIFF comes as WAV with the very same samples. Answers a byte range (RFC 9110 section 14).',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:read',
  params,
  responses: audioAnswers,
  notFound: 'upload_not_found',
  errors: previewErrors,
  conditional: true,
})

export const getUploadImage = defineOperation({
  id: 'getUploadImage',
  method: 'GET',
  path: '/api/v1/distributor/uploads/{uploadId}/image',
  summary: 'See an uploaded picture in a small size',
  description:
    'A WebP that is at most so many pixels wide and high, once the analysis has ended. It never changes, so it may be kept for good.',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:read',
  params,
  query: Type.Object({
    size: Type.Optional(
      Type.Unsafe<ImageSize>({
        type: 'integer',
        enum: [...imageSizes],
        default: 256,
        description: 'The longer side in pixels',
      }),
    ),
  }),
  responses: {
    200: { schema: null, description: 'The picture', mediaTypes: ['image/webp'] },
    206: { schema: null, description: 'The part of the picture that Range asks for', mediaTypes: ['image/webp'] },
  },
  notFound: 'upload_not_found',
  errors: previewErrors,
  conditional: true,
})

export const storeUpload = defineOperation({
  id: 'storeUpload',
  method: 'POST',
  path: '/api/v1/distributor/uploads',
  summary: 'Store a whole file in one request',
  description:
    'The body is the file, its Content-Type names the kind. An interrupted request leaves nothing; for files that take long, or connections that break, use the resumable upload (tus 1.0) at the same address.',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:write',
  query: Type.Object({
    filename: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Name to show; Content-Disposition: attachment; filename="..." says the same',
      }),
    ),
  }),
  bodyMediaTypes: ['audio/*', 'image/*'],
  responses: {
    201: {
      schema: Type.Union([Upload, UploadParts]),
      description:
        'The upload; its analysis follows. With Upload-Transfer: direct in the answer, where its parts go in place of it',
    },
  },
  grows: true,
  errors: [
    'quota_exceeded',
    'upload_too_large',
    'checksum_mismatch',
    'tus_version_unsupported',
    'upload_busy',
    'storage_unavailable',
  ],
})

export const terminateUpload = defineOperation({
  id: 'terminateUpload',
  method: 'DELETE',
  path: '/api/v1/distributor/uploads/{uploadId}',
  summary: 'Remove an upload and its bytes',
  description: 'Also the termination of tus 1.0. An upload that a release refers to stays.',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:write',
  params,
  responses: { 204: { schema: null, description: 'The upload is gone' } },
  notFound: 'upload_not_found',
  errors: ['upload_gone', 'upload_in_use', 'tus_version_unsupported'],
})

/** The operations of this file. */
export const uploadOperations = [
  listUploads,
  getUpload,
  getUploadAudio,
  getUploadImage,
  storeUpload,
  terminateUpload,
] as const
