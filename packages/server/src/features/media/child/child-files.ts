import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Which code a child may read: this feature and the packages that decode for it, nothing else of the machine. */

export type MediaKind = 'audio' | 'image'

/** The entries: what analyses each kind, what finds samples and what makes a small picture. */
export type ChildName = MediaKind | 'samples' | 'thumbnail'

export interface ChildCode {
  readonly entry: string
  readonly readable: readonly string[]
  readonly addons: boolean
}

const feature = dirname(import.meta.dirname)
const packageFolder = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/** The folder of an installed package, as seen from the file `from`. */
function findPackageFolder(name: string, from: string): string {
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

/** The readers of headers, which the command line has too: the link to their package, and where it leads. */
function contractFolders(): string[] {
  const folders = createRequire(import.meta.filename).resolve.paths(contract) ?? []
  const link = folders.map((folder) => join(folder, contract)).find((folder) => existsSync(folder))
  if (link === undefined) throw new Error(`The package ${contract} is not installed in a node_modules folder`)
  return [link, realpathSync(link)]
}

const contract = '@spindle/contract'

const packagesOf = { audio: audioPackages, samples: () => [], image: imagePackages, thumbnail: imagePackages }

const codes = new Map<ChildName, ChildCode>()

const describe = (name: ChildName): ChildCode => ({
  entry: join(import.meta.dirname, `${name}-child.ts`),
  readable: [feature, ...contractFolders(), ...packagesOf[name]()],
  addons: name === 'image' || name === 'thumbnail',
})

export function childCode(name: ChildName): ChildCode {
  const known = codes.get(name) ?? describe(name)
  codes.set(name, known)
  return known
}
