import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** The server of a site. It passes on releases, plays and events of the hub: only this server has the integration token. */

const { PORT = '8080', PLAYER = '.cache/player/dist/index.js', DEMO = '.spindle-demo/demo.json' } = process.env
// Without settings it shows the label of the demo.
const demo = process.env.HUB_URL ? {} : JSON.parse(await readOrExplain(DEMO, 'npm run demo, or set HUB_URL'))
const { HUB_URL = demo.baseUrl, INTEGRATION_TOKEN = demo.integrationToken } = process.env
const page = await readFile(new URL('index.html', import.meta.url))
const player = await readOrExplain(PLAYER, 'npm run example-site, or set PLAYER')

async function readOrExplain(path, fix) {
  return readFile(path, 'utf8').catch(() => {
    throw new Error(`${path} is missing. Fix: ${fix}.`)
  })
}

async function askHub(path, { headers, ...init } = {}) {
  const all = { authorization: `Bearer ${INTEGRATION_TOKEN}`, ...headers }
  const response = await fetch(`${HUB_URL}/api/integration${path}`, { ...init, headers: all })
  if (response.ok || response.status === 404) return response
  throw new Error(`The hub answered ${response.status}: ${await response.text()}`)
}

/** What this site may play: the release of each track. */
const offered = new Map()
let cursor = ''

async function readFeed() {
  for (let hasMore = true; hasMore; ) {
    const feed = await (await askHub(`/feed?limit=1000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)).json()
    if (feed.reset) offered.clear()
    for (const { trackId, deleted, release } of feed.data)
      deleted ? offered.delete(trackId) : offered.set(trackId, release)
    cursor = feed.page.nextCursor
    hasMore = feed.page.hasMore
  }
}

/** Pages that are open, as streams of their own. The stream of the hub ends here, because it takes the token. */
const pages = new Set()
const tellPages = (event, data) => {
  for (const page of pages) page.write(`event: ${event}\ndata: ${data}\n\n`)
}

async function* readEvents(body) {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop()
    for (const block of blocks) yield Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/, 2)))
  }
}

async function followHub() {
  await readFeed()
  const stream = await askHub('/events', { headers: { 'last-event-id': cursor } })
  // What happened before may not have reached the pages.
  tellPages('reset', '{}')
  for await (const { event, data } of readEvents(stream.body)) {
    if (data === undefined) continue
    tellPages(event, data)
    await readFeed()
  }
}

async function followForever() {
  for (;;) {
    await followHub().catch(({ message }) => console.error(message))
    await sleep(1_000)
  }
}
void followForever()

function openPage(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(': open\n\n')
  pages.add(response)
  response.once('close', () => pages.delete(response))
}

/** A browser can send anything: this passes on a few plays with the members that are expected, and the hub checks them. */
async function passOnPlays(request, response) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > 65_536) break
  }
  let events
  try {
    events = JSON.parse(text)
  } catch {}
  // Other sites cannot send this type without being asked first.
  const isPlays = request.headers['content-type'] === 'application/json' && Array.isArray(events)
  if (!isPlays || events.length > 100) return response.writeHead(400).end()
  const plays = events.map(({ id, trackId, at, playedMs, source }) => ({ id, trackId, at, playedMs, source }))
  await askHub('/plays', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(plays),
  })
  response.writeHead(204).end()
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://site')
  const [, first, id] = /^\/(releases|covers)\/(rel_\w+)$/.exec(pathname) ?? []
  const send = (type, body) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body)
  if (pathname === '/plays' && request.method === 'POST') return passOnPlays(request, response)
  if (pathname === '/') return send('text/html; charset=utf-8', page)
  if (pathname === '/player.js') return send('text/javascript', player)
  if (pathname === '/events') return openPage(response)
  if (pathname === '/releases') {
    const releases = new Map([...offered.values()].map((release) => [release.id, release]))
    return send('application/json', JSON.stringify([...releases.values()]))
  }
  if (first === undefined) return response.writeHead(404).end()
  const found = await askHub(first === 'covers' ? `/releases/${id}/cover?size=256` : `/releases/${id}`)
  const headers = { 'content-type': found.headers.get('content-type'), 'cache-control': 'no-cache' }
  await pipeline(found.body, response.writeHead(found.status, headers))
}

createServer((request, response) =>
  answer(request, response).catch(({ message }) => {
    // A visitor who leaves ends an answer early.
    if (response.headersSent) return response.destroy()
    console.error(message)
    response.writeHead(502).end()
  }),
).listen(Number(PORT), () => console.log(`Open http://localhost:${PORT}`))
