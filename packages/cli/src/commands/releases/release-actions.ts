import type { Release, Releases } from '@spindle/client'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { withCounts } from '../../output/format-findings.ts'
import { formatGroupedFindings } from '../../output/group-findings.ts'
import { formatHeadline } from './format-release.ts'
import type { confirmed } from './release-commands.ts'

/**
 * Commands that change the status of a release. Each asks first and names the release. Takedowns have their own file.
 */

export const submitRelease: CommandHandler<typeof confirmed> = async (context, { releaseId, yes }) => {
  const { releases, options } = await confirmAction(context, { releaseId, yes, what: 'Submit' })
  const release = await releases.submit(releaseId, options)
  const { out } = context
  out.result(release, () => [
    ...formatGroupedFindings(release.findings, out),
    `${formatHeadline(release)} is ${withCounts(release.status, release.findings)}.`,
  ])
  out.next(`Next: spindle releases watch ${releaseId}`)
  return undefined
}

export const withdrawRelease: CommandHandler<typeof confirmed> = async (context, { releaseId, yes }) => {
  const { releases, options } = await confirmAction(context, { releaseId, yes, what: 'Withdraw' })
  return show(context, await releases.withdraw(releaseId, options), `spindle releases update ${releaseId} <file>`)
}

export const discardReleaseChanges: CommandHandler<typeof confirmed> = async (context, { releaseId, yes }) => {
  const { releases, options } = await confirmAction(context, {
    releaseId,
    yes,
    what: 'Discard the unsubmitted changes',
  })
  const release = await releases.discardChanges(releaseId, options)
  context.out.result(release, () => [`${formatHeadline(release)} is as it was last submitted.`])
  return undefined
}

export const deleteRelease: CommandHandler<typeof confirmed> = async (context, { releaseId, yes }) => {
  const { releases, options } = await confirmAction(context, { releaseId, yes, what: 'Delete the draft' })
  await releases.delete(releaseId, options)
  context.out.result({ id: releaseId, deleted: true }, () => [`${releaseId} is deleted.`])
  return undefined
}

interface Question {
  readonly releaseId: string
  readonly yes: boolean
  readonly what: string
}

/** Asks with the title of the release, which is read only if there is a question. */
export async function confirmAction(
  context: CommandContext,
  { releaseId, yes, what }: Question,
): Promise<{ readonly releases: Releases; readonly options: { readonly signal: AbortSignal } }> {
  const options = { signal: context.signal }
  await context.confirm(
    async () => `${what}: ${formatHeadline(await (await context.client()).releases.get(releaseId, options))}?`,
    yes,
  )
  return { releases: (await context.client()).releases, options }
}

export function show({ out }: CommandContext, release: Release, next: string): undefined {
  out.result(release, () => [`${formatHeadline(release)} is ${release.status}.`])
  out.next(`Next: ${next}`)
}
