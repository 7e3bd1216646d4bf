import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { Id, PageOf, pageQuery, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { MetricValues } from './analytics.ts'

/** Reports of stores: which of them say something about an account. What they say is asked of analytics. */

const Day = Type.String({ maxLength: 10 })

/** A report of a store, as far as it is about this account. */
export const StoreReport = Type.Object({
  id: Id('rpt'),
  source: Type.String({ maxLength: 64, description: 'Who sends reports like this one' }),
  format: Type.String({ maxLength: 64 }),
  from: { ...Day, description: 'The first day that lines of this account are about' },
  to: { ...Day, description: 'The last one' },
  lines: Type.Integer({ minimum: 1 }),
  totals: MetricValues,
  importedAt: Timestamp,
})
export type StoreReport = Static<typeof StoreReport>

export const listReports = defineOperation({
  id: 'listReports',
  method: 'GET',
  path: '/api/v1/distributor/reports',
  tag: 'Analytics',
  auth: 'apiKey',
  permission: 'analytics:read',
  summary: 'List the reports of stores that count, newest first',
  description:
    'The operator of the hub brings reports in. Each one is listed with the numbers that it says about this account; one that was undone or replaced says nothing any more and is not there.',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(StoreReport), description: 'A page of reports' } },
  errors: ['cursor_invalid'],
})
