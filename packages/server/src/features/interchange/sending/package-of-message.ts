import { Readable } from 'node:stream'
import { fileName, packageName } from '../ern/ern-model.ts'
import type { MessageRecord } from '../messages/message-queries.ts'
import { batchIdOf, endMarkOf, foldersOf } from '../packages/package-paths.ts'
import { writeManifest } from '../packages/write-manifest.ts'
import type { PackageFile, StorePackage } from '../packages/write-package.ts'
import type { PreparedMessage } from './prepare-message.ts'

/** The files written for a message, and their paths: in a batch or separately, depending on the store. */
export function packageOf(record: MessageRecord, prepared: PreparedMessage): StorePackage {
  const { settings, input } = prepared
  const name = packageName(input)
  const [batchFolder, releaseFolder] = foldersOf(record.batch, name)
  const isBatch = settings.choreography === 'batch'
  return {
    folder: isBatch ? `${batchFolder}/${name}` : releaseFolder,
    messageName: `${name}.xml`,
    xml: record.xml,
    files: record.provides ? packageFiles(prepared) : [],
    endMark: isBatch
      ? { path: endMarkOf(record.batch), content: settings.emptyEndMark ? '' : manifestOf(record, prepared) }
      : undefined,
  }
}

function manifestOf(record: MessageRecord, { settings, input }: PreparedMessage): string {
  const { recipients, isTest, takedownStyle, manifestHash: hash } = settings
  return writeManifest({
    batchId: batchIdOf(record.batch),
    recipients,
    isTest,
    sender: input.sender,
    createdAt: record.createdAt.toISOString(),
    messageId: record.id,
    releaseName: packageName(input),
    message: record.xml,
    hash,
    isPurge: input.purpose === 'takedown' && takedownStyle === 'purge',
  })
}

function packageFiles({ message: { tracks, release }, access, input, cover }: PreparedMessage): PackageFile[] {
  const file = (uploadId: string | undefined, resource: number, open: PackageFile['open']): PackageFile[] => {
    const known = uploadId === undefined ? undefined : input.files.get(uploadId)
    return known ? [{ path: fileName(input, resource, known), size: known.size, sha256: known.sha256, open }] : []
  }
  return [
    ...tracks.flatMap(({ id, uploadId }, index) => file(uploadId, index + 1, () => access.openAudio(id))),
    ...file(release.coverUploadId, tracks.length + 1, async () =>
      cover ? Readable.from([cover.bytes], { objectMode: false }) : access.openCover(),
    ),
  ]
}
