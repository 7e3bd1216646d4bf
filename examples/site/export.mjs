import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Static pages of a folder that `spindle feed mirror` made: node export.mjs MIRROR SITE */

const [mirror, site] = process.argv.slice(2)
if (!site) throw new Error('Name two folders: node export.mjs MIRROR SITE')

const toHtml = (text) => String(text ?? '').replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const named = (element, text) => `<${element} dir="auto">${toHtml(text)}</${element}>`
const full = ({ title, version }) => (version ? `${title} (${version})` : title)
const toTime = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
const toLine = (sign, line) => (line ? named('p', `${sign} ${line.year} ${line.text}`) : '')
const toImage = ({ file, width, height }, alt, size = 1) =>
  `<img src="${file}" width="${Math.round(width * size)}" height="${Math.round(height * size)}" alt="${toHtml(alt)}" loading="lazy">`

const head = (title) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${toHtml(title)}</title>
<style>body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font-family: system-ui } img { max-width: 100%; height: auto }</style>
`
const toTrack = (track, { audio }) =>
  `<li>${named('span', full(track))} ${toTime(track.durationMs)}${
    audio[track.trackId] ? `<br><audio controls preload="none" src="${audio[track.trackId]}"></audio>` : ''
  }</li>`
const toAlbum = ({ files, ...release }) => `${head(release.title)}<p><a href="../../index.html">All releases</a></p>
${named('h1', full(release))}
${named('p', release.displayArtist)}
${files.covers.length > 0 ? toImage(files.covers.at(-1), `Cover of ${release.title}`) : ''}
<ol>
${release.tracks.map((track) => toTrack(track, files)).join('\n')}
</ol>
${toLine('℗', release.pLine)}${toLine('©', release.cLine)}
</html>
`
const toItem = ({ id, covers: [cover], ...release }) =>
  `<li><a href="releases/${id}/index.html">${
    cover ? toImage(cover, '', 160 / cover.width) : ''
  }${named('strong', full(release))}</a> ${named('span', release.displayArtist)}</li>\n`

const shown = new Set()
await mkdir(join(site, 'releases'), { recursive: true })
const index = await open(join(site, 'index.html'), 'w')
await index.write(`${head('Music')}<h1>Music</h1>\n<ul>\n`)
for await (const line of createInterface({ input: createReadStream(join(mirror, 'index.ndjson')) })) {
  const item = JSON.parse(line)
  const release = JSON.parse(await readFile(join(mirror, item.file), 'utf8'))
  const [from, to] = [mirror, site].map((folder) => join(folder, 'releases', item.id))
  await rm(to, { recursive: true, force: true })
  await mkdir(to)
  for (const file of [...release.files.covers.map((cover) => cover.file), ...Object.values(release.files.audio)])
    await copyFile(join(from, file), join(to, file))
  await writeFile(join(to, 'index.html'), toAlbum(release))
  await index.write(toItem(item))
  shown.add(item.id)
}
await index.write('</ul>\n</html>\n')
await index.close()
for (const id of await readdir(join(site, 'releases')))
  if (!shown.has(id)) await rm(join(site, 'releases', id), { recursive: true })
