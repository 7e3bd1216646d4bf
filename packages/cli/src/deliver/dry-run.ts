import { resolve } from 'node:path'
import { checkPlan } from './checks/check-plan.ts'
import { fetchHubSettings } from './checks/hub-settings.ts'
import type { DeliverDependencies } from './deliver-dependencies.ts'
import type { FileFinding } from './deliver-events.ts'
import type { DeliverOptions } from './deliver-folder.ts'
import { readFolder } from './folder/read-folder.ts'
import { buildRequest, type DeliverRequest, placeholderUploadId } from './plan/build-request.ts'
import { listFilesToSend } from './plan/files-to-send.ts'
import { makePlan } from './plan/make-plan.ts'
import { findState, statePlace } from './state/folder-state-store.ts'
import { getHubRecord } from './state/hub-record-store.ts'
import { folderExternalId } from './steps/find-release.ts'

/** What a delivery would send, and its findings. Nothing is written, neither to the hub nor to the folder. */

/** The result of `--dry-run --json`. */
export interface DryRun {
  readonly dryRun: true
  readonly request: { readonly method: 'POST'; readonly url: string; readonly body: DeliverRequest }
  /** Files that would be uploaded first; the request names each by a placeholder. */
  readonly uploads: readonly { readonly file: string; readonly bytes: number; readonly kind: 'audio' | 'image' }[]
  /** The release an earlier run has made of this folder: it would be continued, not made again. */
  readonly continues: string | null
  readonly findings: readonly FileFinding[]
  /** True when the command, without --dry-run, would be refused with exit code 4. */
  readonly isRefused: boolean
}

/** Asks the hub for its rules and outlets only. */
export async function dryRun(
  dependencies: Omit<DeliverDependencies, 'connect' | 'confirmUpdate'>,
  options: Pick<DeliverOptions, 'folder' | 'stateDir' | 'submit'>,
): Promise<DryRun> {
  const { emit, signal, cwd, hub, hubKey } = dependencies
  const folder = await readFolder(options.folder, cwd)
  const plan = await makePlan(folder, signal)
  emit({ type: 'planned', plan })
  const { folderId, state, isBroken } = await findState(
    statePlace(folder.path, options.stateDir && resolve(cwd, options.stateDir)),
  )
  if (isBroken)
    emit({
      type: 'note',
      text: 'The saved state of this folder cannot be read; the delivery would start from the beginning.',
    })
  const body = buildRequest(plan, placeholderUploadId, folderExternalId(folderId ?? '<new>'))
  const { files, metadata } = checkPlan(plan, body, await fetchHubSettings(hub, signal))
  const stopping = options.submit ? [...files, ...metadata] : files
  emit({ type: 'findings', findings: [...files, ...metadata] })
  return {
    dryRun: true,
    request: { method: 'POST', url: `${hub.baseUrl}/api/v1/music-distributor/releases`, body },
    uploads: listFilesToSend(plan).map(({ file, kind }) => ({ file: file.name, bytes: file.size, kind })),
    continues: (state && getHubRecord(state, hubKey).release?.id) ?? null,
    findings: [...files, ...metadata],
    isRefused: stopping.some(({ severity }) => severity === 'error'),
  }
}
