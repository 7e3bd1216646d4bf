import { AppError, uploadKinds } from '@spindle/contract'
import type { FileMetadata } from '../model/file-metadata.ts'
import { checksumAlgorithms, digestBytes, type ExpectedChecksum } from '../receiving/checksum.ts'
import type { UploadProgress } from '../resume-upload.ts'

/** Headers of tus 1.0 (https://tus.io/protocols/resumable-upload); each `parse` throws `invalid_request`. */

/** A tus id is an upload id, so both share their addresses. */
export const uploadsPath = '/api/v1/distributor/uploads'
export const tusVersion = '1.0.0'
export const patchMediaType = 'application/offset+octet-stream'
export const tusExtensions =
  'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum' as const

type Header = string | string[] | undefined

const invalid = (name: string, detail: string, fix: string): AppError =>
  new AppError('invalid_request', { errors: [{ pointer: name, code: 'invalid_header', detail, fix }] })

function single(name: string, value: Header): string | undefined {
  if (!Array.isArray(value)) return value?.trim()
  throw invalid(name, `${name} was sent more than once.`, 'Send it only once.')
}

/** A count of bytes: decimal digits only, exact as a number. */
export function parseByteCount(name: string, value: Header): number | undefined {
  const text = single(name, value)
  if (text === undefined) return undefined
  const count = Number(text)
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(count)) return count
  throw invalid(name, `${name} is not a whole number of bytes.`, 'Use only decimal digits.')
}

/** The length of a new upload; undefined if it is deferred. */
export function parseNewLength(length: Header, defer: Header): number | undefined {
  const bytes = parseByteCount('Upload-Length', length)
  const isDeferred = single('Upload-Defer-Length', defer)
  if (isDeferred !== undefined && isDeferred !== '1')
    throw invalid('Upload-Defer-Length', 'Upload-Defer-Length can only be 1.', 'Send 1, or send Upload-Length.')
  if ((bytes === undefined) === (isDeferred === undefined))
    throw invalid(
      'Upload-Length',
      'Exactly one of Upload-Length and Upload-Defer-Length is required.',
      'Send the total number of bytes as Upload-Length.',
    )
  return bytes
}

/** Parts would become uploads of their own, and the last request would fail after all bytes were sent. */
export function requireOneUpload(concat: Header): void {
  if (concat !== undefined)
    throw invalid(
      'Upload-Concat',
      'The hub does not concatenate uploads.',
      'Send the file as one upload; with tus-js-client, leave parallelUploads at 1.',
    )
}

/** The way of the bytes: `direct` to the storage, if the hub offers that. */
export const transferHeader = 'upload-transfer'

/** Whether a creation requests direct transfer. */
export function parseTransfer(header: Header): boolean {
  const transfer = single('Upload-Transfer', header)
  if (transfer === undefined || transfer === 'direct') return transfer === 'direct'
  throw invalid('Upload-Transfer', 'Upload-Transfer can only be direct.', 'Send direct, or omit it.')
}

/**
 * The hub does not see the bytes: their number and digest must be announced, otherwise they cannot be sent directly.
 */
export function requireAnnounced(size: number | undefined, { sha256 }: FileMetadata): void {
  if (size === undefined)
    throw invalid(
      'Upload-Length',
      'Upload-Transfer: direct requires Upload-Length.',
      'Send the total number of bytes as Upload-Length.',
    )
  if (sha256 === undefined)
    throw invalid(
      'Upload-Metadata',
      'Upload-Transfer: direct requires the SHA-256 of the whole file as sha256 in Upload-Metadata.',
      'Send it there, or omit Upload-Transfer.',
    )
}

const maxMetadataBytes = 4096

/** Comma-separated pairs of a key and a base64 value; unknown keys are ignored. */
export function parseMetadata(header: Header): FileMetadata {
  const name = 'Upload-Metadata'
  const text = single(name, header) ?? ''
  if (text.length > maxMetadataBytes)
    throw invalid(name, `${name} is longer than ${maxMetadataBytes} characters.`, 'Send shorter metadata.')
  const values = new Map<string, string>()
  for (const pair of text === '' ? [] : text.split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ')
    if (!/^[\x21-\x7e]+$/.test(key) || rest.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value) || values.has(key))
      throw invalid(
        name,
        `${name} is not a list of unique keys with base64 values.`,
        'Send "key base64,key base64", e.g. "filename bWFzdGVyLndhdg==".',
      )
    values.set(key, Buffer.from(value, 'base64').toString('utf8'))
  }
  // Clients of the tus project send `name` and `type` or `filename` and `filetype`.
  return {
    filename: values.get('filename') ?? values.get('name'),
    filetype: values.get('filetype') ?? values.get('type'),
    kind: parseKind(values.get('kind')),
    sha256: parseSha256(values.get('sha256')),
    header: text === '' ? undefined : text,
  }
}

function parseKind(kind: string | undefined): string | undefined {
  if (kind === undefined || uploadKinds.some((known) => known === kind)) return kind
  throw invalid(
    'Upload-Metadata',
    'The kind of an upload must be audio, image or report.',
    'Send one of these, or omit it.',
  )
}

function parseSha256(value: string | undefined): Buffer | undefined {
  if (value === undefined) return undefined
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex')
  if (/^[A-Za-z0-9+/]{43}=$/.test(value)) return Buffer.from(value, 'base64')
  throw invalid('Upload-Metadata', 'sha256 is not a valid SHA-256.', 'Send it as 64 hexadecimal digits or as base64.')
}

/** `algorithm base64` of the body of this request. */
export function parseChecksum(header: Header): ExpectedChecksum | undefined {
  const text = single('Upload-Checksum', header)
  if (text === undefined) return undefined
  const [name, value = ''] = text.split(' ')
  const algorithm = checksumAlgorithms.find((known) => known === name)
  if (algorithm && /^[A-Za-z0-9+/]+={0,2}$/.test(value)) {
    const digest = Buffer.from(value, 'base64')
    if (digest.length === digestBytes[algorithm]) return { algorithm, digest }
    // No body would match it, and clients would send theirs again and again.
    throw invalid(
      'Upload-Checksum',
      `The digest has ${digest.length} bytes. For ${algorithm} it must have ${digestBytes[algorithm]}.`,
      'Send the bytes of the digest in base64, not its hexadecimal digits.',
    )
  }
  throw invalid(
    'Upload-Checksum',
    'Upload-Checksum is not a supported algorithm with a base64 digest.',
    `Send one of ${checksumAlgorithms.join(', ')}, a space, and the digest in base64.`,
  )
}

/** RFC 9110 section 8.6; undefined for a chunked body. */
export const parseContentLength = (value: Header): number | undefined => parseByteCount('Content-Length', value)

/** Headers of every answer about an upload. */
export const progressHeaders = ({ offset, expiresAt, isComplete }: UploadProgress): Record<string, string> => ({
  'upload-offset': String(offset),
  ...(expiresAt === null || isComplete ? {} : { 'upload-expires': expiresAt.toUTCString() }),
})
