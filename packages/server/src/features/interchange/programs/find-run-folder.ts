import { join } from 'node:path'
import type { Config } from '../../../config/config.ts'
import { findProgramWalls } from '../../../platform/programs/program-walls.ts'
import type { RunFolderOptions } from './run-folder.ts'

/** A user of its own cannot enter the data directory. */
const openToAll = '/var/tmp'

/** Where packages for programs are written. */
export const runFolderFinder =
  ({ dataDir, blobs }: Pick<Config, 'dataDir' | 'blobs'>) =>
  async (): Promise<RunFolderOptions> => {
    const { userId } = await findProgramWalls()
    const own = join(blobs.kind === 's3' ? blobs.tempFolder : join(dataDir, 'temp'), 'programs')
    return { parent: userId === undefined ? own : openToAll, userId }
  }
