import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The server of a site: a page, and the release that the page shows. Only this server has the integration token. */

const { HUB_URL, INTEGRATION_TOKEN, RELEASE_ID, PORT = '8080' } = process.env
const page = await readFile(new URL('index.html', import.meta.url))

async function getRelease() {
  const headers = { authorization: `Bearer ${INTEGRATION_TOKEN}` }
  const response = await fetch(`${HUB_URL}/api/integration/releases/${RELEASE_ID}`, { headers })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The hub answered ${response.status}: ${await response.text()}`)
  const { title, displayArtist, signedCover, tracks } = await response.json()
  return {
    ...{ title, displayArtist, signedCover },
    // The MP3 as soon as the hub has made it; until then the master.
    tracks: tracks.map(({ trackId, title, signedAudio, renditions: [mp3] }) => ({
      ...{ trackId, title },
      signedAudio: mp3?.signedAudio ?? signedAudio,
    })),
  }
}

/** Pages that are open, as streams of their own. The stream of the hub ends here, because it takes the token. */
const pages = new Set()

async function* readEvents(body) {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop()
    for (const block of blocks) yield Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/, 2)))
  }
}

let lastEventId
async function followFeed() {
  const headers = {
    authorization: `Bearer ${INTEGRATION_TOKEN}`,
    ...(lastEventId && { 'last-event-id': lastEventId }),
  }
  const response = await fetch(`${HUB_URL}/api/integration/events`, { headers })
  if (!response.ok) throw new Error(`The hub answered ${response.status}: ${await response.text()}`)
  for await (const { id, event, data } of readEvents(response.body)) {
    lastEventId = id ?? lastEventId
    if (data === undefined) continue
    // At the beginning and after a reset, any release can have changed.
    const isOurs = event === 'ready' || event === 'reset' || JSON.parse(data).releaseId === RELEASE_ID
    if (isOurs) for (const page of pages) page.write('event: changed\ndata: {}\n\n')
  }
}

async function followForever() {
  for (;;) {
    await followFeed().catch(({ message }) => console.error(message))
    await sleep(1_000)
  }
}
void followForever()

function openPage(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(': open\n\n')
  pages.add(response)
  response.once('close', () => pages.delete(response))
}

createServer(async (request, response) => {
  try {
    if (request.url === '/events') openPage(response)
    else if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    else if (request.url !== '/release.json') response.writeHead(404).end()
    else {
      const release = await getRelease()
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
      response.writeHead(release ? 200 : 404, headers).end(JSON.stringify(release ?? {}))
    }
  } catch (error) {
    console.error(error.message)
    response.writeHead(502).end()
  }
}).listen(Number(PORT), () => console.log(`Open http://localhost:${PORT}`))
