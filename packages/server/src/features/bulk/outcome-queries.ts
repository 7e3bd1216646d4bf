import type { BulkOutcome, FieldError, ReleasePatch } from '@spindle/contract'
import type { Tenant, TenantTransaction } from '../../platform/database/sql.ts'

/** The releases of bulk jobs, and their outcomes. */

export interface NewTarget {
  readonly id: string
  readonly revision?: number | undefined
  readonly patch?: ReleasePatch | undefined
}

export async function insertTargets(
  trx: TenantTransaction,
  bulkId: string,
  targets: readonly NewTarget[],
): Promise<void> {
  await trx.execute(
    `insert into bulk_releases (account_id, bulk_id, position, release_id, expected, patch)
     select $1, $2, t.position, t.id, t.revision, t.patch
     from rows from (json_to_recordset($3) as (id text, revision int, patch json))
          with ordinality as t (id, revision, patch, position)`,
    [bulkId, JSON.stringify(targets)],
  )
}

/** The releases that a job patched, each with the patch back, for the revision that the job made. */
export async function copyPatchedTargets(
  trx: TenantTransaction,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await trx.execute(
    `insert into bulk_releases (account_id, bulk_id, position, release_id, expected, patch)
     select account_id, $3, row_number() over (order by position), release_id, revision, before
     from bulk_releases where account_id = $1 and bulk_id = $2 and before is not null`,
    [from, to],
  )
}

export interface PatchedSize {
  readonly count: number
  readonly bytes: number
}

export async function measurePatched(tenant: Tenant, bulkId: string): Promise<PatchedSize> {
  const row = await tenant.readRow<PatchedSize>(
    `select count(*)::int as count, coalesce(sum(octet_length(before::text)), 0)::int8 as bytes
     from bulk_releases where account_id = $1 and bulk_id = $2 and before is not null`,
    [bulkId],
  )
  return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) }
}

export interface WaitingTarget {
  readonly position: number
  readonly releaseId: string
  readonly expected: number | null
  readonly patch: ReleasePatch | null
}

export const listWaiting = (tenant: Tenant, bulkId: string, limit: number): Promise<WaitingTarget[]> =>
  tenant.readRows(
    `select position, release_id as "releaseId", expected, patch from bulk_releases
     where account_id = $1 and bulk_id = $2 and outcome = 'waiting' order by position limit $3`,
    [bulkId, limit],
  )

export const isWaiting = async (trx: TenantTransaction, bulkId: string, position: number): Promise<boolean> =>
  (await trx.readRow(
    `select 1 from bulk_releases where account_id = $1 and bulk_id = $2 and position = $3 and outcome = 'waiting'`,
    [bulkId, position],
  )) !== undefined

export interface Outcome {
  readonly outcome: Exclude<BulkOutcome, 'waiting'>
  readonly revision?: number | undefined
  readonly code?: string | undefined
  readonly detail?: string | undefined
  readonly errors?: readonly FieldError[] | undefined
  readonly before?: ReleasePatch | undefined
}

export interface RecordedOutcome extends Outcome {
  readonly bulkId: string
  readonly position: number
  readonly at: Date
}

/** Of a release that waits. The job is locked and running; it is complete with its last outcome. */
export async function recordOutcome(trx: TenantTransaction, outcome: RecordedOutcome): Promise<void> {
  const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
  await trx.execute(
    `with recorded as (
       update bulk_releases set outcome = $4, revision = $5, code = $6, detail = $7, errors = $8::json, before = $9::json, at = $10
       where account_id = $1 and bulk_id = $2 and position = $3 and outcome = 'waiting'
       returning outcome, coalesce(octet_length($7), 0) + coalesce(octet_length($8::json::text), 0)
                          + coalesce(octet_length($9::json::text), 0) as bytes)
     update bulk_jobs b set
       done = done + (r.outcome = 'done')::int,
       unchanged = unchanged + (r.outcome = 'unchanged')::int,
       refused = refused + (r.outcome = 'refused')::int,
       stored_bytes = stored_bytes + r.bytes,
       moved_at = $10,
       status = case when done + unchanged + refused + 1 = total then 'completed' else status end,
       ended_at = case when done + unchanged + refused + 1 = total then $10::timestamptz end
     from recorded r where b.account_id = $1 and b.id = $2`,
    [
      ...[outcome.bulkId, outcome.position, outcome.outcome, outcome.revision ?? null, outcome.code ?? null],
      ...[outcome.detail ?? null, json(outcome.errors), json(outcome.before), outcome.at],
    ],
  )
}

/** How often the hub has failed with a release. */
export async function countFailure(tenant: Tenant, bulkId: string, position: number): Promise<number> {
  const row = await tenant.row<{ failures: number }>(
    `update bulk_releases set failures = failures + 1
     where account_id = $1 and bulk_id = $2 and position = $3 returning failures`,
    [bulkId, position],
  )
  return row?.failures ?? 0
}

export interface OutcomeRow {
  readonly position: number
  readonly releaseId: string
  readonly outcome: BulkOutcome
  readonly revision: number | null
  readonly code: string | null
  readonly detail: string | null
  readonly errors: FieldError[] | null
  readonly at: Date | null
}

export interface OutcomePage {
  readonly outcome: BulkOutcome | undefined
  readonly limit: number
  readonly after: number
}

export const listOutcomeRows = (
  tenant: Tenant,
  bulkId: string,
  { outcome, limit, after }: OutcomePage,
): Promise<OutcomeRow[]> =>
  tenant.readRows(
    `select position, release_id as "releaseId", outcome, revision, code, detail, errors, at from bulk_releases
     where account_id = $1 and bulk_id = $2 and ($3::text is null or outcome = $3) and position > $4
     order by position limit $5`,
    [bulkId, outcome ?? null, after, limit],
  )

export async function countOutcomes(tenant: Tenant, bulkId: string, outcome: BulkOutcome | undefined): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(*)::int as count from bulk_releases
     where account_id = $1 and bulk_id = $2 and ($3::text is null or outcome = $3)`,
    [bulkId, outcome ?? null],
  )
  return row?.count ?? 0
}
