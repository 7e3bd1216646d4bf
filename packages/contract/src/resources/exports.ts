import type { Static } from 'typebox'
import { limits } from '../operations/limits.ts'
import { defineOperation } from '../operations/operation.ts'
import { Id, Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { exportStatuses } from './closed-lists.ts'

/** All that an account has, as one archive that any hub takes in. */

/** An export, from the request to its end. */
export const Export = Type.Object({
  id: Id('exp'),
  status: OneOf(exportStatuses, {
    description: 'ready: the archive can be downloaded. failed: it could not be made; begin another one',
  }),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'How much of the work is done, in percent' }),
  size: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Bytes of the archive' })),
  uploads: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Files in it' })),
  missing: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Uploads whose bytes the hub does not have; the manifest names them',
    }),
  ),
  createdAt: Timestamp,
  endedAt: Nullable(Timestamp),
  expiresAt: Nullable({ ...Timestamp, description: 'Until when the archive can be downloaded' }),
})
export type Export = Static<typeof Export>

const path = '/api/v1/distributor/exports'
const params = Type.Object({ exportId: Id('exp') })

/** An archive shows what no single permission does. */
const common = { tag: 'Exports', auth: 'jwt', scope: 'keys:write', needsOwner: true } as const
const one = { ...common, path: `${path}/{exportId}`, params, notFound: 'export_not_found' } as const

export const createExport = defineOperation({
  ...common,
  id: 'createExport',
  method: 'POST',
  path,
  summary: 'Begin an export of all that the account has',
  description: `Releases with their history, deliveries, the messages stores were sent, numbers, and masters as they were uploaded, as they are when the work begins. Nothing secret is in it. The archive can be downloaded for ${limits.exportDays} days, during which its uploads are kept; an account has at most ${limits.maxExports} exports at once.`,
  needsConfirmation: true,
  grows: true,
  responses: { 202: { schema: Export, description: 'The export, waiting for its turn' } },
  errors: ['quota_exceeded'],
})

export const listExports = defineOperation({
  ...common,
  id: 'listExports',
  method: 'GET',
  path,
  summary: 'List exports, newest first',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(Export), description: 'A page of exports' } },
  errors: ['cursor_invalid'],
})

export const getExport = defineOperation({
  ...one,
  id: 'getExport',
  method: 'GET',
  summary: 'Get one export',
  responses: { 200: { schema: Export, description: 'How far it is' } },
  errors: [],
})

export const downloadExport = defineOperation({
  ...one,
  id: 'downloadExport',
  method: 'GET',
  path: `${path}/{exportId}/archive`,
  summary: 'Download the archive of an export',
  description:
    'A tar archive. `SHA256SUMS` in it has the digest of every other file. The bytes are the same each time, so a download that was cut off goes on by Range (RFC 9110 section 14). `npm run hub -- accounts import FILE.tar` brings it into a hub.',
  needsConfirmation: true,
  responses: {
    200: { schema: null, description: 'The archive', mediaTypes: ['application/x-tar'] },
    206: {
      schema: null,
      description: 'The part of the archive that Range asks for',
      mediaTypes: ['application/x-tar'],
    },
  },
  errors: ['state_conflict', 'range_not_satisfiable', 'storage_unavailable'],
  conditional: true,
})

export const deleteExport = defineOperation({
  ...one,
  id: 'deleteExport',
  method: 'DELETE',
  summary: 'Delete an export',
  description: 'Ends it wherever it is, also while it is made or downloaded. What it was made of stays.',
  responses: { 204: { schema: null, description: 'The export is gone' } },
  errors: [],
})

/** The operations of this file. */
export const exportOperations = [createExport, listExports, getExport, downloadExport, deleteExport] as const
