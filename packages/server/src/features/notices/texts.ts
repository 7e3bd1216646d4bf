import type { AccountId } from '../../platform/values/ids.ts'
import { hostOf, type MailContent, plainLine, plainName } from '../mail/index.ts'
import type { NoticeFacts, Tally } from './notice-queries.ts'

/** What notices say. Those of an account name that account and its own releases, and no other account. */

export interface NoticeContext {
  /** The address of the hub, such as `https://music.example`. */
  readonly hubUrl: string
  /** Undefined for operators. */
  readonly accountId: AccountId | undefined
  /** Of accounts, by id. */
  readonly names: ReadonlyMap<string, string>
  readonly outletNames: ReadonlyMap<string, string>
  readonly isDigest: boolean
  readonly unsubscribeUrl: string
}

interface Kind {
  /** One event, without the reason. */
  head(title: string, place: Place): string
  /** How several begin: `3 releases are live`. */
  readonly many: string
  /** After the reason. */
  readonly advice?: string
  /** The page of one event, below that of the account. */
  page?(id: string): string
}

interface Place {
  readonly account: string
  readonly outlet: string
}

const releasePage = (id: string): string => `/releases/${id}`

/** In the order in which a mail has them: what needs an action comes first. */
export const kinds: Readonly<Record<string, Kind>> = {
  review_waiting: {
    head: (title, { account }) => `${title} of ${account} was submitted for review`,
    many: 'releases were submitted for review',
  },
  delivery_refused: {
    head: (title, { outlet }) => `${outlet} refused ${title}`,
    many: 'releases were refused by stores',
    advice: 'Open the release to see what the store found and how to fix it. Then submit the release again.',
    page: releasePage,
  },
  delivery_failed: {
    head: (title) => `${title} could not be delivered`,
    many: 'releases could not be delivered',
    advice: 'Open the release to see the reason, and try the delivery again.',
    page: releasePage,
  },
  changes_requested: {
    head: (title) => `The reviewer asks for changes to ${title}`,
    many: 'releases need changes after their review',
    advice: 'Make the changes, then submit the release again.',
    page: releasePage,
  },
  review_rejected: {
    head: (title) => `${title} was rejected by the reviewer`,
    many: 'releases were rejected by the reviewer',
    page: releasePage,
  },
  review_approved: {
    head: (title) => `${title} was approved by the reviewer`,
    many: 'releases were approved by the reviewer',
    page: releasePage,
  },
  export_failed: {
    head: (title) => `The export of ${title} failed`,
    many: 'exports failed',
    page: () => '/exports',
  },
  table_refused: {
    head: (title) => `The table ${title} was refused`,
    many: 'tables were refused',
    advice: 'Open the import to see what is wrong with the table.',
    page: (id) => `/imports/${id}`,
  },
  message_refused: {
    head: (title) => `The message ${title} was refused or is incomplete`,
    many: 'messages were refused or are incomplete',
  },
  release_live: { head: (title) => `${title} is live`, many: 'releases are live', page: releasePage },
  release_taken_down: {
    head: (title) => `${title} was taken down everywhere`,
    many: 'releases were taken down everywhere',
    page: releasePage,
  },
  report_imported: {
    head: (title) => `The report ${title} was imported`,
    many: 'reports were imported',
    page: (id) => `/reports/${id}`,
  },
  export_ready: {
    head: (title) => `The export of ${title} is ready to download`,
    many: 'exports are ready to download',
    page: () => '/exports',
  },
  table_imported: {
    head: (title) => `The table ${title} was imported`,
    many: 'tables were imported',
    page: (id) => `/imports/${id}`,
  },
  message_imported: { head: (title) => `The message ${title} was imported`, many: 'messages were imported' },
  job_done: { head: (title) => `The job ${title} is done`, many: 'jobs are done', page: (id) => `/jobs/${id}` },
}

export function noticeMail(tallies: readonly Tally[], context: NoticeContext): MailContent {
  const told = Object.entries(kinds).flatMap(([name, kind]) => {
    const same = tallies.filter((tally) => tally.kind === name)
    return same.length === 0 ? [] : [tellKind(kind, same, context)]
  })
  const total = told.reduce((sum, { count }) => sum + count, 0)
  const single = total === 1 ? told[0]?.single : undefined
  const about = placeName(context)
  const host = hostOf(context.hubUrl)
  const intro = context.isDigest ? `The daily notices of ${about}:` : `News of ${about}:`
  return {
    subject: `${about}: ${single?.head ?? countOf(total, 'notice', 'notices')}`,
    paragraphs: [
      ...(single ? [] : [intro]),
      ...told.flatMap(({ paragraphs }) => paragraphs),
      context.accountId === undefined
        ? `You get this message because you are an operator of ${host}.`
        : `You get this message because you are a member of ${about} on ${host}.`,
    ],
    links: linksOf(context, single?.page),
    unsubscribeUrl: context.unsubscribeUrl,
  }
}

interface ToldKind {
  readonly count: number
  readonly paragraphs: readonly string[]
  readonly single: { readonly head: string; readonly page: string | undefined } | undefined
}

/** Of operators, several accounts can have events of one kind. */
function tellKind(kind: Kind, tallies: readonly Tally[], context: NoticeContext): ToldKind {
  const count = tallies.reduce((sum, tally) => sum + tally.count, 0)
  const first = tallies
    .flatMap((tally) => tally.first.map((facts) => ({ facts, accountId: tally.accountId })))
    .slice(0, namedLimit)
  const sentences = first.map(({ facts, accountId }) => sentenceOf(kind, facts, placeOf(facts, accountId, context)))
  const [only] = sentences
  const { advice } = kind
  if (count === 1 && only) {
    const id = first[0]?.facts.id
    const single = { head: only.head, page: id === undefined ? undefined : kind.page?.(id) }
    return { count, single, paragraphs: [only.text, ...(advice === undefined ? [] : [advice])] }
  }
  const others = count - first.length
  const hasReasons = others === 0 && sentences.some(({ hasReason }) => hasReason)
  const names = [
    ...first.map(({ facts }) => titleOf(facts)),
    ...(others > 0 ? [countOf(others, 'other', 'others')] : []),
  ]
  return {
    count,
    single: undefined,
    paragraphs: [
      `${formatCount(count)} ${kind.many}${hasReasons ? ':' : `: ${inOneLine(names)}.`}`,
      ...(hasReasons ? sentences.map(({ text }) => text) : []),
    ],
  }
}

const namedLimit = 5
const maxReason = 500

function sentenceOf(kind: Kind, facts: NoticeFacts, place: Place) {
  const head = kind.head(titleOf(facts), place)
  const reason = plainLine(facts.reason ?? '', maxReason)
  return { head, hasReason: reason !== '', text: reason === '' ? `${head}.` : `${head}: ${reason}` }
}

function titleOf({ title = '' }: NoticeFacts): string {
  const name = plainName(title)
  return name === '' ? '“(no title)”' : `“${name}”`
}

const placeOf = ({ outlet = '' }: NoticeFacts, accountId: string, { names, outletNames }: NoticeContext): Place => ({
  account: plainName(names.get(accountId) ?? accountId),
  outlet: plainName(outletNames.get(outlet) ?? outlet),
})

const placeName = ({ accountId, names, hubUrl }: NoticeContext): string =>
  accountId === undefined ? hostOf(hubUrl) : plainName(names.get(accountId) ?? accountId)

function linksOf({ hubUrl, accountId, unsubscribeUrl }: NoticeContext, page = ''): NonNullable<MailContent['links']> {
  const home = `${hubUrl}/console/${accountId === undefined ? '' : `a/${accountId}`}`
  return [
    accountId === undefined
      ? { label: 'Open the reviews', url: `${hubUrl}/console/operator/reviews` }
      : { label: page === '' ? 'Open the console' : 'Open the page', url: `${home}${page}` },
    { label: 'Choose your notices', url: accountId === undefined ? home : `${home}/you` },
    { label: 'Unsubscribe', url: unsubscribeUrl },
  ]
}

const formatCount = (count: number): string => count.toLocaleString('en')
const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const inOneLine = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
