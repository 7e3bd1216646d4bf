import { resolve } from 'node:path'
import { NotFoundError } from '@spindle/client'
import { fillRelease } from '@spindle/contract'
import { checkPlan } from './checks/check-plan.ts'
import { fetchDefaults } from './checks/fetch-defaults.ts'
import { fetchHubSettings } from './checks/hub-settings.ts'
import type { DeliverDependencies } from './deliver-dependencies.ts'
import type { FileFinding } from './deliver-events.ts'
import type { DeliverOptions } from './deliver-folder.ts'
import { readFolder } from './folder/read-folder.ts'
import { buildRequest, type DeliverRequest, placeholderUploadId } from './plan/build-request.ts'
import { listFilesToSend } from './plan/files-to-send.ts'
import { makePlan } from './plan/make-plan.ts'
import type { ReleaseRecord } from './state/folder-state.ts'
import { findState, statePlace } from './state/folder-state-file.ts'
import { getHubRecord } from './state/hub-record-file.ts'
import { listDifferences } from './steps/diff-release.ts'
import { folderExternalId } from './steps/find-release.ts'
import { findSentFiles } from './steps/find-sent-files.ts'

/** What a delivery would send, and its findings. Nothing is written, neither to the hub nor to the folder. */

/** The result of `--dry-run --json`. */
export interface DryRun {
  readonly dryRun: true
  readonly request: { readonly method: 'POST'; readonly url: string; readonly body: DeliverRequest }
  /** Files that would be uploaded first; the request names each by a placeholder. */
  readonly uploads: readonly { readonly file: string; readonly bytes: number; readonly kind: 'audio' | 'image' }[]
  /** The release an earlier run has made of this folder: it would be continued, not made again. */
  readonly continues: string | null
  /** What would change in that release; null if there is none. */
  readonly changes: readonly string[] | null
  readonly findings: readonly FileFinding[]
  /** True when the command, without --dry-run, would be refused with exit code 4. */
  readonly isRefused: boolean
}

/** Asks the hub for its rules, its outlets, the defaults of label and account, and the release of an earlier run only. */
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
  const saved = state && { files: state.files, record: getHubRecord(state, hubKey), baseUrl: hub.baseUrl }
  const files = listFilesToSend(plan)
  const sent = saved === undefined ? new Map<string, string>() : findSentFiles(saved, files)
  const release = saved?.record.release
  const body = buildRequest(plan, placeholderUploadId, folderExternalId(folderId ?? '<new>'))
  // The hub fills a new release only; the one of an earlier run was filled when it was created.
  const { defaults, assigns } = await fetchDefaults(hub, body.label, signal)
  const { release: filled } = fillRelease(body, defaults)
  const settings = await fetchHubSettings(hub, signal)
  const { files: ofFiles, metadata } = checkPlan(plan, filled, {
    ...settings,
    assigns: { upc: settings.assigns.upc || assigns.upc, isrc: settings.assigns.isrc || assigns.isrc },
  })
  const known = buildRequest(
    plan,
    (file) => sent.get(file) ?? placeholderUploadId(file),
    folderExternalId(folderId ?? '<new>'),
  )
  const stopping = options.submit ? [...ofFiles, ...metadata] : ofFiles
  emit({ type: 'findings', findings: [...ofFiles, ...metadata] })
  return {
    dryRun: true,
    request: { method: 'POST', url: `${hub.baseUrl}/api/v1/music-distributor/releases`, body },
    uploads: files
      .filter(({ file }) => !sent.has(file.name))
      .map(({ file, kind }) => ({ file: file.name, bytes: file.size, kind })),
    continues: release?.id ?? null,
    changes: release === undefined ? null : await listChanges(dependencies, release, known),
    findings: [...ofFiles, ...metadata],
    isRefused: stopping.some(({ severity }) => severity === 'error'),
  }
}

/** Null if the release is gone. */
async function listChanges(
  { hub, signal }: Pick<DeliverDependencies, 'hub' | 'signal'>,
  { id, sent }: ReleaseRecord,
  wanted: DeliverRequest,
): Promise<readonly string[] | null> {
  try {
    return listDifferences(sent, wanted, await hub.releases.get(id, { signal }))
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
