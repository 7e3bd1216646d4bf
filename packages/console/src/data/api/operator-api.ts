import type { BodyOf, ResultOf } from '@spindle/contract'
import type {
  AccessChoice,
  AccountItem,
  addOutlet,
  ContactMessageItem,
  createAccount,
  getOperatorCounts,
  getPersonAccess,
  getRefusals,
  inviteFromMessage,
  inviteToAccount,
  listAccounts,
  listContactMessages,
  listHubOutlets,
  listPeople,
  listProperties,
  listReviews,
  MadeLink,
  MessageState,
  OutletSettings,
  openMoveIn,
  ReviewDetail,
  readHostKey,
  requestReviewChanges,
  retryOutlet,
  SystemFacts,
  testOutlet,
  updateContactMessage,
  updateOutlet,
} from '@spindle/contract/console'
import { consolePath } from '../addresses.ts'
import { ask, type Repeatable } from './session-api.ts'

/** The requests that only operators of the hub send. */

export type ReviewQueue = ResultOf<typeof listReviews>
export type ReviewEntry = ReviewQueue['data'][number]
export type MessageList = ResultOf<typeof listContactMessages>
export type AccountList = ResultOf<typeof listAccounts>
export type PeopleList = ResultOf<typeof listPeople>
export type PersonEntry = PeopleList['data'][number]
export type PropertyList = ResultOf<typeof listProperties>
export type OutletList = ResultOf<typeof listHubOutlets>
export type OutletEntry = OutletList['data'][number]
export type NewOutlet = BodyOf<typeof addOutlet>
export type OutletUpdate = BodyOf<typeof updateOutlet>
export type Refusals = ResultOf<typeof getRefusals>
export type OperatorCounts = ResultOf<typeof getOperatorCounts>
export type Issue = BodyOf<typeof requestReviewChanges>['issues'][number]
export type { AccountItem, ContactMessageItem, MadeLink, MessageState, OutletSettings, ReviewDetail, SystemFacts }

const base = '/operator'
const pageSize = 50

type Query = Readonly<Record<string, string | undefined>>

function toQuery(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
  return `?${new URLSearchParams([...given, ['limit', String(pageSize)]])}`
}

const list =
  <T>(path: string) =>
  (query: Query): Promise<T> =>
    ask<T>('GET', `${base}${path}${toQuery(query)}`)

const reviewPath = (releaseId: string): string => `${base}/reviews/${encodeURIComponent(releaseId)}`
const outletPath = (outletId: string): string => `${base}/outlets/${encodeURIComponent(outletId)}`
const outlet = <T>(outletId: string, what: string, body: object = {}) =>
  ask<T>('POST', `${outletPath(outletId)}/${what}`, body)
const decide = (releaseId: string, what: string, body: object) =>
  ask<undefined>('POST', `${reviewPath(releaseId)}/${what}`, body)
const person = (userId: string, what: string, body: object = {}) =>
  ask<undefined>('POST', `${base}/people/${encodeURIComponent(userId)}/${what}`, body)

export const operatorApi = {
  getCounts: () => ask<OperatorCounts>('GET', `${base}/counts`),
  listReviews: list<ReviewQueue>('/reviews'),
  getReview: (releaseId: string) => ask<ReviewDetail>('GET', reviewPath(releaseId)),
  claim: (releaseId: string, body: { readonly revision: number; readonly takesOver: boolean }) =>
    decide(releaseId, 'claim', body),
  approve: (releaseId: string, revision: number) => decide(releaseId, 'approve', { revision }),
  requestChanges: (releaseId: string, revision: number, issues: readonly Issue[]) =>
    decide(releaseId, 'request-changes', { revision, issues }),
  reject: (releaseId: string, revision: number, { code, reason }: { readonly code: string; readonly reason: string }) =>
    decide(releaseId, 'reject', { revision, code, reason }),
  hold: (releaseId: string, reason: string) =>
    ask<undefined>('POST', `${base}/releases/${encodeURIComponent(releaseId)}/hold`, { reason }),
  reinstate: (releaseId: string) =>
    ask<undefined>('POST', `${base}/releases/${encodeURIComponent(releaseId)}/reinstate`, {}),
  listMessages: list<MessageList>('/messages'),
  updateMessage: (id: string, change: BodyOf<typeof updateContactMessage>) =>
    ask<ContactMessageItem>('PATCH', `${base}/messages/${encodeURIComponent(id)}`, change),
  deleteMessage: (id: string) => ask<undefined>('DELETE', `${base}/messages/${encodeURIComponent(id)}`),
  inviteFromMessage: (id: string, body: BodyOf<typeof inviteFromMessage>) =>
    ask<MadeLink>('POST', `${base}/messages/${encodeURIComponent(id)}/invite`, body),
  listProperties: list<PropertyList>('/properties'),
  listOutlets: list<OutletList>('/outlets'),
  getOutlet: (id: string) => ask<OutletSettings>('GET', outletPath(id)),
  addOutlet: (body: NewOutlet, options: Repeatable) => ask<OutletSettings>('POST', `${base}/outlets`, body, options),
  updateOutlet: (id: string, body: OutletUpdate, options: Repeatable) =>
    ask<OutletSettings>('PATCH', outletPath(id), body, options),
  removeOutlet: (id: string, options: Repeatable) => ask<undefined>('DELETE', outletPath(id), undefined, options),
  readHostKey: (server: BodyOf<typeof readHostKey>, options: Repeatable) =>
    ask<ResultOf<typeof readHostKey>>('POST', `${base}/host-key`, server, options),
  pauseOutlet: (id: string) => outlet<undefined>(id, 'pause'),
  resumeOutlet: (id: string) => outlet<undefined>(id, 'resume'),
  testOutlet: (id: string) => outlet<ResultOf<typeof testOutlet>>(id, 'test'),
  retryOutlet: (id: string, code: string) => outlet<ResultOf<typeof retryOutlet>>(id, 'retry', { code }),
  getRefusals: () => ask<Refusals>('GET', `${base}/refusals`),
  listAccounts: list<AccountList>('/accounts'),
  createAccount: (body: BodyOf<typeof createAccount>) => ask<AccountItem>('POST', `${base}/accounts`, body),
  invite: (accountId: string, body: BodyOf<typeof inviteToAccount>) =>
    ask<MadeLink>('POST', `${base}/accounts/${encodeURIComponent(accountId)}/invitations`, body),
  openMoveIn: (accountId: string, body: BodyOf<typeof openMoveIn>) =>
    ask<undefined>('PUT', `${base}/accounts/${encodeURIComponent(accountId)}/move-in`, body),
  endMoveIn: (accountId: string) =>
    ask<undefined>('DELETE', `${base}/accounts/${encodeURIComponent(accountId)}/move-in`),
  listPeople: list<PeopleList>('/people'),
  setOperator: (userId: string, isOperator: boolean) => person(userId, 'operator', { isOperator }),
  listAccess: (userId: string) =>
    ask<ResultOf<typeof getPersonAccess>>('GET', `${base}/people/${encodeURIComponent(userId)}/access`),
  disable: (userId: string, access: AccessChoice) => person(userId, `disable?access=${access}`),
  enable: (userId: string) => person(userId, 'enable'),
  setAddress: (userId: string, email: string) => person(userId, 'address', { email }),
  makeSignInLink: (userId: string) =>
    ask<MadeLink>('POST', `${base}/people/${encodeURIComponent(userId)}/sign-in-link`, {}),
  getSystem: () => ask<SystemFacts>('GET', `${base}/system`),
  rotateSigningKey: () => ask<{ readonly keyId: string }>('POST', `${base}/signing-key/rotate`, {}),
}

/** The address at which a browser plays a master or loads a cover while its release waits. */
export const reviewFile = (releaseId: string, kind: 'audio' | 'image', uploadId: string): string =>
  `${consolePath}/api${reviewPath(releaseId)}/${kind}/${encodeURIComponent(uploadId)}`
