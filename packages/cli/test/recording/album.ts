import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coverJpeg, masterWav } from '../../../server/test/harness/submittable.ts'

/**
 * A folder as a label has it: masters with numbers in their names, a cover, and the values that are not in the files.
 */

const titles = ['Harbour Lights', 'Slow Tide', 'Northern Window']

export async function makeAlbum(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [index, title] of titles.entries())
    await writeFile(join(folder, `0${index + 1} ${title}.wav`), masterWav(index + 1, 31))
  await writeFile(join(folder, 'cover.jpg'), await coverJpeg())
  await writeFile(join(folder, 'release.yaml'), manifest(new Date()))
}

const manifest = (now: Date): string => `title: Night Harbour
displayArtist: Ada Verne
label: Blue Lamp
genre: ambient
language: en
explicit: not_explicit
upc: '0200000000011'
releaseDate: ${now.toISOString().slice(0, 10)}
originalReleaseDate: ${now.toISOString().slice(0, 10)}
pLine: { year: ${now.getUTCFullYear()}, text: Blue Lamp }
cLine: { year: ${now.getUTCFullYear()}, text: Blue Lamp }
contributors: [{ name: Ada Verne, role: main_artist }]
aiUsage: &none { vocals: none, instruments: none, composition: none, lyrics: none, postProduction: none, artwork: none }
tracks:
${titles.map((title, index) => track(title, index + 1, now)).join('')}`

const track = (title: string, number: number, now: Date): string => `  - file: 0${number} ${title}.wav
    title: ${title}
    isrc: ZZSPN${String(now.getUTCFullYear()).slice(2)}0000${number}
    explicit: not_explicit
    language: zxx
    instrumental: true
    composition: original
    containsSamples: false
    contributors: [{ name: Ada Verne, role: main_artist }, { name: Ada Verne, role: composer }]
    aiUsage: { vocals: none, instruments: none, composition: none, lyrics: none, postProduction: none }
`
