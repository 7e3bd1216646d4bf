import { audioAddress } from '../../data/addresses.ts'
import type { FileRow } from '../../delivery/file-row.ts'
import type { Playable } from '../../parts/player/player.ts'

/** A file that has arrived, to listen to. */
export function playableOf(accountId: string, { upload, uploadId, durationMs }: FileRow, title: string): Playable {
  const id = upload?.id ?? uploadId ?? ''
  return { id, source: audioAddress(accountId, id), title, durationMs }
}
