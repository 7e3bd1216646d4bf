import { UsageError } from '@spindle/command-line'
import type { Bulk, NewBulk } from '@spindle/contract'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatCount } from '../../output/format-units.ts'
import type { takedown } from './bulk-commands.ts'
import { followBulk, showBulk } from './follow-bulk.ts'
import { selectReleases } from './select-releases.ts'

/** The number of releases is confirmed: by the person who reads it, or by the option of a script. */
export const takeDownReleases: CommandHandler<typeof takedown> = async (
  context,
  { reason, outlets, on, expectedCount, dryRun, watch, yes, ...given },
) => {
  if (reason === undefined) throw new UsageError('No reason is given', 'Add --reason; it is kept in the events.')
  const request = { reason, ...(outlets && { outlets: [...outlets] }), ...(on !== undefined && { on }) }
  const body: NewBulk = { action: 'takedown', takedown: request, ...selectReleases(given) }
  if (dryRun) return followBulk(context, await create(context, { ...body, dryRun }))
  if (yes && expectedCount === undefined)
    throw new UsageError('The number of releases is not confirmed', 'Add --expected-count with the number.')
  let count = expectedCount
  const question = async (): Promise<string> => {
    count ??= await countReleases(context, body)
    return `Take ${formatCount(count, 'release')} down? Reason: ${reason}`
  }
  await context.confirm(question, yes)
  const job = await create(context, { ...body, ...(count !== undefined && { expectedCount: count }) })
  return watch ? followBulk(context, job) : showBulk(context, job)
}

const create = async ({ client, signal }: CommandContext, body: NewBulk): Promise<Bulk> =>
  (await client()).bulk.create(body, { signal })

/** The hub compares it with what it finds when the job starts, and takes nothing down if it differs. */
async function countReleases({ client, signal }: CommandContext, { ids, filters }: NewBulk): Promise<number> {
  if (ids) return new Set(ids).size
  const { catalog } = await client()
  const { page } = await catalog.list({ ...filters, limit: 1, count: true }, { signal }).page()
  if (!page.total) throw new UsageError('No releases match', 'Check the filters with `spindle catalog list`.')
  return page.total
}
