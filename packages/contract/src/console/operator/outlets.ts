import type { Static } from 'typebox'
import { defineOperation, type Operation } from '../../definition/operation.ts'
import { ClosedObject, Nullable, OneOf, PageOf, pageQuery, Text, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forOperators } from '../console-operation.ts'
import { outletIdPattern } from './outlet-setup.ts'

/** The outlets of the hub, for its operators: what they do with them in the console. */

const count = Type.Integer({ minimum: 0 })
const text = Type.String({ maxLength: 1000 })

/** `failing`: deliveries have failed or were refused. */
export const outletStates = ['active', 'paused', 'failing'] as const

export const OutletCause = Type.Object({
  code: Type.String({ maxLength: 64, description: 'The reason of the failure or refusal' }),
  message: { ...text, description: 'The newest text of this reason' },
  deliveries: { ...count, description: 'Number of deliveries with this reason' },
  waiting: { ...count, description: 'How many of them the hub tries again by itself' },
})
export type OutletCause = Static<typeof OutletCause>

export const maxOutletCauses = 50

export const OutletItem = Type.Object({
  id: Type.String({ maxLength: 64 }),
  name: Type.String({ maxLength: 200 }),
  kind: Type.String({ maxLength: 20 }),
  ernVersion: Nullable(
    Type.String({ maxLength: 20, description: 'Version of ERN of its messages; null if it gets none' }),
  ),
  isAdded: Type.Boolean({
    description: 'The operator has added it, so it can be paused and tested. False for properties and the sandbox',
  }),
  state: OneOf(outletStates),
  pausedReason: Nullable({
    ...text,
    description: 'Why the hub paused it; null if an operator did, or it is not paused',
  }),
  waiting: { ...count, description: 'Deliveries and takedowns that have not reached their end' },
  lastDeliveredAt: Nullable({ ...Timestamp, description: 'Last progress of a release that the outlet has' }),
  oldestUnansweredAt: Nullable({
    ...Timestamp,
    description: 'When the oldest package without an answer was sent; null if none waits for an answer',
  }),
  causes: Type.Array(OutletCause, { maxItems: maxOutletCauses, description: 'The most frequent first' }),
})
export type OutletItem = Static<typeof OutletItem>

const path = '/console/api/operator/outlets'
const params = Type.Object({ outletId: Type.String({ pattern: outletIdPattern, maxLength: 64 }) })
const one = { ...forOperators, method: 'POST', params, notFound: 'not_found', errors: [] } as const

export const listHubOutlets = defineOperation({
  ...forOperators,
  id: 'listHubOutlets',
  method: 'GET',
  path,
  summary: 'List the outlets with their state and the causes of failures, over all accounts',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(OutletItem), description: 'The outlets' } },
  errors: ['cursor_invalid'],
})

export const pauseOutlet = defineOperation({
  ...one,
  id: 'pauseOutlet',
  path: `${path}/{outletId}/pause`,
  summary: 'Send nothing to an outlet until it is resumed. Deliveries to it wait',
  responses: { 204: { schema: null, description: 'The outlet is paused' } },
})

export const resumeOutlet = defineOperation({
  ...one,
  id: 'resumeOutlet',
  path: `${path}/{outletId}/resume`,
  summary: 'Send to an outlet again. Waiting deliveries continue within two minutes',
  responses: { 204: { schema: null, description: 'The outlet is resumed' } },
})

export const OutletTestStep = Type.Object({
  step: Type.String({ maxLength: 200 }),
  found: Nullable({ ...text, description: 'What was learnt beyond that it worked' }),
  problem: Nullable({ ...text, description: 'Why it failed; null if it worked' }),
})
export type OutletTestStep = Static<typeof OutletTestStep>

export const testOutlet = defineOperation({
  ...one,
  id: 'testOutlet',
  path: `${path}/{outletId}/test`,
  summary: 'Connect to an outlet, and write, rename, read and remove a file there. Takes at most about a minute',
  responses: {
    200: {
      schema: Type.Object({ steps: Type.Array(OutletTestStep, { maxItems: 20 }) }),
      description: 'The steps up to the first that failed',
    },
  },
})

export const retryOutlet = defineOperation({
  ...one,
  id: 'retryOutlet',
  path: `${path}/{outletId}/retry`,
  summary: 'Try all deliveries to an outlet again that failed or were refused for one reason',
  body: ClosedObject({ code: Text(64, { description: 'The reason', examples: ['store_unreachable'] }) }),
  responses: {
    202: {
      schema: Type.Object({ deliveries: { ...count, description: 'Number of deliveries' } }),
      description: 'A job tries them again. It leaves out what an operator took down',
    },
  },
})

export const outletsOfHubOperations: readonly Operation[] = [
  listHubOutlets,
  pauseOutlet,
  resumeOutlet,
  testOutlet,
  retryOutlet,
]
