import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whether tests can start a process as another user: only root may, and that user must be able to read our files. */

/** Every folder from this one upwards that another user may not enter. */
const closedFolders = (folder: string): readonly string[] => [
  ...((statSync(folder).mode & 0o001) === 0 ? [folder] : []),
  ...(dirname(folder) === folder ? [] : closedFolders(dirname(folder))),
]

export const isRoot = process.getuid?.() === 0

/** Why processes of another user cannot run the code of this checkout; undefined where they can. */
export const whyNotReadable = closedFolders(import.meta.dirname)
  .map((folder) => `other users may not enter ${folder}`)
  .at(-1)

/** True where a test can run code of this checkout as an ordinary user, for which root starts it as another one. */
export const canRunAsOrdinaryUser = !isRoot || whyNotReadable === undefined

if (!canRunAsOrdinaryUser)
  console.warn(
    `Tests as an ordinary user are skipped: ${whyNotReadable}. Check the project out in a folder that is open.`,
  )
