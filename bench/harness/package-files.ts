import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SendTask } from '../limits/send-package.ts'
import type { Bench } from './bench.ts'
import { runCommand } from './command.ts'
import { writeSourceFile } from './source-file.ts'

/** Packages of big files, as stores are sent them. */

type PackageFiles = SendTask['files']

const sendProgram = fileURLToPath(new URL('../limits/send-package.ts', import.meta.url))

const digestOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

export async function writePackageFiles(bench: Bench, count: number, bytes: number): Promise<PackageFiles> {
  const files: PackageFiles[number][] = []
  for (let index = 0; index < count; index++) {
    const { path: source } = await writeSourceFile(bench, bytes)
    files.push({ path: `resources/${index}.wav`, source, size: bytes, sha256: await digestOf(source) })
  }
  return files
}

/** Sends the package as the hub does, and returns how many milliseconds that took. */
export async function hubSender(home: string, task: SendTask): Promise<() => Promise<number>> {
  const path = join(home, 'task.json')
  await writeFile(path, JSON.stringify(task))
  return async () => Number(await runCommand(process.execPath, [sendProgram, path]))
}

/** A program that is fast because it skips half of the work does not count. */
export async function requireWhole(place: string, files: PackageFiles): Promise<void> {
  for (const { path, sha256 } of files)
    if ((await digestOf(join(place, path))) !== sha256) throw new Error(`${path} arrived otherwise`)
}
