import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atEnd } from './cleanup.ts'

/** Programs of the operator, where a user of their own can read them. */

/** Open to every user of the machine, unlike the folder for temporary files of a test. */
export async function openFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp('/var/tmp/spindle-test-program-')
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, mode)
  return folder
}

/** An executable with this text; returns its path. */
export async function programFile(text: string, mode = 0o755): Promise<string> {
  const path = join(await openFolder(), 'program')
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

export const shellProgram = (script: string): Promise<string> => programFile(`#!/bin/sh\n${script}\n`)
