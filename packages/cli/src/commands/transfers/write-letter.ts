import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { TransferProgress, TransferRelease } from '@spindle/client'
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
  const ready = live.filter(({ errors }) => errors === 0)
  const text = formatLetter(transfer, ready)
  if (ready.length > 0 && file !== '-') await writeFile(resolve(context.cwd, file), text)
  const left = live.length - ready.length
  const shown = { file: ready.length > 0 && file !== '-' ? file : null, releases: ready.length, withErrors: left }
  out.result(shown, () => (file === '-' && ready.length > 0 ? text.trimEnd().split('\n') : []))
  if (ready.length === 0) out.say('No letter: no release without errors is live while its old copy is up.')
  else out.say(`The letter has ${formatCount(ready.length, 'release')}.`)
  if (left > 0) out.say(`${formatCount(left, 'release')} with errors left out: the old copies still hold their plays.`)
  if (ready.length > 0 && file !== '-') out.next(`Next: send ${file} to ${transfer.distributor}`)
  return undefined
}

export const formatLetter = (
  { distributor, deadline }: Pick<TransferProgress, 'distributor' | 'deadline'>,
  releases: readonly TransferRelease[],
): string =>
  `${[
    'Subject: Takedown of releases that have moved',
    '',
    `To ${distributor},`,
    '',
    `${releases.length === 1 ? 'this release is' : `these ${releases.length} releases are`} live at the stores named with ${releases.length === 1 ? 'it' : 'them'} through our new`,
    `distributor, with the same UPCs and ISRCs. Please take down your copies at these stores by`,
    `${deadline}, and confirm when this is done. Please leave them up at all other stores.`,
    '',
    ...releases.flatMap(formatRelease),
    'Please do not change or withdraw the UPCs and ISRCs: they stay in use.',
    '',
  ].join('\n')}`

const formatRelease = ({ upc, title, artist, isrcs, stores }: TransferRelease): string[] => [
  [upc, [title ?? '', artist === null ? '' : `by ${artist}`].filter((part) => part !== '').join(' ')].join('  '),
  `  ISRC: ${isrcs.join(', ')}`,
  `  Stores: ${stores
    .filter(({ state }) => state === 'live')
    .map(({ outlet }) => outlet.name)
    .join(', ')}`,
  '',
]
