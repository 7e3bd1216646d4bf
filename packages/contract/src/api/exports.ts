import type { Static } from 'typebox'
import { exportStatuses } from '../definition/exchange-lists.ts'
import { limits } from '../definition/limits.ts'
import { defineOperation } from '../definition/operation.ts'
import { CreatedAt, Id, Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** All that an account has, as one archive that any hub takes in. */

/** An export, from the request to its end. */
export const Export = Type.Object({
  id: Id('exp'),
  status: OneOf(exportStatuses, {
    description: 'ready: the archive can be downloaded. failed: the export failed; start a new one',
  }),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Progress in percent' }),
  size: Nullable(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Size of the archive in bytes' }),
  ),
  uploads: Nullable(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Number of files in the archive' }),
  ),
  missing: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Number of uploads whose data is missing on the hub; the manifest lists them',
    }),
  ),
  createdAt: CreatedAt,
  endedAt: Nullable({ ...Timestamp, description: 'When the export ended; null while it is running' }),
  expiresAt: Nullable({ ...Timestamp, description: 'When the archive expires' }),
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
  summary: 'Start an export of everything in the account',
  description: `Contains releases with their history, deliveries, messages to stores, analytics and the original audio files, as they are when the export starts. It contains no secrets. You can download the archive for ${limits.exportDays} days; its uploads are kept during that time. An account can have at most ${limits.maxExports} exports at a time.`,
  needsConfirmation: true,
  grows: true,
  responses: { 202: { schema: Export, description: 'The export, waiting to start' } },
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
  responses: { 200: { schema: Export, description: 'The export with its progress' } },
  errors: [],
})

export const downloadExport = defineOperation({
  ...one,
  id: 'downloadExport',
  method: 'GET',
  path: `${path}/{exportId}/archive`,
  summary: 'Download the archive of an export',
  description:
    'A tar archive. Its file `SHA256SUMS` has the digest of every other file. The archive is identical each time, so you can resume an interrupted download with Range (RFC 9110 section 14). Import it into a hub with `npm run hub -- accounts import FILE.tar`.',
  needsConfirmation: true,
  responses: {
    200: { schema: null, description: 'The archive', mediaTypes: ['application/x-tar'] },
    206: {
      schema: null,
      description: 'The requested range of the archive',
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
  description:
    'You can also delete an export while it is running or being downloaded. The exported data in the account is not affected.',
  responses: { 204: { schema: null, description: 'The export was deleted' } },
  errors: [],
})

/** The operations of this file. */
export const exportOperations = [createExport, listExports, getExport, downloadExport, deleteExport] as const
