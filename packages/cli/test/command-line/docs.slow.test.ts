import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { makeFolder } from '../harness/spindle-home.ts'
import { makeAlbum } from '../recording/album.ts'

/** Runs every block of commands of the page, in its order, against a real hub. */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const pages = ['README.md', 'docs/cli.md', 'packages/cli/README.md', 'packages/mcp/README.md', 'docs/sites.md'].filter(
  (page) => blocksOf(page).length > 0,
)

/** Blocks marked `sh` are those of the hub itself, which another test runs. */
function blocksOf(page: string): string[] {
  return [...readFileSync(join(root, page), 'utf8').matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(
    ([, block = '']) => block,
  )
}

const property = 'docs'
const integrationToken = 'token-of-the-property-in-the-documentation'

let hub: TestHub
const place = makeFolder()

beforeAll(async () => {
  hub = await startTestHub({
    environment: { SPINDLE_SANDBOX_OUTLET: 'on', SPINDLE_INTEGRATION_TOKENS: `${property}=${integrationToken}` },
  })
  await makeAlbum(join(place, 'night-drive'))
  await makeAlbum(join(place, 'new-album'))
  rmSync(join(place, 'new-album', 'release.yaml'), { force: true })
  await makeAlbum(join(place, 'catalogue', 'ada-verne', 'night-harbour-2'), 1)
  await makeAlbum(join(place, 'catalogue', 'night-harbour-3'), 2)
  const account = await createTestAccount(hub)
  writeFileSync(join(place, 'key.txt'), `${await account.key()}\n`)
  writeFileSync(join(place, 'client.txt'), `${account.clientId} ${account.clientSecret}\n`)
  writeFileSync(join(place, 'token.txt'), `${integrationToken}\n`)
  const bin = join(place, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'spindle'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'packages/cli/bin/spindle.mjs')}' "$@"\n`,
  )
  chmodSync(join(bin, 'spindle'), 0o755)
})

describe.each(pages)('%s', (page) => {
  it.each(blocksOf(page).map((block, index) => ({ block, index })))(
    'block $index',
    { timeout: 300_000 },
    async ({ block }) => {
      const { code, said } = await type(block)
      expect({ block, code, said: code === 0 ? '' : said }).toEqual({ block, code: 0, said: '' })
    },
  )
})

it('finds the pages of the command line', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/cli.md', 'docs/sites.md']))
})

function type(block: string): Promise<{ readonly code: number; readonly said: string }> {
  const script = block
    .replaceAll('https://hub.example', hub.url)
    .replaceAll('https://api.example/orders', `${hub.url}/api/integration/verify`)
    // The clean install is what CI does; the scripts of the checkout are run where they are.
    .replaceAll(/^npm ci$/gm, 'true')
    .replaceAll(/^node examples\//gm, `node '${root}'examples/`)
    .replaceAll(/^(?:npm run spindle --|npx spindle) /gm, 'spindle ')
  return new Promise((resolve) => {
    const child = execFile(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', script],
      {
        cwd: place,
        env: {
          PATH: [join(place, 'bin'), process.env.PATH ?? ''].join(delimiter),
          HOME: place,
          SPINDLE_URL: hub.url,
          SPINDLE_API_KEY: readFileSync(join(place, 'key.txt'), 'utf8').trim(),
          SPINDLE_INTEGRATION_TOKEN: integrationToken,
        },
      },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : Number(error.code ?? 1),
          said: `${stdout.slice(-1500)}${stderr.slice(-1500)}`,
        }),
    )
    // A block that reads nothing may have ended before.
    child.stdin?.on('error', () => {})
    // What a person types at the prompt for a secret.
    child.stdin?.end(readFileSync(join(place, 'key.txt')))
  })
}
