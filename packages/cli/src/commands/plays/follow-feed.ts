import type { FeedEvent } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { joinCells } from '../../output/format-table.ts'
import { formatCount } from '../../output/format-units.ts'
import type { follow } from './play-commands.ts'

/** Prints each event of the stream of a property. */
export const followFeed: CommandHandler<typeof follow> = async ({ client, out, signal }, { since }) => {
  const { integration } = await client()
  const onLine = (isGood: boolean): void =>
    out.say(isGood ? 'Following the feed. Press Ctrl-C to stop.' : '! The connection was lost. Trying again.')
  for await (const event of integration.events({ signal, lastEventId: since, onLine })) {
    if (event.event === 'reset') out.say(resetWords)
    // A program that reads events one by one needs all of each, also without --json.
    out.oneOfMany(event, () => [out.isTerminal ? joinCells(cellsOf(event), out.columns) : JSON.stringify(event)])
  }
  return undefined
}

/** The hub was restored, and its feed with it. */
const resetWords = '! Some events are lost. Read the feed again: spindle feed list --all'

function cellsOf(event: FeedEvent): readonly string[] {
  if (event.event === 'ready' || event.event === 'reset') return [new Date().toISOString(), event.event]
  const { releaseId, changedAt, trackIds, endedTrackIds } = event.data
  const counts = [
    ...(trackIds.length > 0 ? [formatCount(trackIds.length, 'track')] : []),
    ...(endedTrackIds.length > 0 ? [`${formatCount(endedTrackIds.length, 'track')} ended`] : []),
  ]
  return [changedAt, event.event, releaseId, counts.join(', ')]
}
