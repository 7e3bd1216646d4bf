import type { Static } from 'typebox'
import { Outlet } from '../api/reference/outlets.ts'
import { defineOperation } from '../definition/operation.ts'
import { Id, Nullable, PageOf, pageQuery, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { accountParams, accountPath, forMembers } from './console-operation.ts'

/** Where the releases of an account go, and what happened to them there. */

const count = Type.Integer({ minimum: 0 })

/** One reason for which deliveries to an outlet failed or were refused. */
export const StoreFailure = Type.Object({
  code: Type.String({ maxLength: 64, description: 'The reason; the first one if several have this text' }),
  message: Type.String({ maxLength: 1000, description: 'The reason as text: that of the store, if it gave one' }),
  releases: { ...count, description: 'Number of releases with this text. `deliveryReason` of the catalog finds them' },
  releaseId: { ...Id('rel'), description: 'The newest of these releases' },
  nextAttemptAt: Nullable({ ...Timestamp, description: 'Next attempt for one of them; null if none is planned' }),
})
export type StoreFailure = Static<typeof StoreFailure>

/** How many reasons of one outlet are listed. */
export const maxStoreFailures = 5

export const StoreItem = Type.Object({
  outlet: Outlet,
  isPaused: Type.Boolean({ description: 'The hub sends nothing to the outlet until its operator resumes it' }),
  releases: Type.Object(
    { live: count, scheduled: count, pending: count, failed: count, takenDown: count },
    {
      description:
        'Releases of the account by their state at the outlet. `deliveryState` of the catalog finds exactly these',
    },
  ),
  failures: Type.Array(StoreFailure, { maxItems: maxStoreFailures, description: 'The most frequent reasons first' }),
  otherFailures: { ...count, description: 'Number of further reasons' },
})
export type StoreItem = Static<typeof StoreItem>

export const listStores = defineOperation({
  ...forMembers,
  id: 'listStores',
  method: 'GET',
  path: `${accountPath}/stores`,
  summary: 'List the outlets with what they take, and what happened to the releases of the account there',
  params: accountParams,
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(StoreItem), description: 'The outlets' } },
  errors: ['cursor_invalid'],
})
