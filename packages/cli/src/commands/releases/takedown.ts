import type { Release, TakedownPreview } from '@spindle/client'
import { requireOption, UsageError } from '@spindle/command-line'
import { describeOutletTakedown } from '@spindle/contract/vocabulary'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { formatHeadline, formatPlannedTakedown } from './format-release.ts'
import { confirmAction, show } from './release-actions.ts'
import type { takedown } from './release-commands.ts'

/** Taking a release down: now or on a day, cancelling that, or only a preview. */
export const takeDownRelease: CommandHandler<typeof takedown> = async (context, { preview, cancel, ...given }) => {
  if (preview && cancel) throw new UsageError('--preview and --cancel cannot be used together')
  if (preview) return showPreview(context, given)
  if (cancel) return callOff(context, given)
  const { releaseId, outlets, on, yes } = given
  const reason = requireOption(given.reason, '--reason', '--reason "Rights have ended"')
  const where = outlets === undefined ? 'everywhere' : `at ${outlets.join(', ')}`
  const what = `Take down ${where}${on === undefined ? '' : ` on ${on}`}`
  const { releases, options } = await confirmAction(context, { releaseId, yes, what })
  const body = { reason, ...(outlets && { outlets: [...outlets] }), ...(on !== undefined && { on }) }
  const release = await releases.takedown(releaseId, body, options)
  if (on !== undefined) return showPlanned(context, release)
  return show(context, release, `spindle releases watch ${releaseId} --until taken_down`)
}

interface Chosen {
  readonly releaseId: string
  readonly outlets: readonly string[] | undefined
}

async function showPreview(
  { client, out, signal }: CommandContext,
  { releaseId, outlets }: Chosen,
): Promise<undefined> {
  const answer = await (await client()).releases.previewTakedown(releaseId, { signal })
  const unknown = outlets?.filter((id) => !answer.outlets.some(({ outlet }) => outlet.id === id)) ?? []
  if (unknown.length > 0) throw new UsageError(`--outlets: the release was not delivered to ${unknown.join(', ')}`)
  const shown = answer.outlets.filter(({ outlet }) => outlets?.includes(outlet.id) ?? true)
  out.result({ ...answer, outlets: shown }, () => formatPreview({ ...answer, outlets: shown }))
}

const formatPreview = ({ outlets, planned }: TakedownPreview): readonly string[] =>
  [
    ...(outlets.length === 0
      ? ['This release was never delivered to an outlet.']
      : outlets.flatMap(describeOutletTakedown)),
    ...(planned ? [formatPlannedTakedown(planned)] : []),
  ].map(sanitizeText)

async function callOff(
  context: CommandContext,
  { releaseId, yes }: { readonly releaseId: string; readonly yes: boolean },
): Promise<undefined> {
  const { releases, options } = await confirmAction(context, { releaseId, yes, what: 'Cancel the planned takedown' })
  const release = await releases.cancelTakedown(releaseId, options)
  context.out.result(release, () => [`${formatHeadline(release)} is ${release.status}, and no takedown is planned.`])
}

function showPlanned({ out }: CommandContext, release: Release): undefined {
  const { plannedTakedown } = release
  out.result(release, () => [
    `${formatHeadline(release)} is ${release.status} until ${plannedTakedown?.at ?? 'its takedown'}.`,
  ])
  out.next(`To cancel it: spindle releases takedown ${release.id} --cancel`)
}
