import { NotFoundError, type TrashedRelease } from '@spindle/client'
import type { CommandHandler } from '../../../command-line/define-command.ts'
import { formatCount } from '../../../output/format-units.ts'
import { ending, listing } from '../../operation-handlers.ts'
import { show } from '../release-actions.ts'
import type { empty, erase, list, one } from './trash-commands.ts'

/** The commands of the trash. */

export const listTrash: CommandHandler<typeof list> = listing(({ trash }, page, options) => trash.list(page, options), {
  empty: 'The trash is empty.',
  columns: [
    ['id', ({ id }) => id],
    ['title', ({ title }) => title, 'text'],
    ['artist', ({ displayArtist }) => displayArtist, 'extra text'],
    ['deleted', ({ deletedAt }) => deletedAt],
    ['by', ({ deletedBy }) => deletedBy.name ?? deletedBy.type, 'extra'],
    ['until', ({ expiresAt }) => expiresAt],
  ],
})

export const restoreRelease: CommandHandler<typeof one> = async (context, { releaseId }) => {
  const release = await (await context.client()).trash.restore(releaseId, { signal: context.signal })
  return show(context, release, `spindle releases get ${releaseId}`)
}

export const eraseRelease: CommandHandler<typeof erase> = ending({
  question: (_client, { releaseId }) => `Erase the deleted draft ${releaseId}? It cannot be restored.`,
  end: ({ trash }, { releaseId }, options) => trash.erase(releaseId, options),
  done: ({ releaseId }) => [{ id: releaseId, erased: true }, `${releaseId} is erased.`],
})

/** Erases one draft after the other; the trash has no operation for all of them. */
export const emptyTrash: CommandHandler<typeof empty> = async ({ client, confirm, out, signal }, { yes }) => {
  await confirm(async () => 'Erase all deleted drafts? They cannot be restored.', yes)
  const { trash } = await client()
  let erased = 0
  for await (const { id } of trash.list({ limit: 100 }, { signal })) if (await eraseOne(id)) erased += 1
  out.result({ erased }, () => [`${formatCount(erased, 'draft')} erased.`])
  return undefined

  /** False if it was restored or erased by another client meanwhile. */
  async function eraseOne(id: TrashedRelease['id']): Promise<boolean> {
    try {
      await trash.erase(id, { signal })
      return true
    } catch (error) {
      if (error instanceof NotFoundError) return false
      throw error
    }
  }
}
