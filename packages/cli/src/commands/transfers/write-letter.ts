import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { TransferRelease } from '@spindle/client'
import { composeTakedownLetter } from '@spindle/contract/transfers'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatCount } from '../../output/format-units.ts'
import type { letter } from './transfer-commands.ts'

/** What the old distributor may take down, because stores have it from the hub. */
export const writeLetter: CommandHandler<typeof letter> = async (context, { transferId, file }) => {
  const { out, signal } = context
  const { transfers } = await context.client()
  const transfer = await transfers.get(transferId, { signal })
  const live: TransferRelease[] = []
  for await (const release of transfers.releases(transferId, { state: 'live', limit: 100 }, { signal }))
    live.push(release)
  const { text, releases, withErrors } = composeTakedownLetter(transfer, live)
  const isFile = text !== undefined && file !== '-'
  if (isFile) await writeFile(resolve(context.cwd, file), text)
  const shown = { file: isFile ? file : null, releases, withErrors }
  out.result(shown, () => (text !== undefined && file === '-' ? text.trimEnd().split('\n') : []))
  if (text === undefined) out.say('No letter: no release without errors is live while its old copy is up.')
  else out.say(`The letter has ${formatCount(releases, 'release')}.`)
  if (withErrors > 0)
    out.say(`${formatCount(withErrors, 'release')} with errors left out: the old copies still hold their plays.`)
  if (isFile) out.next(`Next: send ${file} to ${transfer.distributor}`)
  return undefined
}
