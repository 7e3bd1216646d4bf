import { execFile } from 'node:child_process'
import { chmod, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BuiltFolder, builtFolder } from '../../../platform/files/built-folder.ts'
import { packagedBuild } from '../../../platform/process/code-files.ts'

/**
 * The children, each as one file: they start in a fifth of the processor time, which is most of what a short file costs.
 * Only beside the packages, because the account that children run under must be able to read it, as it reads the sources.
 */

const feature = dirname(import.meta.dirname)
const server = join(feature, '../../..')

const buildOfSources = (): BuiltFolder =>
  builtFolder({
    sources: [feature, dirname(fileURLToPath(import.meta.resolve('@spindle/contract/audio-headers')))],
    root: server,
    places: [join(server, 'dist/media')],
    entry: 'audio-child.mjs',
    keepsEarlier: true,
    async build(outDir) {
      const program = join(import.meta.dirname, 'bundle-children.ts')
      await promisify(execFile)(process.execPath, [program, outDir], { env: { PATH: process.env.PATH } })
      for (const name of await readdir(outDir)) await chmod(join(outDir, name), 0o644)
    },
  })

const packaged = packagedBuild('media')

export const childBundle: BuiltFolder =
  packaged === undefined ? buildOfSources() : { find: async () => packaged, make: async () => packaged }
