import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { codeEnding } from '../../../platform/process/code-files.ts'

/** Which code a child may read: this feature and the packages that decode for it, nothing else of the machine. */

export type MediaKind = 'audio' | 'image'

/**
 * The entries: what analyses each kind, what finds samples, what makes a small picture and a cover for stores,
 * and what encodes.
 */
export const childNames = ['audio', 'image', 'samples', 'thumbnail', 'cover', 'rendition'] as const
export type ChildName = (typeof childNames)[number]

export interface ChildCode {
  readonly entry: string
  readonly readable: readonly string[]
  readonly addons: boolean
}

const feature = dirname(import.meta.dirname)
const packageFolder = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/** The folder of an installed package, as seen from the file `from`. */
export function findPackageFolder(name: string, from: string): string {
  const folder = packageFolder.exec(createRequire(from).resolve(name))?.[1]
  if (folder === undefined) throw new Error(`The package ${name} is not installed in a node_modules folder`)
  return folder
}

function audioPackages(): string[] {
  const decoder = findPackageFolder('mpg123-decoder', import.meta.filename)
  const common = findPackageFolder('@wasm-audio-decoders/common', join(decoder, 'package.json'))
  const manifest = join(common, 'package.json')
  return [decoder, common, findPackageFolder('simple-yenc', manifest), findPackageFolder('@eshaz/web-worker', manifest)]
}

const renditionPackages = (): string[] => [
  ...audioPackages(),
  findPackageFolder('wasm-media-encoders', import.meta.filename),
]

function imagePackages(): string[] {
  const sharp = findPackageFolder('sharp', import.meta.filename)
  const manifest = join(sharp, 'package.json')
  return [
    sharp,
    dirname(findPackageFolder('@img/colour', manifest)),
    findPackageFolder('detect-libc', manifest),
    findPackageFolder('semver', manifest),
  ]
}

/** What the command line reads too, such as headers and codes: the link to their package, and where it leads. */
export function contractFolders(): string[] {
  const folders = createRequire(import.meta.filename).resolve.paths(contract) ?? []
  const link = folders.map((folder) => join(folder, contract)).find((folder) => existsSync(folder))
  if (link === undefined) throw new Error(`The package ${contract} is not installed in a node_modules folder`)
  return [link, realpathSync(link)]
}

const contract = '@spindle/contract'

const packagesOf = {
  audio: audioPackages,
  samples: () => [],
  image: imagePackages,
  thumbnail: imagePackages,
  cover: imagePackages,
  rendition: renditionPackages,
}

const codes = new Map<string, ChildCode>()

function describe(name: ChildName, bundle: string | undefined): ChildCode {
  const addons = packagesOf[name] === imagePackages
  const packages = packagesOf[name]()
  return bundle === undefined
    ? {
        entry: join(import.meta.dirname, `${name}-child${codeEnding}`),
        readable: [feature, ...contractFolders(), ...packages],
        addons,
      }
    : { entry: join(bundle, `${name}-child.mjs`), readable: [bundle, ...packages], addons }
}

/** From the folder with bundled children, or else from their sources. */
export function childCode(name: ChildName, bundle: string | undefined): ChildCode {
  const key = `${name} ${bundle}`
  const known = codes.get(key) ?? describe(name, bundle)
  codes.set(key, known)
  return known
}
