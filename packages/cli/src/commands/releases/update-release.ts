import { type ReleasePatch, SpindleError } from '@spindle/client'
import { CommandError } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { readDocument, withErrorLines } from '../../files/read-document.ts'
import { isReleaseEditable } from '../../releases/is-release-editable.ts'
import { formatRelease } from './format-release.ts'
import type { update } from './release-commands.ts'

/** Changes a release, but not if someone else has changed it in between. */
export const updateRelease: CommandHandler<typeof update> = async (context, { releaseId, file, ifMatch }) => {
  const { out, signal } = context
  const document = await readDocument(context, file)
  const { releases } = await context.client()
  const readEtag = async () => (await releases.get(releaseId, { signal }).withResponse()).response.headers.get('etag')
  const etag = ifMatch === undefined ? ((await readEtag()) ?? undefined) : written(ifMatch)
  try {
    const release = await withErrorLines(document, () =>
      releases.update(releaseId, document.value as ReleasePatch, { signal, ifMatch: etag }),
    )
    out.result(release, () => formatRelease(release, out))
    out.next(
      isReleaseEditable(release) || release.pendingRevision !== null
        ? `Next: spindle releases submit ${release.id}`
        : `Next: spindle releases get ${release.id}`,
    )
    return undefined
  } catch (error) {
    if (error instanceof SpindleError && error.code === 'precondition_failed') throw lostUpdate(releaseId, error)
    throw error
  }
}

/** Shells remove the quotes of an ETag. */
const written = (etag: string): string => (/^(\*$|W\/|")/.test(etag) ? etag : `"${etag}"`)

const lostUpdate = (releaseId: string, { requestId }: SpindleError): CommandError =>
  new CommandError('The release was changed after you read it. Nothing was written', {
    code: 'precondition_failed',
    fix: `Look at it with \`spindle releases get ${releaseId}\`, then run the command again with its ETag or without --if-match.`,
    requestId,
  })
