import type { Run } from '../command.ts'
import type { get } from './commands.ts'
import { releaseLines } from './describe.ts'

export const getRelease: Run<typeof get> = async ({ client, out, signal }, { releaseId, etag: isEtagOnly }) => {
  const { data: release, response } = await (await client()).releases.retrieve(releaseId, { signal }).withResponse()
  const etag = response.headers.get('etag')
  if (isEtagOnly) out.secret(etag ?? '', { id: release.id, etag })
  else out.result(release, () => releaseLines(release, out, etag))
  return undefined
}
