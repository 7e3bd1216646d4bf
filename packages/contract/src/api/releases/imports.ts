import type { Static } from 'typebox'
import { importFileStates, importNoteCodes, importStatuses } from '../../definition/exchange-lists.ts'
import { limits } from '../../definition/limits.ts'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import {
  ClosedObject,
  CreatedAt,
  Described,
  Id,
  Nullable,
  OneOf,
  PageOf,
  pageQuery,
  Text,
  Timestamp,
} from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** Import of foreign messages: ERN 3.8 to 4.3.2 becomes a draft, or a change of its release. */

const FilePath = Text(1000, { description: 'Path of the file, relative to the message and as written in it' })

/** Body of `createImport`. */
export const NewImport = ClosedObject(
  {
    message: Type.String({
      minLength: 4,
      maxLength: Math.ceil((limits.maxMessageBytes * 4) / 3) + 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The message (XML) in base64. At most 8 MiB of XML',
      examples: ['PD94bWwgdmVyc2lvbj0iMS4wIj8+'],
    }),
    files: Type.Optional(
      Type.Array(
        ClosedObject({
          path: FilePath,
          uploadId: Text(64, { description: 'A complete upload of this account' }),
        }),
        { maxItems: 1000, description: 'The recordings and the cover referenced by the message' },
      ),
    ),
  },
  {
    examples: [
      {
        message: 'PD94bWwgdmVyc2lvbj0iMS4wIj8+',
        files: [{ path: 'resources/A1.flac', uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }],
      },
    ],
  },
)
export type NewImport = requests.NewImport

const line = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 100_000_000,
    description: 'Line of the message, starting at 1; null if it is not about a line',
  }),
)

/** Something in the message that was not imported unchanged. */
export const ImportNote = Type.Object({
  code: OneOf(importNoteCodes, {
    description:
      'dropped: not imported. assumed: missing in the message, so a default was used. invalid: in the wrong format. shortened: truncated. left_out: its file is missing. differs: the file has a different value, which was used. withdrawn: withdrawn by the sender before it was delivered',
  }),
  message: Type.String({ maxLength: 1000, description: 'What was not imported unchanged, and why' }),
  path: Nullable(Type.String({ maxLength: 1000, description: 'XPath in the message' })),
  line,
})
export type ImportNote = Static<typeof ImportNote>

/** One file that the message names, and its result. */
export const ImportFile = Type.Object({
  path: Type.String({ maxLength: 1000, description: 'Path of the file as written in the message' }),
  uploadId: Described(Nullable(Id('upl')), 'The upload with the file; null if there is none'),
  status: OneOf(importFileStates, {
    description:
      'accepted: it matches the message. hash_differs: its content differs. size_differs: its size differs. missing: it was not provided. unusable: there is no complete upload of the right kind. kept: the release already has it',
  }),
})
export type ImportFile = Static<typeof ImportFile>

const summary = {
  id: Id('imp'),
  status: OneOf(importStatuses, {
    description:
      'created and updated: the release is a draft or has an unsubmitted change, or its sender withdrew it before delivery. incomplete: the same, but some files are missing. unchanged: the release already matches the message. takedown_requested: the message has no deals. stale: a newer message from the sender was already applied. refused: nothing was changed',
  }),
  releaseId: Described(Nullable(Id('rel')), 'The release that the message created or changed; null if there is none'),
  version: Nullable(Type.String({ maxLength: 10, description: 'Of ERN' })),
  messageId: Nullable(Type.String({ maxLength: 255, description: 'ERN MessageId' })),
  senderId: Nullable(Type.String({ maxLength: 40, description: 'ERN MessageSender/PartyId' })),
  senderName: Nullable(
    Type.String({ maxLength: 200, description: 'ERN MessageSender/PartyName; null if the message has none' }),
  ),
  messageCreatedAt: Nullable({ ...Timestamp, description: 'ERN MessageCreatedDateTime' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64, description: 'Of the bytes of the message' }),
  drop: Nullable(
    Type.Object(
      {
        id: Type.String({ maxLength: 64, description: 'Name of the drop, set by the operator' }),
        path: Type.String({ maxLength: 1000, description: 'Path of the message in the drop' }),
      },
      { description: 'Where the hub found the message; null if it was uploaded' },
    ),
  ),
  createdAt: CreatedAt,
  endedAt: Nullable({ ...Timestamp, description: 'When the import ended; null while it is waiting or running' }),
}

/** A message that was handed in, with its report. */
export const Import = Type.Object({
  ...summary,
  refusal: Described(
    Nullable(
      Type.Object({
        code: Type.String({ maxLength: 64, description: 'Code of the reason' }),
        message: Type.String({ maxLength: 4000, description: 'The reason as text' }),
        line,
      }),
    ),
    'Why the message was refused; null if it was not',
  ),
  files: Described(Type.Array(ImportFile, { maxItems: 1000 }), 'The files that the message names'),
  notes: Described(Type.Array(ImportNote, { maxItems: 2000 }), 'What was not imported unchanged'),
})
export type Import = Static<typeof Import>

/** A message inside a list. */
export const ImportListItem = Type.Object(summary)
export type ImportListItem = Static<typeof ImportListItem>

const path = '/api/v1/music-distributor/imports'

export const createImport = defineOperation({
  id: 'createImport',
  method: 'POST',
  path,
  summary: 'Import a DDEX ERN message as a draft',
  description:
    'Reads ERN 3.8 to 4.3.2. The response is immediate; the import finishes later with a report. If a release has the same sender id, barcode or GRid, the import changes it. Otherwise it creates a draft. It submits nothing. Messages of an account are processed one at a time. Importing a message twice has no further effect.',
  tag: 'Imports',
  auth: 'apiKey',
  permission: 'music:write',
  body: NewImport,
  maxBodyBytes: limits.maxImportBytes,
  grows: true,
  responses: { 202: { schema: Import, description: 'The import, waiting to be read' } },
  errors: ['quota_exceeded'],
})

export const listImports = defineOperation({
  id: 'listImports',
  method: 'GET',
  path,
  summary: 'List imports, newest first',
  tag: 'Imports',
  auth: 'apiKey',
  permission: 'music:read',
  query: Type.Object({
    ...pageQuery,
    status: Type.Optional(OneOf(importStatuses, { description: 'Only imports with this result' })),
  }),
  responses: { 200: { schema: PageOf(ImportListItem), description: 'A page of imports' } },
  errors: ['cursor_invalid'],
})

export const getImport = defineOperation({
  id: 'getImport',
  method: 'GET',
  path: `${path}/{importId}`,
  summary: 'Get one import with its report',
  tag: 'Imports',
  auth: 'apiKey',
  permission: 'music:read',
  params: Type.Object({ importId: Id('imp') }),
  notFound: 'import_not_found',
  responses: { 200: { schema: Import, description: 'The result of the import, and what was not imported' } },
  errors: [],
})

const xml = ['application/xml']

export const getImportMessage = defineOperation({
  id: 'getImportMessage',
  method: 'GET',
  path: `${path}/{importId}/message`,
  summary: 'Get the original message of an import, byte for byte',
  description: 'Kept for 30 days after the import. Repr-Digest (RFC 9530) has the digest of the message.',
  tag: 'Imports',
  auth: 'apiKey',
  permission: 'music:read',
  params: Type.Object({ importId: Id('imp') }),
  notFound: 'import_not_found',
  responses: {
    200: { schema: null, description: 'The XML', mediaTypes: xml },
    206: { schema: null, description: 'The requested range of the XML', mediaTypes: xml },
  },
  errors: ['import_message_gone', 'range_not_satisfiable'],
  conditional: true,
})

/** The operations of this file. */
export const importOperations = [createImport, listImports, getImport, getImportMessage] as const
