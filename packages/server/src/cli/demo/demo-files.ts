import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { encodeFlac, encodeWav, synthesise } from '../synthesis/index.ts'

/** The demo's input: real files, made from seeds, so that every machine measures the same. */

export interface DemoFile {
  readonly title: string
  readonly path: string
  readonly bytes: Buffer
  readonly contentType: string
}

export interface DemoFiles {
  readonly masters: readonly DemoFile[]
  readonly cover: DemoFile
}

const sampleRate = 44_100

const plan = [
  { title: 'Harbour Lights', seed: 11, seconds: 34, format: 'wav' },
  { title: 'Slow Tide', seed: 23, seconds: 38, format: 'wav' },
  { title: 'Northern Window', seed: 42, seconds: 32, format: 'flac' },
] as const

export async function makeDemoFiles(directory: string): Promise<DemoFiles> {
  await mkdir(directory, { recursive: true })
  const masters: DemoFile[] = []
  for (const { title, seed, seconds, format } of plan) {
    const audio = synthesise({ seconds, seed, sampleRate })
    const bytes = Buffer.from(format === 'wav' ? encodeWav(audio) : encodeFlac(audio))
    masters.push(
      await keep(directory, {
        title,
        name: `${masters.length + 1} ${title}.${format}`,
        bytes,
        contentType: format === 'wav' ? 'audio/wav' : 'audio/flac',
      }),
    )
  }
  const cover = await keep(directory, {
    title: 'Cover',
    name: 'cover.jpg',
    bytes: await drawCover(),
    contentType: 'image/jpeg',
  })
  return { masters, cover }
}

async function keep(
  directory: string,
  { title, name, bytes, contentType }: { title: string; name: string; bytes: Buffer; contentType: string },
): Promise<DemoFile> {
  const path = join(directory, name)
  await writeFile(path, bytes)
  return { title, path, bytes, contentType }
}

const coverSize = 3_000

/** A night sea: gradient, moon and waves, drawn as SVG and rendered to the size stores ask for. */
function drawCover(): Promise<Buffer> {
  const waves = Array.from({ length: 14 }, (_, row) => {
    const y = 1_750 + row * 95
    return `<path d="M0 ${y} q375 ${-70 + row * 4} 750 0 t750 0 t750 0 t750 0 V3000 H0 Z" fill="#7fd1e8" opacity="${(0.04 + row * 0.012).toFixed(3)}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${coverSize}" height="${coverSize}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0b1030"/><stop offset="0.6" stop-color="#27456b"/><stop offset="1" stop-color="#0f2a3d"/></linearGradient></defs>
    <rect width="${coverSize}" height="${coverSize}" fill="url(#sky)"/>
    <circle cx="2100" cy="900" r="330" fill="#fdf3d0"/><circle cx="2230" cy="830" r="300" fill="#1a2c55"/>
    ${waves.join('')}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#0b1030' }).jpeg({ quality: 88 }).toBuffer()
}
