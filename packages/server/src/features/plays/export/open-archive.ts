import type { Config } from '../../../config/config.ts'
import { objectsFrom } from '../../../platform/blobs/blobs-from-config.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { PlaysLedger } from '../ledger/plays-ledger.ts'
import { workFolderOf } from '../ledger/work-folder.ts'
import { type PlayArchive, playArchive } from './play-archive.ts'
import { storedArchive } from './stored-archive.ts'

/** The archive of raw plays that the configuration names; undefined without one. */
export function openArchive(
  config: Pick<Config, 'playsExport' | 'blobs' | 'dataDir'>,
  { ledger, metrics }: { readonly ledger: PlaysLedger; readonly metrics: Pick<Metrics, 'observeStoreRequest'> },
): PlayArchive | undefined {
  const { playsExport } = config
  if (playsExport === undefined) return undefined
  if (playsExport.kind === 'folder') return playArchive(ledger, playsExport.folder)
  const objects = objectsFrom({ ...config, onStoreRequest: metrics.observeStoreRequest }, 'play-archive')
  return storedArchive({ ledger, objects, workFolder: workFolderOf(config) })
}
