import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { contentEtag } from '../../http/responses/etag.ts'

/** The files of the built console, held in memory: all of them together are smaller than one cover. */

export interface Asset {
  readonly mediaType: string
  readonly etag: string
  readonly plain: Buffer
  /** Compressed when the console was built; absent where that gains nothing. */
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
  /** Its name holds a digest of its content, so it never changes. */
  readonly isImmutable: boolean
}

export interface BuiltConsole {
  /** `index.html` as built, with addresses relative to the root of the console. */
  readonly page: string
  /** By their path below the root of the console, e.g. `assets/main-Abc123.js`. */
  readonly assets: ReadonlyMap<string, Asset>
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export async function loadAssets(folder: string): Promise<BuiltConsole> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const read = async (path: string): Promise<Buffer | undefined> =>
    paths.includes(path) ? readFile(join(folder, path)) : undefined
  const assets = new Map<string, Asset>()
  for (const path of paths) {
    const mediaType = mediaTypes[extname(path)]
    if (mediaType === undefined) continue
    const plain = await readFile(join(folder, path))
    assets.set(path.replaceAll('\\', '/'), {
      mediaType,
      etag: contentEtag(plain, mediaType),
      plain,
      br: await read(`${path}.br`),
      gzip: await read(`${path}.gz`),
      isImmutable: path.startsWith('assets'),
    })
  }
  return { page: await readFile(join(folder, 'index.html'), 'utf8'), assets }
}
