import { type ExitCode, UsageError } from '@spindle/command-line'
import type { NewBulk, ReleasePatch } from '@spindle/contract'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { readDocument } from '../../files/read-document.ts'
import type { action, atOutlet, outlets, patch, undo } from './bulk-commands.ts'
import { followBulk, showBulk } from './follow-bulk.ts'
import { type Selection, selectReleases } from './select-releases.ts'

/** Commands that start bulk jobs. Each asks first, unless it is a dry run. */

interface Given extends Selection {
  readonly dryRun: boolean
  readonly watch: boolean
  readonly yes: boolean
}

export const patchReleases: CommandHandler<typeof patch> = async (context, { file, ...given }) => {
  const { value } = await readDocument(context, file)
  return start(context, given, { action: 'patch', patch: value as ReleasePatch })
}

export const validateReleases: CommandHandler<typeof atOutlet> = (context, { outlet, ...given }) =>
  // It takes nothing away, so there is nothing to confirm.
  start(context, { ...given, yes: true }, { action: 'validate', ...(outlet !== undefined && { outlet }) })

export const submitReleases: CommandHandler<typeof action> = (context, given) =>
  start(context, given, { action: 'submit' })

export const redeliverReleases: CommandHandler<typeof atOutlet> = (context, { outlet, ...given }) =>
  start(context, given, { action: 'redeliver', ...(outlet !== undefined && { outlet }) })

export const changeOutlets: CommandHandler<typeof outlets> = (context, { set, add, remove, everywhere, ...given }) => {
  if (set === undefined && add === undefined && remove === undefined && !everywhere)
    throw new UsageError('No outlets are given', 'Use --set, --add, --remove or --everywhere.')
  const change = {
    ...(everywhere && { set: null }),
    ...(set && { set: [...set] }),
    ...(add && { add: [...add] }),
    ...(remove && { remove: [...remove] }),
  }
  return start(context, given, { action: 'outlets', outlets: change })
}

export const undoBulk: CommandHandler<typeof undo> = async (context, { bulkId, watch, yes }) => {
  await context.confirm(`Undo the patches of ${bulkId}?`, yes)
  const { bulk } = await context.client()
  const job = await bulk.undo(bulkId, { signal: context.signal })
  return watch ? followBulk(context, job) : showBulk(context, job)
}

async function start(
  context: CommandContext,
  given: Given,
  request: Omit<NewBulk, 'ids' | 'filters'>,
): Promise<ExitCode | undefined> {
  const { dryRun, watch, yes } = given
  const body = { ...request, ...selectReleases(given), ...(dryRun && { dryRun }) }
  if (!dryRun) await context.confirm(`Start ${request.action} for ${describeSelection(body)}?`, yes)
  const { bulk } = await context.client()
  const job = await bulk.create(body, { signal: context.signal })
  return watch || dryRun ? followBulk(context, job) : showBulk(context, job)
}

function describeSelection({ ids, filters }: Pick<NewBulk, 'ids' | 'filters'>): string {
  if (ids) return ids.length === 1 ? '1 release' : `${ids.length} releases`
  const named = Object.entries(filters ?? {}).map(([name, value]) => `${name} "${value}"`)
  return named.length === 0 ? 'all releases' : `all releases with ${named.join(', ')}`
}
