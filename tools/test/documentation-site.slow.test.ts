import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { findAccessProblems, findOverflow } from '../../packages/console/test/harness/axe.ts'
import { isEngineMissing, launch, openPage, type WatchedPage } from '../../packages/console/test/harness/browsers.ts'
import { atEnd, temporaryFolder } from '../../packages/server/test/harness/cleanup.ts'
import { addressOf, pageId } from '../site/addresses.ts'
import { subjectId } from '../site/api-reference.ts'
import { findBrokenLinks, readTags } from '../site/broken-links.ts'
import { navigation } from '../site/navigation.ts'

/** The documentation as `npm run site` builds it from this checkout. */

const root = resolve(import.meta.dirname, '../..')

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
}

interface ApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly 'x-required-permission'?: string
}

let built: string | undefined

/** Once for this file. */
async function buildSite(): Promise<string> {
  if (built === undefined) {
    built = join(await temporaryFolder('spindle-site'), 'site')
    await promisify(execFile)(process.execPath, ['tools/build-site.ts', built], {
      cwd: root,
      maxBuffer: 16 * 1024 ** 2,
    })
  }
  return built
}

describe('the documentation site', () => {
  let folder: string
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
  const pageOf = (file: string): string => read(join(addressOf(pageId(file)), 'index.html'))

  beforeAll(async () => {
    folder = await buildSite()
  })

  it('has a page for each document, and no link that leads nowhere', () => {
    const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root })
    expect(documents.length).toBeGreaterThan(300)
    for (const document of documents) expect(pageOf(document), document).toContain('</html>')
    expect(findBrokenLinks(folder)).toEqual([])
  })

  it('has each guide in its menu, once', () => {
    const listed = navigation.flatMap(({ pages }) => pages)
    const guides = globSync(['*.md', 'docs/*.md', 'packages/*/README.md'], { cwd: root })
    expect(guides.filter((guide) => !listed.includes(guide))).toEqual([])
    expect(listed).toHaveLength(new Set(listed).size)
  })

  it('describes every operation of openapi.json with its path, permission and errors', () => {
    const { paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApi
    for (const [path, operations] of Object.entries(paths))
      for (const [method, operation] of Object.entries(operations)) {
        const page = read(join(subjectId(operation.tags[0] ?? ''), 'index.html'))
        const start = page.indexOf(`id="${operation.operationId}"`)
        expect(start, operation.operationId).toBeGreaterThan(0)
        const section = page.slice(start, page.indexOf('</section>', start))
        expect(section).toContain(`<span class="method">${method.toUpperCase()}</span> <span>${path}</span>`)
        expect(section).toContain(operation['x-required-permission'] ?? '')
      }
    expect(read('api/releases/index.html')).toContain('href="/errors/field_locked/"')
  })

  it('loads nothing from another host', () => {
    const loading = globSync('**/*.html', { cwd: folder }).flatMap((file) =>
      readTags(read(file))
        .filter((tag) => !/^<a\s/.test(tag))
        .flatMap((tag) =>
          Array.from(
            tag.matchAll(/\s(?:src|srcset|href|poster|data)\s*=\s*["']?(?:https?:)?\/\/[^"'\s>]*/g),
            ([found]) => `${file}: ${found}`,
          ),
        ),
    )
    expect(loading).toEqual([])
    const styles = globSync('**/*.css', { cwd: folder })
    expect(styles.length).toBeGreaterThan(0)
    expect(styles.filter((file) => /(?:url\(|@import)\s*["']?(?:https?:)?\/\//.test(read(file)))).toEqual([])
  })
})

describe.skipIf(isEngineMissing('chromium'))('the documentation site in a browser', () => {
  let site: string
  let watched: WatchedPage
  let page: Page

  beforeAll(async () => {
    site = await serve(await buildSite())
    const browser = await launch('chromium')
    atEnd(() => browser.close())
    watched = await openPage(browser, site)
    page = watched.page
  })

  it.each([
    ['desk', 'light', 1280, 860],
    ['desk', 'dark', 1280, 860],
    ['phone', 'light', 390, 844],
    ['phone', 'dark', 390, 844],
  ] as const)('starts in one screen on a %s, %s', async (_device, colorScheme, width, height) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.goto(site)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(colorScheme)
    expect(await findOverflow(page)).toBeLessThanOrEqual(0)
    expect(await page.evaluate('document.documentElement.scrollHeight - window.innerHeight')).toBeLessThanOrEqual(0)
    expect(await findAccessProblems(page)).toEqual([])
  })

  it.each(['docs/comparison.md', 'docs/testing.md', 'docs/console.md', 'docs/errors/not_found.md', 'openapi.json'])(
    'shows %s on a phone without scrolling sideways, and for everyone',
    async (file) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(new URL(addressOf(pageId(file)), site).href)
      expect(await findOverflow(page)).toBeLessThanOrEqual(0)
      expect(await findAccessProblems(page)).toEqual([])
    },
  )

  it('shows the operations of a subject for everyone', async () => {
    await page.goto(new URL(`/${subjectId('Releases')}/`, site).href)
    expect(await findOverflow(page)).toBeLessThanOrEqual(0)
    expect(await findAccessProblems(page)).toEqual([])
  })

  it.each([
    ['checksum_mismatch', '/errors/checksum_mismatch/'],
    ['cancel a planned takedown', '/api/releases/'],
    ['SPINDLE_MCP_GATE', '/mcp/'],
  ])('finds %s', async (words, address) => {
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.goto(site)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('#starlight__search input').fill(words)
    await page.locator(`.pagefind-ui__result-link[href*="${address}"]`).first().waitFor()
  })

  it('has asked no other host, and logged no error', () => {
    expect(watched.faults).toEqual([])
  })
})

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** As any web server does it: a folder is its index.html. */
async function serve(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = join(folder, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : '')
    try {
      const body = readFileSync(file)
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolveListening) => server.listen(0, '127.0.0.1', resolveListening))
  atEnd(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
