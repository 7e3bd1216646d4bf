import { statSync } from 'node:fs'
import { sep } from 'node:path'
import type { Plugin } from 'rolldown'

/** What of the code goes into the bundle, and how bundled code finds the files beside its source. */

/** Packages of other people that every start loads. What they import is bundled too. */
const startPackages = [
  'fastify',
  'pg',
  'pg-copy-streams',
  'pino',
  'ajv',
  'ajv-formats',
  '@fastify/proxy-addr',
  'commander',
]
/** What the bundler itself adds. */
const bundlerHelpers = '@oxc-project/runtime'
/** The packages above import these only if they are installed. */
const optionalPackages = ['pg-native', 'pg-cloudflare', 'pino-pretty']

/** Looked for only to write logs in threads, which the hub does not; the last one has it in a comment. */
const unusedPlaces = ['pino', 'thread-stream', 'commander']

const packagePath = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/

export const isOwn = (path: string): boolean => !packagePath.test(path)

/** The folder and the name of the package that a file belongs to. */
export function findPackage(path: string): { readonly folder: string; readonly name: string } | undefined {
  const [, folder, name] = packagePath.exec(path) ?? []
  return folder === undefined || name === undefined ? undefined : { folder, name: name.replaceAll(sep, '/') }
}

/** Relative imports are bundled as the modules that they are in. */
export function isExternal(specifier: string, importer: string | undefined): boolean {
  const [, name] = /^((?:@[^/]+\/)?[^#./\\:][^/:]*)(?:\/|$)/.exec(specifier) ?? []
  if (name === undefined || name === bundlerHelpers || name.startsWith('@spindle/')) return false
  if (optionalPackages.includes(name)) return true
  return (importer === undefined || isOwn(importer)) && !startPackages.includes(name)
}

export interface SeenFile {
  readonly size: number
  readonly modified: number
  readonly inode: number
}

export const bundleEntry = 'hub:main'

export interface BundlePluginOptions {
  /** In the order in which they run. */
  readonly entries: readonly string[]
  /** An expression for the place of a source, from that of the bundle. */
  readonly placeOf: (path: string) => string
}

/** The files are noted before they are read: what changes meanwhile is seen as changed later. */
export function bundlePlugin({ entries, placeOf }: BundlePluginOptions) {
  const files = new Map<string, SeenFile>()
  const noteFile = (path: string): void => {
    const { size, mtimeMs, ino } = statSync(path)
    files.set(path, { size, modified: mtimeMs, inode: ino })
  }
  const plugin: Plugin = {
    name: 'spindle-hub',
    resolveId: (id) => (id === bundleEntry ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${bundleEntry}`) return entries.map((path) => `import ${JSON.stringify(path)}\n`).join('')
      if (!id.startsWith('\0')) noteFile(id)
      return undefined
    },
    transform(code, id) {
      if (id.startsWith('\0')) return undefined
      if (!isOwn(id)) requirePlaceless(code, id)
      else if (placeMember.test(code)) return { code: replacePlaces(code, placeOf(id)), map: null }
      return undefined
    },
  }
  return { plugin, files, noteFile }
}

const placeMember = /\bimport\.meta\.(?:url|filename|dirname)\b/

/** Children, threads and texts stay where they are, beside the sources. In one pass: the place is also told from a member. */
const replacePlaces = (code: string, place: string): string =>
  code.replaceAll(new RegExp(placeMember, 'g'), (member) => {
    if (member.endsWith('.filename')) return place
    return member.endsWith('.url')
      ? `process.getBuiltinModule('node:url').pathToFileURL(${place}).href`
      : `process.getBuiltinModule('node:path').dirname(${place})`
  })

/** A package that looks for files beside its own would look beside the bundle. */
function requirePlaceless(code: string, id: string): void {
  if (!placeMember.test(code) && !/\b__(?:dirname|filename)\b/.test(code)) return
  if (!unusedPlaces.includes(findPackage(id)?.name ?? ''))
    throw new Error(`${id} looks for files beside it, so its package cannot be bundled`)
}
