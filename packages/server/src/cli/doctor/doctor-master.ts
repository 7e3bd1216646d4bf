import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFlac, synthesise } from '../synthesis/index.ts'

/** Five seconds of real audio in a temporary folder, to test the analysis. */
export async function makeCheckMaster(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'spindle-doctor-'))
  const path = join(directory, 'check.flac')
  await writeFile(path, encodeFlac(synthesise({ seconds: 5, seed: 1, sampleRate: 44_100 })))
  return { path, remove: () => rm(directory, { recursive: true, force: true }) }
}
