import type { UploadFacts } from '../../uploads/index.ts'
import type { ErnFile, ErnInput } from './ern-model.ts'

/** The uploads that a message names: each recording's, and the cover. */
export const uploadIdsOf = ({ release, tracks }: Pick<ErnInput, 'release' | 'tracks'>): string[] => [
  ...new Set([
    ...tracks.map(({ uploadId }) => uploadId),
    ...(release.coverUploadId === undefined ? [] : [release.coverUploadId]),
  ]),
]

/** What messages say of files; those that are not measured yet are missing. */
export function toErnFiles(uploads: Iterable<UploadFacts>): Map<string, ErnFile> {
  const files = new Map<string, ErnFile>()
  for (const { id, sha256, size, technical } of uploads) {
    if (sha256 === null || size === null || technical === null) continue
    const common = { sha256, size, container: technical.container }
    if (technical.kind === 'audio') {
      const { codec, channels, sampleRate, bitDepth } = technical
      files.set(id, { ...common, audio: { codec, channels, sampleRate, bitDepth } })
    } else files.set(id, { ...common, image: { width: technical.width, height: technical.height } })
  }
  return files
}

/** Of every file, in the order of `uploadIdsOf`. */
export const digestsOf = (input: Pick<ErnInput, 'release' | 'tracks' | 'files'>): string =>
  uploadIdsOf(input)
    .map((id) => input.files.get(id)?.sha256 ?? '')
    .join(' ')
