import type { FileRow } from '../../delivery/file-row.ts'
import { PlayableWaveform } from '../../parts/player/playable-waveform.tsx'
import { useOpenedDelivery } from './delivery-context.ts'
import { playableOf } from './playable-of.ts'

/** The shape of a master that the hub has decoded, to listen to. */
export function TrackSound({ row, title }: { readonly row: FileRow | undefined; readonly title: string }) {
  const { accountId } = useOpenedDelivery()
  const technical = row?.upload?.technical
  if (!row || technical?.kind !== 'audio') return null
  return <PlayableWaveform playable={playableOf(accountId, row, title)} peaks={technical.peaks} />
}
