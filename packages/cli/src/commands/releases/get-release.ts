import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatRelease } from './format-release.ts'
import type { get } from './release-commands.ts'

export const getRelease: CommandHandler<typeof get> = async (
  { client, out, signal },
  { releaseId, etag: isEtagOnly },
) => {
  const { releases } = await client()
  const { data: release, response } = await releases.get(releaseId, { signal }).withResponse()
  const etag = response.headers.get('etag')
  if (isEtagOnly) {
    out.secret(etag ?? '', { id: release.id, etag })
    return undefined
  }
  out.result(release, () => formatRelease(release, out, { etag }))
  return undefined
}
