import { AppError, type StoreMessage } from '@spindle/contract'
import type { FileResponse, PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { messageFile } from '../../../http/responses/message-file.ts'
import { pageOfCut } from '../../../http/responses/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import type { Releases } from '../../releases/index.ts'
import { batchIdOf } from '../packages/package-paths.ts'
import { countMessages, findMessageOfRelease, findMessagePage, type MessageRow } from './message-queries.ts'
import { statusOf } from './message-status.ts'

/** Messages to stores about a release, as they were sent. */

export interface MessageAddress {
  readonly releaseId: string
  readonly messageId: string
}

const toMessage = (row: MessageRow): StoreMessage => ({
  id: row.id as StoreMessage['id'],
  releaseId: row.releaseId as StoreMessage['releaseId'],
  deliveryId: row.deliveryId as StoreMessage['deliveryId'],
  outlet: row.outletId,
  revision: row.revision,
  purpose: row.purpose,
  status: statusOf(row),
  batch: batchIdOf(row.batch),
  size: row.size,
  sha256: row.sha256,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  acknowledgement: row.answer && { status: row.answer.status, message: row.answer.text },
})

export async function listMessages(
  { requireRelease }: Pick<Releases, 'requireRelease'>,
  tenant: Tenant,
  releaseId: string,
  page: PageRequest,
): Promise<PageResult<StoreMessage>> {
  await requireRelease(tenant, releaseId)
  const { data, next } = pageOfCut(await findMessagePage(tenant, releaseId, page), ({ id }) => id)
  const total = page.wantsTotal ? await countMessages(tenant, releaseId) : undefined
  return { data: data.map(toMessage), next, total }
}

export async function openMessage(tenant: Tenant, address: MessageAddress): Promise<FileResponse> {
  const message = await findMessageOfRelease(tenant, address)
  if (!message) throw new AppError('store_message_not_found')
  return messageFile(message.id, Buffer.from(message.xml), message.sha256)
}
