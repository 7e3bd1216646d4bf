import type { NoticePace } from '@spindle/contract/console'
import type { Sql, Transaction } from '../../platform/database/sql.ts'
import type { AccountId, Id } from '../../platform/values/ids.ts'
import { type Choices, operatorScope } from './choices.ts'

/**
 * Events that become notices, and what is collected for each person. Triggers write the events, by
 * migrations/functions/add_notice.sql. What an event says is in migrations/functions/tell_people_of_release.sql,
 * tell_people_of_report.sql, tell_people_of_export.sql, tell_people_of_table.sql, tell_people_of_import.sql and
 * tell_people_of_bulk.sql. Across accounts on purpose: one job looks after all. Each row and each mail is about one account,
 * except mail to operators.
 */

/** What one event says. */
export interface NoticeFacts {
  readonly id?: string
  readonly title?: string
  readonly reason?: string
  readonly outlet?: string
}

export interface Tally {
  readonly accountId: AccountId
  readonly topic: string
  readonly kind: string
  readonly count: number
  readonly first: readonly NoticeFacts[]
}

/** One job of all nodes at a time collects and sends. */
export async function lockNotices(trx: Transaction): Promise<void> {
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('notices', 0))`)
}

export interface CollectRequest {
  /** Events that are taken from the table. */
  readonly limit: number
  /** The first few of each kind are kept. */
  readonly kept: number
  readonly at: Date
  /** By topic. */
  readonly defaults: Choices
}

/** Gives the oldest events to the people they are for. Returns how many there were. */
export async function collectEvents(trx: Transaction, { limit, kept, at, defaults }: CollectRequest): Promise<number> {
  const row = await trx.row<{ taken: number }>(
    `with taken as (
       delete from notice_events where (account_id, id) in
         (select account_id, id from notice_events order by id limit $1)
       returning account_id, id, topic, kind, facts
     ), counted as (
       select account_id, topic, kind, count(*) as count, to_jsonb((array_agg(facts order by id))[1:$2]) as first
       from taken t
       where kind <> 'review_waiting' or exists (
         select from releases_to_review r where r.account_id = t.account_id and r.id = t.facts ->> 'id')
       group by account_id, topic, kind
     ), wanted as (
       select c.*, p.user_id, c.account_id::text as scope
       from counted c join members_to_tell p on p.account_id = c.account_id where c.topic <> 'waiting'
       union all
       select c.*, p.user_id, '${operatorScope}' from counted c cross join operators_to_tell p where c.topic = 'waiting'
     ), added as (
       insert into notice_tallies (account_id, user_id, topic, kind, count, first, since)
       select w.account_id, w.user_id, w.topic, w.kind, w.count, w.first, $3
       from wanted w left join notice_settings s on s.user_id = w.user_id and s.scope = w.scope
       where coalesce(s.choices ->> w.topic, $4::jsonb ->> w.topic) <> 'never'
       on conflict (account_id, user_id, topic, kind) do update set
         count = notice_tallies.count + excluded.count,
         first = jsonb_path_query_array(notice_tallies.first || excluded.first, '$[0 to ${kept - 1}]')
     )
     select count(*)::int as taken from taken`,
    [limit, kept, at, JSON.stringify(defaults)],
  )
  return row?.taken ?? 0
}

export interface DueRequest {
  /** Daily notices that were collected before this instant are due. */
  readonly digestAt: Date
  /** People who were told before this instant may be told again at once. */
  readonly toldBefore: Date
  readonly defaults: Choices
  readonly limit: number
}

export interface Due {
  readonly userId: Id<'usr'>
  /** An account, or `operator`. */
  readonly scope: string
  readonly isDigest: boolean
}

/** People for whom something is due, in an account or as operators. */
export const listDue = (trx: Transaction, { digestAt, toldBefore, defaults, limit }: DueRequest): Promise<Due[]> =>
  trx.readRows(
    `select t.user_id as "userId", t.scope,
       bool_or(t.since < $1 and (s.digested_at is null or s.digested_at < $1)) as "isDigest"
     from (select user_id, topic, since,
             case when topic = 'waiting' then '${operatorScope}' else account_id::text end as scope
           from notice_tallies) t
     left join notice_settings s on s.user_id = t.user_id and s.scope = t.scope
     where (t.since < $1 and (s.digested_at is null or s.digested_at < $1))
        or (coalesce(s.choices ->> t.topic, $3::jsonb ->> t.topic) = 'at_once' and (s.told_at is null or s.told_at <= $2))
     group by t.user_id, t.scope order by t.user_id, t.scope limit $4`,
    [digestAt, toldBefore, JSON.stringify(defaults), limit],
  )

export interface Reader {
  readonly name: string
  readonly email: string
}

/** Undefined if the person left, was disabled, or has no confirmed address any more. */
export const findReader = (
  trx: Transaction,
  { userId, scope }: Pick<Due, 'userId' | 'scope'>,
): Promise<Reader | undefined> =>
  scope === operatorScope
    ? trx.readRow(`select name, email from operators_to_tell where user_id = $1`, [userId])
    : trx.readRow(`select name, email from members_to_tell where user_id = $1 and account_id = $2`, [userId, scope])

/** Removes what was collected for a person about these topics, and returns it. */
export const takeTallies = (
  trx: Transaction,
  { userId, scope }: Pick<Due, 'userId' | 'scope'>,
  topics: readonly string[],
): Promise<Tally[]> =>
  trx.rows(
    `delete from notice_tallies where user_id = $1 and topic = any ($2) and ($3 = '${operatorScope}' or account_id = $3)
     returning account_id as "accountId", topic, kind, count::int as count, first`,
    [userId, topics, scope],
  )

/** Notes that the person was told now. */
export async function noteTold(trx: Transaction, { userId, scope, isDigest }: Due, at: Date): Promise<void> {
  await trx.execute(
    `insert into notice_settings (user_id, for_account, told_at, digested_at)
     values ($1, nullif($2, '${operatorScope}'), $3, case when $4 then $3::timestamptz end)
     on conflict (user_id, scope) do update
       set told_at = $3, digested_at = case when $4 then $3::timestamptz else notice_settings.digested_at end`,
    [userId, scope, at, isDigest],
  )
}

export interface ChoicesRow {
  readonly scope: string
  readonly choices: Readonly<Record<string, NoticePace>>
}

export const listChoices = (sql: Sql, userId: string): Promise<ChoicesRow[]> =>
  sql.readRows(`select scope, choices from notice_settings where user_id = $1`, [userId])

/** What is not named stays as it is. */
export async function saveChoices(
  trx: Transaction,
  { userId, scope }: Pick<Due, 'userId' | 'scope'>,
  choices: Choices,
): Promise<void> {
  await trx.execute(
    `insert into notice_settings (user_id, for_account, choices) values ($1, nullif($2, '${operatorScope}'), $3::jsonb)
     on conflict (user_id, scope) do update set choices = notice_settings.choices || excluded.choices`,
    [userId, scope, JSON.stringify(choices)],
  )
}

/** What no worker took, such as those of a hub without a mail server. */
export async function deleteOldNotices(sql: Sql, before: Date): Promise<void> {
  await sql.execute(`delete from notice_events where at < $1`, [before])
  await sql.execute(`delete from notice_tallies where since < $1`, [before])
}

export async function deleteAllNotices(sql: Sql): Promise<void> {
  await sql.execute(`delete from notice_events`)
  await sql.execute(`delete from notice_tallies`)
}
