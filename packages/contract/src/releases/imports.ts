import type { Static } from 'typebox'
import { limits } from '../operations/limits.ts'
import { defineOperation } from '../operations/operation.ts'
import type * as requests from '../operations/request-types.ts'
import { importFileStates, importNoteCodes, importStatuses } from '../resources/closed-lists.ts'
import { ClosedObject, Id, Nullable, OneOf, PageOf, pageQuery, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** Messages of others in: ERN 3.8 to 4.3.2 becomes a draft, or a change of the release that it is about. */

const FilePath = Text(1000, { description: 'Where the file lies, from the message, as the message writes it' })

/** Body of `createImport`. */
export const NewImport = ClosedObject(
  {
    message: Type.String({
      minLength: 4,
      maxLength: Math.ceil((limits.maxMessageBytes * 4) / 3) + 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The bytes of the message (XML), as base64. At most 8 MiB of XML',
      examples: ['PD94bWwgdmVyc2lvbj0iMS4wIj8+'],
    }),
    files: Type.Optional(
      Type.Array(
        ClosedObject({
          path: FilePath,
          uploadId: Text(64, { description: 'Upload of this account that has all its bytes' }),
        }),
        { maxItems: 1000, description: 'The recordings and the cover that the message names' },
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

const line = Nullable(Type.Integer({ minimum: 1, maximum: 100_000_000 }))

/** Something in the message that did not come over as it stands there. */
export const ImportNote = Type.Object({
  code: OneOf(importNoteCodes, {
    description:
      'dropped: not taken over. assumed: the message does not say it. invalid: not in the form it should have. shortened: cut. left_out: without its file. differs: its file says otherwise, and counts. withdrawn: the sender took it back before it was out',
  }),
  message: Type.String({ maxLength: 1000 }),
  path: Nullable(Type.String({ maxLength: 1000, description: 'XPath in the message' })),
  line,
})
export type ImportNote = Static<typeof ImportNote>

/** One file that the message names, and what became of it. */
export const ImportFile = Type.Object({
  path: Type.String({ maxLength: 1000 }),
  uploadId: Nullable(Id('upl')),
  status: OneOf(importFileStates, {
    description:
      'accepted: it is what the message says. hash_differs: other bytes. size_differs: another size. missing: not handed over. unusable: no complete upload of the right kind. kept: the release has it already',
  }),
})
export type ImportFile = Static<typeof ImportFile>

const summary = {
  id: Id('imp'),
  status: OneOf(importStatuses, {
    description:
      'created and updated: the release is a draft, or has a change to be submitted; or its sender withdrew it before it was out. incomplete: the same, without what has no file yet. unchanged: it says so already. takedown_requested: the message offers nothing any more. stale: a newer message of the sender was applied before. refused: nothing happened',
  }),
  releaseId: Nullable(Id('rel')),
  version: Nullable(Type.String({ maxLength: 10, description: 'Of ERN' })),
  messageId: Nullable(Type.String({ maxLength: 255, description: 'ERN MessageId' })),
  senderId: Nullable(Type.String({ maxLength: 40, description: 'ERN MessageSender/PartyId' })),
  senderName: Nullable(Type.String({ maxLength: 200 })),
  messageCreatedAt: Nullable({ ...Timestamp, description: 'ERN MessageCreatedDateTime' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64, description: 'Of the bytes of the message' }),
  drop: Nullable(
    Type.Object(
      {
        id: Type.String({ maxLength: 64, description: 'The drop, as the operator named it' }),
        path: Type.String({ maxLength: 1000, description: 'Of the message, in the drop' }),
      },
      { description: 'Where the hub took the message from; null where somebody handed it in' },
    ),
  ),
  createdAt: Timestamp,
  endedAt: Nullable(Timestamp),
}

/** A message that was handed in, with its report. */
export const Import = Type.Object({
  ...summary,
  refusal: Nullable(
    Type.Object({
      code: Type.String({ maxLength: 64 }),
      message: Type.String({ maxLength: 4000 }),
      line,
    }),
  ),
  files: Type.Array(ImportFile, { maxItems: 1000 }),
  notes: Type.Array(ImportNote, { maxItems: 2000 }),
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
  summary: 'Import a message of DDEX ERN as a draft',
  description:
    'Reads ERN 3.8 to 4.3.2. The answer comes at once; the import ends a little later with a report. A release with the same id of the sender, bar code or GRid is changed, otherwise there is a new draft. Nothing is submitted. Messages of an account are read one after the other, and the same one twice changes nothing.',
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
    status: Type.Optional(OneOf(importStatuses, { description: 'Only imports that ended so' })),
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
  responses: { 200: { schema: Import, description: 'What became of the message, and what did not come over' } },
  errors: [],
})

const xml = ['application/xml']

export const getImportMessage = defineOperation({
  id: 'getImportMessage',
  method: 'GET',
  path: `${path}/{importId}/message`,
  summary: 'Get the message of an import as it was handed in, byte for byte',
  description: 'Kept for 30 days after the import has ended. Its digest stands in Repr-Digest (RFC 9530).',
  tag: 'Imports',
  auth: 'apiKey',
  permission: 'music:read',
  params: Type.Object({ importId: Id('imp') }),
  notFound: 'import_not_found',
  responses: {
    200: { schema: null, description: 'The XML', mediaTypes: xml },
    206: { schema: null, description: 'The part of the XML that Range asks for', mediaTypes: xml },
  },
  errors: ['import_message_gone', 'range_not_satisfiable'],
  conditional: true,
})

/** The operations of this file. */
export const importOperations = [createImport, listImports, getImport, getImportMessage] as const
