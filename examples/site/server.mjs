import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

/** The server of a site: a page, and the release that the page shows. Only this server has the integration token. */

const { HUB_URL, INTEGRATION_TOKEN, RELEASE_ID, PORT = '8080' } = process.env
const page = await readFile(new URL('index.html', import.meta.url))

async function getRelease() {
  const headers = { authorization: `Bearer ${INTEGRATION_TOKEN}` }
  const response = await fetch(`${HUB_URL}/api/integration/releases/${RELEASE_ID}`, { headers })
  if (!response.ok) throw new Error(`The hub answered ${response.status}: ${await response.text()}`)
  const { title, displayArtist, signedCover, tracks } = await response.json()
  return {
    ...{ title, displayArtist, signedCover },
    tracks: tracks.map(({ trackId, title, signedAudio }) => ({ trackId, title, signedAudio })),
  }
}

createServer(async (request, response) => {
  try {
    if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    else if (request.url !== '/release.json') response.writeHead(404).end()
    else {
      const body = JSON.stringify(await getRelease())
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body)
    }
  } catch (error) {
    console.error(error.message)
    response.writeHead(502).end()
  }
}).listen(Number(PORT), () => console.log(`Open http://localhost:${PORT}`))
