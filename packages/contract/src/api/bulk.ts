import { bulkOutcomes } from '../definition/exchange-lists.ts'
import { defineOperation } from '../definition/operation.ts'
import { Id, OneOf, PageOf, pageQuery } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { Bulk, BulkRelease, NewBulk } from './bulk-model.ts'

/** One action for many releases, as a job that can be followed, paused and undone. */

const path = '/api/v1/distributor/bulk'
const reading = { method: 'GET', tag: 'Bulk jobs', auth: 'apiKey', permission: 'music:read' } as const
const writing = { method: 'POST', tag: 'Bulk jobs', auth: 'apiKey', permission: 'music:write' } as const
const one = { params: Type.Object({ bulkId: Id('blk') }), notFound: 'bulk_not_found' } as const

export const createBulk = defineOperation({
  ...writing,
  id: 'createBulk',
  path,
  summary: 'Start one action for many releases',
  description:
    'The releases are given by `ids`, `releases` or `filters`, and are chosen once, when the job is created; at most 10,000. Each release is then done separately by the rules of the single operation, and its outcome is stored. The bulk jobs of an account run one after the other. The request counts as one more write for each 100 releases.',
  body: NewBulk,
  grows: true,
  responses: { 202: { schema: Bulk, description: 'The job, which is running' } },
  errors: ['count_not_confirmed', 'quota_exceeded'],
})

export const listBulks = defineOperation({
  ...reading,
  id: 'listBulks',
  path,
  summary: 'List bulk jobs, newest first',
  description: 'Bulk jobs are deleted 30 days after their end.',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(Bulk), description: 'A page of bulk jobs' } },
  errors: ['cursor_invalid'],
})

export const getBulk = defineOperation({
  ...reading,
  ...one,
  id: 'getBulk',
  path: `${path}/{bulkId}`,
  summary: 'Get one bulk job with its progress',
  responses: { 200: { schema: Bulk, description: 'The job' } },
  errors: [],
})

export const listBulkReleases = defineOperation({
  ...reading,
  ...one,
  id: 'listBulkReleases',
  path: `${path}/{bulkId}/releases`,
  summary: 'List the releases of a bulk job with their outcomes, in the order of the job',
  query: Type.Object({
    ...pageQuery,
    outcome: Type.Optional(OneOf(bulkOutcomes, { description: 'Only releases with this outcome' })),
  }),
  responses: { 200: { schema: PageOf(BulkRelease), description: 'A page of releases' } },
  errors: ['cursor_invalid'],
})

export const pauseBulk = defineOperation({
  ...writing,
  ...one,
  id: 'pauseBulk',
  path: `${path}/{bulkId}/pause`,
  summary: 'Pause a bulk job after the release that is being done',
  description: 'The next bulk job of the account starts meanwhile.',
  responses: { 200: { schema: Bulk, description: 'The job, which waits until it is resumed' } },
  errors: ['state_conflict'],
})

export const resumeBulk = defineOperation({
  ...writing,
  ...one,
  id: 'resumeBulk',
  path: `${path}/{bulkId}/resume`,
  summary: 'Resume a paused bulk job',
  responses: { 200: { schema: Bulk, description: 'The job, which runs again' } },
  errors: ['state_conflict'],
})

export const cancelBulk = defineOperation({
  ...writing,
  ...one,
  id: 'cancelBulk',
  path: `${path}/{bulkId}/cancel`,
  summary: 'Cancel a bulk job after the release that is being done',
  description: 'What was done stays. `undo` takes back patches.',
  responses: { 200: { schema: Bulk, description: 'The job. The rest of its releases is not done' } },
  errors: ['state_conflict'],
})

export const undoBulk = defineOperation({
  ...writing,
  ...one,
  id: 'undoBulk',
  path: `${path}/{bulkId}/undo`,
  summary: 'Undo the patches of a bulk job with a new bulk job',
  description:
    'For actions patch and outlets, once the job has ended. The earlier values of each release are written as its next revision. A release that was changed since is refused. Changes that were submitted must be submitted again.',
  grows: true,
  responses: { 202: { schema: Bulk, description: 'The new job, which is running' } },
  errors: ['quota_exceeded', 'state_conflict'],
})

/** The operations of this file. */
export const bulkOperations = [
  createBulk,
  listBulks,
  getBulk,
  listBulkReleases,
  pauseBulk,
  resumeBulk,
  cancelBulk,
  undoBulk,
] as const
