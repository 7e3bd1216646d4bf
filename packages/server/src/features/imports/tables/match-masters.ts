import { formatIsrc, type MissingFile, parseGtin } from '@spindle/contract'
import type { Tenant } from '../../../platform/database/sql.ts'
import { findUploadsNamed, type UploadFacts } from '../../uploads/index.ts'

/** Finds the uploads of an account for the masters and covers that a release waits for. */

const audioEnds = ['wav', 'flac', 'aif', 'aiff', 'WAV', 'FLAC', 'AIF', 'AIFF'] as const
const imageEnds = ['jpg', 'jpeg', 'png', 'JPG', 'JPEG', 'PNG'] as const

export interface NamedMaster {
  readonly audioFile: string | undefined
  readonly isrc: string | undefined
  readonly upc: string | undefined
  readonly disc: number
  readonly number: number
}

const inPath = (written: string): string =>
  written
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/u, '')
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The barcode as printed, and with the zeros that some systems add or leave out. */
const barcodes = (upc: string | undefined): string[] => {
  const gtin = upc === undefined ? undefined : parseGtin(upc)
  return gtin === undefined
    ? []
    : [...new Set([gtin.replace(/^00?/u, ''), gtin.replace(/^0{1,2}/u, ''), gtin.slice(1)])]
}

/** Of an address only the name of its file counts: the hub fetches nothing. */
function nameOfAddress(cell: string): string | undefined {
  const address = /^https?:\/\//iu.test(cell) ? URL.parse(cell) : null
  if (address === null) return undefined
  try {
    return decodeURIComponent(nameOf(address.pathname))
  } catch {
    return nameOf(address.pathname)
  }
}

/** The names of uploads have no folders: `disc1/01.wav` is sent as `disc1_01.wav`. */
function namesOfCell(cell: string | undefined): string[] {
  if (cell === undefined) return []
  const name = nameOfAddress(cell)
  if (name !== undefined) return name === '' ? [] : [inPath(name)]
  const path = inPath(cell)
  return path.includes('/') ? [path.replaceAll('/', '_'), path] : [path]
}

/** Best first. */
export function namesOfMaster({ audioFile, isrc, upc, disc, number }: NamedMaster): string[] {
  const places = [`${disc}_${number}`, `${String(disc).padStart(2, '0')}_${String(number).padStart(2, '0')}`]
  const stems = [
    ...(isrc === undefined ? [] : [isrc, formatIsrc(isrc)]),
    ...barcodes(upc).flatMap((code) => places.map((place) => `${code}_${place}`)),
  ]
  return [...namesOfCell(audioFile), ...stems.flatMap((stem) => audioEnds.map((end) => `${stem}.${end}`))]
}

export function namesOfCover(coverFile: string | undefined, upc: string | undefined): string[] {
  return [...namesOfCell(coverFile), ...barcodes(upc).flatMap((code) => imageEnds.map((end) => `${code}.${end}`))]
}

type Wanted = Pick<MissingFile, 'kind' | 'files' | 'sha256'>

export type FoundFile = { readonly upload: UploadFacts } | { readonly ambiguous: string } | undefined

/** In the order of `wanted`. One query for each kind. */
export async function findFiles(tenant: Tenant, wanted: readonly Wanted[]): Promise<readonly FoundFile[]> {
  const uploads: UploadFacts[] = []
  for (const kind of ['audio', 'image'] as const) {
    const own = wanted.filter((one) => one.kind === kind)
    if (own.length === 0) continue
    const names = [...new Set(own.flatMap(({ files }) => files.map(nameOf)))]
    const digests = own.flatMap(({ sha256 }) => sha256 ?? [])
    uploads.push(...(await findUploadsNamed(tenant, { kind, names, digests })))
  }
  return wanted.map((one) => pickFile(one, uploads))
}

/** A digest says which file is meant; a name only if all uploads with it have the same content. */
export function pickFile({ kind, files, sha256 }: Wanted, uploads: readonly UploadFacts[]): FoundFile {
  const own = uploads.filter((upload) => upload.kind === kind)
  if (sha256 !== null) {
    const upload = own.find((one) => one.sha256 === sha256)
    return upload && { upload }
  }
  for (const file of files) {
    const named = own.filter(({ filename }) => nameOf(inPath(filename ?? '')) === nameOf(file))
    const exact = named.filter(({ filename }) => inPath(filename ?? '') === file)
    // Of a name with a folder, the last part alone may be that of another album.
    const candidates = exact.length > 0 || file.includes('/') ? exact : named
    const [upload] = candidates
    if (upload === undefined) continue
    const contents = new Set(candidates.map((one) => one.sha256 ?? one.id))
    return contents.size === 1 ? { upload } : { ambiguous: file }
  }
  return undefined
}
