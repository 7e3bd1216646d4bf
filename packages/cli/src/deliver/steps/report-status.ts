import type { Release } from '@spindle/client'
import { buildRequest, type DeliverRequest, placeholderUploadId } from '../plan/build-request.ts'
import { listFilesToSend } from '../plan/files-to-send.ts'
import type { Plan } from '../plan/make-plan.ts'
import type { DeliverSession } from './deliver-session.ts'
import { listDifferences } from './diff-release.ts'
import { folderExternalId } from './find-release.ts'
import { hashFolderFile } from './hash-folder-file.ts'

/** Reports where a submitted release is, and returns what the folder would change in it. */
export async function reportStatus(session: DeliverSession, plan: Plan, release: Release): Promise<readonly string[]> {
  const { emit, record } = session
  emit({ type: 'release', releaseId: release.id, text: `is ${release.status.replaceAll('_', ' ')}` })
  const sent = record.current().release?.sent
  if (sent === undefined) return []
  const differences = listDifferences(sent, await buildKnownRequest(session, plan), release)
  if (differences.length > 0) emit({ type: 'differences', differences })
  return differences
}

/** The request of the folder as far as its files are those that were sent. */
async function buildKnownRequest(session: DeliverSession, plan: Plan): Promise<DeliverRequest> {
  const { client, record, stateFile } = session
  const known = new Map<string, string>()
  for (const { file } of listFilesToSend(plan)) {
    const id = record.current().uploads[`${client.baseUrl}|${await hashFolderFile(session, file)}`]
    if (id !== undefined) known.set(file.name, id)
  }
  return buildRequest(
    plan,
    (file) => known.get(file) ?? placeholderUploadId(file),
    folderExternalId(stateFile.folderId),
  )
}
