import type { Static } from 'typebox'
import { defineOperation } from '../definition/operation.ts'
import { ClosedObject, Id, Nullable, OneOf } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { forPeople } from './console-operation.ts'

/** Notices by email: what a person is told about an account, and how soon. */

/** When a person is told: within minutes, once a day, or not at all. */
export const noticePaces = ['at_once', 'daily', 'never'] as const
/** One of `noticePaces`. */
export type NoticePace = (typeof noticePaces)[number]

/** What members of an account can be told about, with what applies until they choose. */
export const memberTopics = {
  reviews: 'at_once',
  stores: 'at_once',
  releases: 'daily',
  files: 'daily',
} as const satisfies Readonly<Record<string, NoticePace>>

/** What operators can be told about. */
export const operatorTopics = { waiting: 'at_once' } as const satisfies Readonly<Record<string, NoticePace>>

const Pace = (description: string) => OneOf(noticePaces, { description })
const paces = {
  reviews: Pace('Outcomes of reviews'),
  stores: Pace('Refusals by stores, and deliveries that failed'),
  releases: Pace('Releases that are live or taken down'),
  files: Pace('Reports, exports, tables and jobs'),
}
const operatorPaces = { waiting: Pace('Releases that wait for review') }

/** What a person chose, and whether the hub can send anything to the person. */
export const NoticeChoices = Type.Object({
  isMailed: Type.Boolean({
    description: 'false if the hub sends no mail, or the email address of the person is not confirmed',
  }),
  digestHour: Type.Integer({ minimum: 0, maximum: 23, description: 'When daily notices are sent: the hour in UTC' }),
  accounts: Type.Array(Type.Object({ accountId: Id('acc'), ...paces }), {
    maxItems: 10_000,
    description: 'The choices for each account of the person',
  }),
  operator: Nullable(Type.Object(operatorPaces, { description: 'The choices as an operator; null for other people' })),
})
export type NoticeChoices = Static<typeof NoticeChoices>

export const getNoticeChoices = defineOperation({
  ...forPeople,
  id: 'getNoticeChoices',
  method: 'GET',
  path: '/console/api/me/notices',
  summary: 'Get your choices of notices by email',
  responses: { 200: { schema: NoticeChoices, description: 'The choices' } },
  errors: [],
})

export const setNoticeChoices = defineOperation({
  ...forPeople,
  id: 'setNoticeChoices',
  method: 'PATCH',
  path: '/console/api/me/notices',
  summary: 'Choose which notices you get by email, and how soon',
  body: ClosedObject({
    accounts: Type.Optional(
      Type.Array(
        ClosedObject({
          accountId: Id('acc'),
          reviews: Type.Optional(paces.reviews),
          stores: Type.Optional(paces.stores),
          releases: Type.Optional(paces.releases),
          files: Type.Optional(paces.files),
        }),
        { maxItems: 100, description: 'Accounts whose choices change' },
      ),
    ),
    operator: Type.Optional(ClosedObject({ waiting: Type.Optional(operatorPaces.waiting) })),
  }),
  responses: { 200: { schema: NoticeChoices, description: 'The choices' } },
  errors: ['account_not_found', 'role_insufficient'],
})

export const noticeOperations = [getNoticeChoices, setNoticeChoices]
