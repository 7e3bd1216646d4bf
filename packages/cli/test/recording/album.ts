import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coverJpeg, masterWav } from '../../../server/test/harness/submittable.ts'

/**
 * A folder as a label has it: masters with numbers in their names, a cover, and the values that are not in the files.
 */

const titles = ['Harbour Lights', 'Slow Tide', 'Northern Window']

const upcs = ['0200000000011', '0200000000028', '0200000000035']

/** `edition`, from 0 to 2, makes another release: other audio, titles and identifiers. */
export async function makeAlbum(folder: string, edition = 0): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [index, title] of titles.entries())
    await writeFile(join(folder, `0${index + 1} ${title}.wav`), masterWav(edition * titles.length + index + 1, 31))
  await writeFile(join(folder, 'cover.jpg'), await coverJpeg())
  await writeFile(join(folder, 'release.yaml'), manifest(new Date(), edition))
}

const manifest = (now: Date, edition: number): string => `title: Night Harbour${edition === 0 ? '' : ` ${edition + 1}`}
displayArtist: Ada Verne
label: Blue Lamp
genre: ambient
language: en
explicit: not_explicit
upc: '${upcs[edition]}'
releaseDate: ${now.toISOString().slice(0, 10)}
originalReleaseDate: ${now.toISOString().slice(0, 10)}
pLine: { year: ${now.getUTCFullYear()}, text: Blue Lamp }
cLine: { year: ${now.getUTCFullYear()}, text: Blue Lamp }
contributors: [{ name: Ada Verne, role: main_artist }]
aiUsage: &none { vocals: none, instruments: none, composition: none, lyrics: none, postProduction: none, artwork: none }
tracks:
${titles.map((title, index) => track({ title, number: index + 1, serial: edition * titles.length + index + 1, now })).join('')}`

interface AlbumTrack {
  readonly title: string
  readonly number: number
  readonly serial: number
  readonly now: Date
}

const track = ({ title, number, serial, now }: AlbumTrack): string => `  - file: 0${number} ${title}.wav
    title: ${title}
    isrc: ZZSPN${String(now.getUTCFullYear()).slice(2)}0000${serial}
    explicit: not_explicit
    language: zxx
    instrumental: true
    composition: original
    containsSamples: false
    contributors: [{ name: Ada Verne, role: main_artist }, { name: Ada Verne, role: composer }]
    aiUsage: { vocals: none, instruments: none, composition: none, lyrics: none, postProduction: none }
`
