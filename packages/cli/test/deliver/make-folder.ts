import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { gtin13 } from '../../../server/test/harness/release-metadata.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'

/** Folders of masters, made for one test. */

export type Files = Readonly<Record<string, string | Uint8Array>>

export async function makeFolder(files: Files, name = 'Night Drive'): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'spindle-folder-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, name)
  await mkdir(folder)
  await addFiles(folder, files)
  return folder
}

export async function addFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

/** Every file with size, digest and time of change: equal before and after when nothing was written. */
export async function listingOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  const lines = names.sort().map(async (name) => {
    const facts = await stat(join(folder, name))
    return facts.isFile()
      ? `${name} ${facts.size} ${facts.mtimeMs} ${sha256(await readFile(join(folder, name)))}`
      : `${name}/`
  })
  return Promise.all(lines)
}

/** Everything submitting requires, apart from what tags and names provide. */
/** Of every serial number another release, with other recordings. */
export const completeManifest = (serial: number, tracks = 3): string => `
label: Blue Lamp
upc: '${gtin13(serial)}'
contributors:
  - { name: Ada, role: main_artist }
  - { name: Ada Lovelace, role: songwriter }
pLine: { year: 2026, text: Blue Lamp }
cLine: { year: 2026, text: Blue Lamp }
genre: pop
language: en
explicit: not_explicit
releaseDate: '2026-05-01'
originalReleaseDate: '2026-05-01'
tracks:
${Array.from(
  { length: tracks },
  (_, index) => `  - file: 0${index + 1} Song ${index + 1}.wav
    isrc: ZZABC26${String(serial * 10 + index).padStart(5, '0')}
    language: en
    composition: original
    explicit: not_explicit
    containsSamples: false
`,
).join('')}`
