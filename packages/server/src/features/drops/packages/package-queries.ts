import type { Tenant } from '../../../platform/database/sql.ts'

/** Packages in drops, and how far the hub is with them. */

export type PackageStatus = 'arriving' | 'taken' | 'handed_in' | 'done' | 'refused'

export interface PackageRow {
  readonly id: string
  readonly name: string
  readonly status: PackageStatus
  readonly fingerprint: Buffer
  readonly files: number
  readonly bytes: number
  /** Since when it is as it is. */
  readonly changedAt: Date
  /** It was read as it is, and lacks something. */
  readonly isChecked: boolean
  /** What it waits for, or why it was refused. */
  readonly detail: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

const columns = `id, name, status, fingerprint, files, bytes, changed_at as "changedAt", is_checked as "isChecked", detail,
  created_at as "createdAt", ended_at as "endedAt"`

export const listPackages = (tenant: Tenant, dropId: string): Promise<PackageRow[]> =>
  tenant.readRows(`select ${columns} from drop_packages where account_id = $1 and drop_id = $2 order by name`, [dropId])

export interface SeenPackage extends Pick<PackageRow, 'name' | 'fingerprint' | 'files' | 'bytes'> {
  readonly at: Date
}

export async function insertPackage(
  tenant: Tenant,
  dropId: string,
  { name, fingerprint, files, bytes, at }: SeenPackage,
): Promise<void> {
  await tenant.execute(
    `insert into drop_packages (account_id, drop_id, name, status, fingerprint, files, bytes, changed_at, created_at)
     values ($1, $2, $3, 'arriving', $4, $5, $6, $7, $7) on conflict do nothing`,
    [dropId, name, fingerprint, files, bytes, at],
  )
}

/** It is still arriving. Nothing of it was imported yet. */
export async function savePackageChange(
  tenant: Tenant,
  id: string,
  { fingerprint, files, bytes, at }: Omit<SeenPackage, 'name'>,
): Promise<void> {
  await tenant.execute(
    `update drop_packages set status = 'arriving', fingerprint = $3, files = $4, bytes = $5, changed_at = $6,
       is_checked = false, detail = null
     where account_id = $1 and id = $2 and status in ('arriving', 'taken')`,
    [id, fingerprint, files, bytes, at],
  )
}

/** Why it is not taken yet, or not handed in. */
export async function savePackageWait(
  tenant: Tenant,
  id: string,
  { detail, isChecked }: { readonly detail: string | null; readonly isChecked: boolean },
): Promise<void> {
  await tenant.execute(
    `update drop_packages set detail = left($3, 1000), is_checked = $4
     where account_id = $1 and id = $2 and ended_at is null`,
    [id, detail, isChecked],
  )
}

export async function advancePackage(
  tenant: Tenant,
  id: string,
  { from, to }: { readonly from: PackageStatus; readonly to: PackageStatus },
): Promise<void> {
  await tenant.execute(
    `update drop_packages set status = $4, detail = null where account_id = $1 and id = $2 and status = $3`,
    [id, from, to],
  )
}

/** False unless its files are stored and it is not imported yet. Locked until the transaction ends. */
export const lockTakenPackage = async (trx: Tenant, id: string): Promise<boolean> =>
  (await trx.execute(`select 1 from drop_packages where account_id = $1 and id = $2 and status = 'taken' for update`, [
    id,
  ])) > 0

export interface PackageEnd {
  readonly status: 'done' | 'refused'
  readonly detail: string | null
  readonly at: Date
}

export async function endPackage(trx: Tenant, id: string, { status, detail, at }: PackageEnd): Promise<void> {
  await trx.execute(
    `update drop_packages set status = $3, detail = left($4, 1000), ended_at = $5
     where account_id = $1 and id = $2 and ended_at is null`,
    [id, status, detail, at],
  )
  await trx.execute('delete from drop_files where account_id = $1 and package_id = $2', [id])
}

export async function deletePackage(tenant: Tenant, id: string): Promise<void> {
  await tenant.execute('delete from drop_packages where account_id = $1 and id = $2', [id])
}

/** A file of a package that is an upload by now. */
export interface TakenFile {
  /** In the drop. */
  readonly path: string
  readonly size: number
  readonly modifiedMs: number
  readonly uploadId: string
  /** Whether it is what the messages say of it, where they say something. */
  readonly isAsSaid: boolean
}

export const listTakenFiles = (tenant: Tenant, packageId: string): Promise<TakenFile[]> =>
  tenant.readRows(
    `select path, size, modified_ms as "modifiedMs", upload_id as "uploadId", is_as_said as "isAsSaid"
     from drop_files where account_id = $1 and package_id = $2 order by path`,
    [packageId],
  )

/** Throws when the package is gone, and so is the upload with the transaction. */
export async function insertTakenFile(trx: Tenant, packageId: string, file: TakenFile): Promise<void> {
  await trx.execute(
    `insert into drop_files (account_id, package_id, path, size, modified_ms, upload_id, is_as_said)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [packageId, file.path, file.size, file.modifiedMs, file.uploadId, file.isAsSaid],
  )
}

export async function deleteTakenFile(
  tenant: Tenant,
  packageId: string,
  { path, uploadId }: Pick<TakenFile, 'path' | 'uploadId'>,
): Promise<void> {
  await tenant.execute(
    'delete from drop_files where account_id = $1 and package_id = $2 and path = $3 and upload_id = $4',
    [packageId, path, uploadId],
  )
}
