import type { Static } from 'typebox'
import { uploadKinds, uploadParts, uploadStatuses } from '../definition/closed-lists.ts'
import { defineOperation } from '../definition/operation.ts'
import { Finding } from '../rules/finding.ts'
import { CreatedAt, Described, Id, Nullable, OneOf, PageOf, pageQuery, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { audioAnswers } from './catalog/audio-answers.ts'
import { imageAnswers, imageQuery } from './catalog/image-answers.ts'

/** What the analysis of an audio file measured. Durations in milliseconds, levels in dB as named. */
export const AudioTechnical = Type.Object({
  kind: Type.Literal('audio', { description: 'The upload is audio' }),
  container: Type.String({ maxLength: 20, description: 'wav, aiff, flac, mp3' }),
  codec: Type.String({
    maxLength: 20,
    description: 'pcm_s16le, pcm_s24le, pcm_s32le, pcm_f32le, pcm_s16be ..., flac, mp3',
  }),
  sampleRate: Type.Integer({ description: 'Hz' }),
  bitDepth: Nullable(Type.Integer({ description: 'Bits per sample; null for lossy codecs' })),
  channels: Type.Integer({ description: 'Number of channels' }),
  durationMs: Type.Integer({ description: 'Length in milliseconds' }),
  sampleCount: Type.Integer({ description: 'Decoded samples per channel' }),
  integratedLufs: Nullable(Type.Number({ description: 'ITU-R BS.1770-4 integrated loudness; null for silence' })),
  truePeakDbtp: Nullable(Type.Number({ description: 'ITU-R BS.1770-4 true peak; null for silence' })),
  leadingSilenceMs: Type.Integer({ description: 'Silence at the start in milliseconds' }),
  trailingSilenceMs: Type.Integer({ description: 'Silence at the end in milliseconds' }),
  clippedSamples: Type.Integer({ description: 'Samples inside runs of 3 or more at full scale' }),
  dualMono: Type.Boolean({ description: 'Both channels have identical samples' }),
  pcmSha256: Type.String({
    maxLength: 64,
    description: 'SHA-256 of the decoded samples. The same audio in another container has the same value',
  }),
  peaks: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), {
      description:
        'Waveform: maximum absolute level of up to 800 equal slices, 0-255. Lists contain it only with include=peaks',
      maxItems: 800,
    }),
  ),
})
export type AudioTechnical = Static<typeof AudioTechnical>

/** What the analysis of an image measured. */
export const ImageTechnical = Type.Object({
  kind: Type.Literal('image', { description: 'The upload is an image' }),
  container: Type.String({ maxLength: 20, description: 'jpeg, png, webp, tiff' }),
  width: Type.Integer({ description: 'Width in pixels' }),
  height: Type.Integer({ description: 'Height in pixels' }),
  colourSpace: Type.String({ maxLength: 20, description: 'srgb, cmyk, b-w ...' }),
  hasAlpha: Type.Boolean({ description: 'True if the image has transparency' }),
  bitDepth: Type.Integer({ description: 'Bits per channel' }),
})
export type ImageTechnical = Static<typeof ImageTechnical>

/** Measurements by kind; `technical.kind` says which. */
export const Technical = Type.Union([AudioTechnical, ImageTechnical])
export type Technical = Static<typeof Technical>

/** One file that was handed in: how many bytes are there, and what the analysis found. */
export const Upload = Type.Object({
  id: Id('upl'),
  kind: OneOf(uploadKinds, { description: 'What the file is for' }),
  filename: Nullable(Type.String({ maxLength: 255, description: 'Display name; null if the client sent none' })),
  contentType: Nullable(
    Type.String({ maxLength: 255, description: 'Media type of the file; null if it is not known' }),
  ),
  size: Nullable(Type.Integer({ minimum: 0, description: 'Total size in bytes; null while tus defers the length' })),
  offset: Type.Integer({ minimum: 0, description: 'Number of bytes stored durably' }),
  sha256: Nullable(
    Type.String({
      maxLength: 64,
      description:
        'SHA-256 of the whole file in hexadecimal. Null until it is known: usually with the status `received`, or with `analysing` for a large file received by several nodes or during a restart. Never null with `ready`',
    }),
  ),
  status: OneOf(uploadStatuses, {
    description:
      'awaiting_data: bytes are missing. received and analysing: the analysis follows. ready: a release can use it. rejected: see `findings`. expired: it was deleted',
  }),
  technical: Described(Nullable(Technical), 'What the analysis measured; null until it has ended'),
  findings: Described(
    Type.Array(Finding, { maxItems: 1000 }),
    'Findings about the file; empty until the analysis has ended',
  ),
  createdAt: CreatedAt,
  expiresAt: Nullable({
    ...Timestamp,
    description: 'When the upload is deleted if no release uses it; null while a release uses it',
  }),
})
export type Upload = Static<typeof Upload>

/** Where clients send the bytes of an upload: 100 parts at a time. */
export const UploadParts = Type.Object({
  partBytes: Type.Integer({ minimum: 1, description: 'Size in bytes of every part except the last' }),
  parts: Described(
    Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1, maximum: 10_000, description: 'Part number, starting at 1' }),
        url: Type.String({ maxLength: 8_192, description: 'Upload the part here with PUT, without credentials' }),
        headers: Described(
          Type.Object({
            'content-length': Type.String({ maxLength: 16, description: 'Exact size of the part in bytes' }),
          }),
          'Send these headers with the part',
        ),
        expiresAt: { ...Timestamp, description: 'When the address stops working' },
      }),
      { maxItems: 100 },
    ),
    'The next parts, up to 100',
  ),
})
export type UploadParts = Static<typeof UploadParts>

/** How far an upload is whose parts clients send to the object store. */
export const UploadPartsReport = Type.Object({
  offset: Type.Integer({ minimum: 0, description: 'Number of contiguous bytes stored durably' }),
  size: Nullable(Type.Integer({ minimum: 0, description: 'Total size in bytes' })),
  isComplete: Type.Boolean({ description: 'True if the upload is complete. Its analysis follows' }),
  missing: Type.Array(Type.Integer({ minimum: 1, maximum: 10_000 }), {
    maxItems: 10_000,
    description: 'Reported parts that the object store does not have',
  }),
})
export type UploadPartsReport = Static<typeof UploadPartsReport>

const params = Type.Object({ uploadId: Id('upl') })

/** How many uploads can be requested together: as many as fit on a page. */
export const maxUploadIds = 100
const maxIdsLength = maxUploadIds * 32

/** Uploads; with `count` how many bytes all of them have. */
export const UploadPage = Type.Object({
  totalBytes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Total size of all matching uploads, with count=true',
    }),
  ),
  ...PageOf(Upload).properties,
})

export const listUploads = defineOperation({
  id: 'listUploads',
  method: 'GET',
  path: '/api/v1/distributor/uploads',
  summary: 'List uploads, newest first',
  description: 'With count, `page.total` is the number of matching uploads and `totalBytes` their total size.',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:read',
  query: Type.Object({
    ...pageQuery,
    status: Type.Optional(OneOf(uploadStatuses, { description: 'Only uploads with this status' })),
    kind: Type.Optional(OneOf(uploadKinds, { description: 'Only uploads of this kind' })),
    releaseId: Type.Optional({ ...Id('rel'), description: 'Only uploads that this release uses' }),
    ids: Type.Optional(
      Text(maxIdsLength, { description: `Only these uploads, separated by commas; at most ${maxUploadIds}` }),
    ),
    unused: Type.Optional(Type.Boolean({ description: 'true: only uploads that no release uses' })),
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
    'Returns audio that a browser can play, after the analysis. WAV, FLAC and MP3 files are returned unchanged; AIFF files are returned as WAV with identical samples. Supports byte ranges (RFC 9110 section 14).',
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
  summary: 'Get a small version of an uploaded image',
  description:
    'Returns a WebP image of at most the given width and height, after the analysis. It never changes, so you can cache it permanently.',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:read',
  params,
  query: imageQuery,
  responses: imageAnswers,
  notFound: 'upload_not_found',
  errors: previewErrors,
  conditional: true,
})

export const storeUpload = defineOperation({
  id: 'storeUpload',
  method: 'POST',
  carriesFile: true,
  path: '/api/v1/distributor/uploads',
  summary: 'Store a whole file in one request',
  description:
    'The body is the file, and its Content-Type gives the kind. An interrupted request stores nothing. For large files or unstable connections, use the resumable upload (tus 1.0) at the same address.',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:write',
  query: Type.Object({
    filename: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Display name; alternatively, Content-Disposition: attachment; filename="..."',
      }),
    ),
  }),
  bodyMediaTypes: ['audio/*', 'image/*'],
  responses: {
    201: {
      schema: Type.Union([Upload, UploadParts]),
      description:
        'The upload; its analysis follows. If the response has Upload-Transfer: direct, it contains the addresses for the parts instead',
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
  summary: 'Remove an upload and its data',
  description: 'This is also the termination of tus 1.0. An upload that a release uses cannot be removed.',
  tag: 'Uploads',
  auth: 'apiKey',
  permission: 'music:write',
  params,
  responses: { 204: { schema: null, description: 'The upload was removed' } },
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
