import { limits } from '../definition/limits.ts'
import { defineOperation } from '../definition/operation.ts'
import { transferStates } from '../definition/transfer-lists.ts'
import { Id, OneOf, PageOf, pageQuery, Text } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import {
  maxTransferReleases,
  NewTransfer,
  Transfer,
  TransferMark,
  TransferMarked,
  TransferPatch,
  TransferProgress,
  TransferRelease,
} from './transfer-model.ts'

/** Transfers of a catalog from another distributor, compared before it goes out, and followed at each store. */

const path = '/api/v1/distributor/transfers'
const reading = { method: 'GET', tag: 'Transfers', auth: 'apiKey', permission: 'music:read' } as const
const writing = { method: 'POST', tag: 'Transfers', auth: 'apiKey', permission: 'music:write' } as const
const one = { params: Type.Object({ transferId: Id('trf') }), notFound: 'transfer_not_found' } as const

export const createTransfer = defineOperation({
  ...writing,
  id: 'createTransfer',
  path,
  summary: 'Plan the transfer of a catalog from another distributor',
  description: `Takes the catalog as the old distributor exports it, one row for each track with its UPC; no release is changed. The table is read in the background, then every answer compares it with the catalog of that moment. Columns are as for createTableImport, and \`length\`: 3:42, seconds, or milliseconds if its name ends in ms. At most ${maxTransferReleases} releases, and 20 transfers of an account.`,
  body: NewTransfer,
  maxBodyBytes: limits.maxImportBytes,
  grows: true,
  responses: { 202: { schema: Transfer, description: 'The transfer, waiting to be read' } },
  errors: ['quota_exceeded'],
})

export const listTransfers = defineOperation({
  ...reading,
  id: 'listTransfers',
  path,
  summary: 'List transfers, newest first',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(Transfer), description: 'A page of transfers' } },
  errors: ['cursor_invalid'],
})

export const getTransfer = defineOperation({
  ...reading,
  ...one,
  id: 'getTransfer',
  path: `${path}/{transferId}`,
  summary: 'Get a transfer with its progress',
  description: 'Counts what differs, and how far each store is, from the releases and deliveries of this moment.',
  responses: { 200: { schema: TransferProgress, description: 'The transfer' } },
  errors: [],
})

export const updateTransfer = defineOperation({
  ...writing,
  ...one,
  id: 'updateTransfer',
  method: 'PATCH',
  path: `${path}/{transferId}`,
  summary: 'Change the deadline, the stores or the names of a transfer',
  description: 'Members that are left out stay as they are. For another table, create another transfer.',
  body: TransferPatch,
  responses: { 200: { schema: Transfer, description: 'The changed transfer' } },
  errors: [],
})

export const deleteTransfer = defineOperation({
  ...writing,
  ...one,
  id: 'deleteTransfer',
  method: 'DELETE',
  path: `${path}/{transferId}`,
  summary: 'Delete a transfer with its marks',
  description: 'Releases and deliveries stay as they are.',
  responses: { 204: { schema: null, description: 'Deleted' } },
  errors: [],
})

export const listTransferReleases = defineOperation({
  ...reading,
  ...one,
  id: 'listTransferReleases',
  path: `${path}/{transferId}/releases`,
  summary: 'List the releases of a transfer with what differs and how far each store is',
  description: 'With a filter, a page can have fewer releases than `limit` although there is a next page.',
  query: Type.Object({
    ...pageQuery,
    severity: Type.Optional(
      OneOf(['error', 'warning', 'none'] as const, {
        description: 'Only releases whose worst finding has this severity; none: without findings',
      }),
    ),
    state: Type.Optional(OneOf(transferStates, { description: 'Only releases in this state at any store' })),
    outlet: Type.Optional(Text(64, { description: 'Id of the store that `state` is about' })),
  }),
  responses: {
    200: { schema: PageOf(TransferRelease), description: 'A page of releases, in the order of the table' },
  },
  errors: ['cursor_invalid'],
})

export const markTransferReleases = defineOperation({
  ...writing,
  ...one,
  id: 'markTransferReleases',
  path: `${path}/{transferId}/marks`,
  summary: 'Mark the old copies of releases at a store as down',
  description:
    'Stores keep play counts only if the new release is live before the old one goes down, so releases that are not live at the store are refused. With a `reason` they are marked too.',
  body: TransferMark,
  responses: { 200: { schema: TransferMarked, description: 'What was changed' } },
  errors: ['state_conflict', 'transfer_not_live'],
})

/** The operations of this file. */
export const transferOperations = [
  createTransfer,
  listTransfers,
  getTransfer,
  updateTransfer,
  deleteTransfer,
  listTransferReleases,
  markTransferReleases,
] as const
