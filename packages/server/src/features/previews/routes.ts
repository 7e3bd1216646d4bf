import { AppError, getUploadAudio, getUploadImage } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/routing/route.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import { findUploads, type UploadFacts } from '../uploads/index.ts'
import type { Previews } from './index.ts'

export function bindPreviews(http: Http, previews: Pick<Previews, 'openAudio' | 'openImage'>): void {
  route(http, getUploadAudio, async ({ principal, tenant, params }) =>
    previews.openAudio(principal.accountId, await getOwnUpload(tenant, params.uploadId)),
  )
  route(http, getUploadImage, async ({ principal, tenant, params, query }) =>
    previews.openImage(principal.accountId, await getOwnUpload(tenant, params.uploadId), query.size ?? 256),
  )
}

async function getOwnUpload(tenant: Tenant, uploadId: string): Promise<UploadFacts> {
  const upload = (await findUploads(tenant, [uploadId])).get(uploadId)
  if (!upload) throw new AppError('upload_not_found')
  return upload
}
