import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

/** Serves a folder to a browser unchanged, with one page that loads a module of it natively. */

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wav': 'audio/wav',
  '.jpg': 'image/jpeg',
}

const page = (script: string): string => `<!doctype html>
<link rel="icon" href="data:," />
<title>Delivery</title>
<script type="importmap">
  {
    "imports": {
      "@spindle/client": "/node_modules/@spindle/client/dist/index.js",
      "#environment-fetch": "/node_modules/@spindle/client/dist/transport/environment-fetch.js"
    }
  }
</script>
<script type="module" src="${script}"></script>
`

export async function startPageServer(folder: string, script: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html').end(page(script))
      return
    }
    readFile(join(folder, normalize(pathname))).then(
      (bytes) => response.setHeader('content-type', mediaTypes[extname(pathname)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
