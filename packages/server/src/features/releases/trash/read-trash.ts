import type { TrashedRelease } from '@spindle/contract'
import type { PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { countTrash, findTrashPage } from './trash-queries.ts'

/** A page of the trash. A position is an instant and an id. */
export async function readTrash(tenant: Tenant, page: PageRequest): Promise<PageResult<TrashedRelease>> {
  const [deletedAt = '', releaseId = ''] = page.after?.split(' ') ?? []
  const after = page.after === undefined ? undefined : { deletedAt, releaseId }
  const rows = await findTrashPage(tenant, { limit: page.limit, after })
  const total = page.wantsTotal ? await countTrash(tenant) : undefined
  return { ...pageOf(rows, page, (last) => `${last.deletedAt} ${last.id}`), total }
}
