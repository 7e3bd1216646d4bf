import type { Spindle, TableImport } from '@spindle/client'
import type { CommandContext } from '../../../command-line/command-context.ts'
import { requireRoom } from '../../../hub/require-room.ts'
import { sanitizeText } from '../../../output/terminal-output.ts'
import type { FinishedUploadCache } from '../../uploads/remember-finished.ts'
import { sayFailures } from '../../uploads/report-outcomes.ts'
import { sendAndCheck } from '../../uploads/upload-files.ts'
import type { FoundMaster, Masters } from './find-masters.ts'

/** Sends each file that drafts of a table wait for, once. What is missing stays missing, and the summary says so. */

export interface Sending {
  readonly client: Spindle
  readonly cache: FinishedUploadCache
  readonly table: TableImport
  readonly masters: Masters
  readonly input: { readonly concurrency?: number | undefined; readonly bwlimit?: number | undefined }
}

/** Whether the hub now attaches what was sent. */
export async function sendMasters(
  context: CommandContext,
  { client, cache, table, masters, input }: Sending,
): Promise<boolean> {
  const files = await findWanted(context, { client, table, masters })
  if (files.length === 0) return false
  await requireRoom(client, await sumSizes(files), context)
  const { concurrency, bwlimit } = input
  const outcomes = await sendAndCheck(context, { client, files, concurrency, bwlimit })
  sayFailures(context.out, outcomes)
  await client.tableImports.attachMasters(table.id, { signal: context.signal })
  if (outcomes.every(({ failure }) => failure === undefined)) await cache.forgetFinished()
  return true
}

async function findWanted(
  { out, signal }: CommandContext,
  { client, table, masters }: Pick<Sending, 'client' | 'table' | 'masters'>,
): Promise<readonly FoundMaster[]> {
  const files = new Map<string, FoundMaster>()
  const waiting = client.tableImports.listOutcomes(table.id, { missingFiles: true, limit: 100 }, { signal })
  for await (const { key, missingFiles } of waiting)
    for (const missing of missingFiles) {
      const found = masters.find(missing)
      if (!found) continue
      if ('several' in found) out.say(sanitizeText(`${describeSeveral(key, found.several)}. ${severalFix}`))
      else files.set(found.path, found)
    }
  return [...files.values()]
}

/** Why none of several files is used. */
export const describeSeveral = (key: string, several: readonly string[]): string =>
  `${key}: ${several.length} files have the name, so none is used: ${several.slice(0, 3).join(', ')}`

export const severalFix = 'Add the folder to the name in audioFile or coverFile.'

async function sumSizes(files: readonly FoundMaster[]): Promise<number> {
  let bytes = 0
  for (const file of files) bytes += await file.size()
  return bytes
}
