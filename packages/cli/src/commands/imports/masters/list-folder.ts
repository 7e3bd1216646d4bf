import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { UsageError } from '@spindle/command-line'
import type { PackagePlace } from '../read-package.ts'
import type { MasterPlace } from './master-file.ts'

/** Every file below a folder. Throws `UsageError` if it cannot be read. */
export async function listFolder({ path: folder, shown }: PackagePlace): Promise<MasterPlace> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new UsageError(
      `${shown} is not a folder or ZIP that can be read`,
      'Name the folder or ZIP with the masters: --audio <folder or ZIP>.',
    )
  })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const inPlace = relative(folder, path).split(sep).join('/')
      return {
        name: join(shown, inPlace),
        inPlace,
        path,
        size: async () => (await stat(path).catch(() => undefined))?.size ?? 0,
      }
    })
  return { files, close() {} }
}
