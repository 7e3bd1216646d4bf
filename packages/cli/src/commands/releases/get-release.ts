import type { CommandHandler } from '../../command-line/define-command.ts'
import { findReview } from '../../releases/find-review.ts'
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
  const review = await findReview(releases, release, signal)
  // The notes are in the events only, and whoever asks for the release wants them.
  const value = review === undefined ? release : { ...release, review }
  out.result(value, () => formatRelease(release, out, { etag, review }))
  return undefined
}
