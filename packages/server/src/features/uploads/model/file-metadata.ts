import { type UploadKind, uploadKinds } from '@spindle/contract'

/** The client's description of the file; none of it is trusted. */
export interface FileMetadata {
  readonly filename: string | undefined
  /** A media type. */
  readonly filetype: string | undefined
  readonly kind: string | undefined
  readonly sha256: Buffer | undefined
  /** `Upload-Metadata` as it was sent, for a client of tus that asks for it. */
  readonly header?: string | undefined
}

/** The stated kind; otherwise that of its media type; otherwise audio, which most uploads are. The analysis decides. */
export function detectKind(stated: string | undefined, contentType: string | undefined): UploadKind {
  const known = uploadKinds.find((kind) => kind === stated)
  if (known !== undefined) return known
  return contentType?.toLowerCase().startsWith('image/') ? 'image' : 'audio'
}

/** The last part of what may be a path, without control characters; names are shown, never used as paths. */
export function cleanFilename(name: string | undefined): string | undefined {
  const clean = [...(name ?? '').replaceAll('\\', '/')]
    .filter((char) => !/\p{Cc}|\p{Bidi_Control}/u.test(char))
    .join('')
    .split('/')
    .at(-1)
    ?.trim()
  return clean === undefined || clean === '' ? undefined : clean.slice(0, 255).toWellFormed()
}

export function cleanContentType(type: string | undefined): string | undefined {
  const essence = type?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(essence) ? essence : undefined
}

/** RFC 6266: `filename*` is preferred over `filename`. */
export function parseDispositionFilename(header: string | undefined): string | undefined {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      return undefined
    }
  }
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '')
  return plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]
}
