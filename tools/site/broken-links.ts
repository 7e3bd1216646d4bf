import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Checks the pages as they were built: those of the documents, the menu, and what the generator adds. */

interface BuiltPage {
  readonly file: string
  readonly ids: ReadonlySet<string>
  readonly links: readonly string[]
}

/** A tag with its attributes, whose values may contain `>`. Text has no `<`: it is escaped. */
const tag = /<[a-zA-Z][\w-]*(?:\s+[^\s"'>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*\/?>/g
const attribute = /\s([^\s"'>=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g
const leading = new Set(['href', 'src', 'srcset'])

/** Tags without the scripts between them. */
export const readTags = (page: string): string[] =>
  Array.from(page.replaceAll(/(<script[^>]*>)[\s\S]*?<\/script>/g, '$1').matchAll(tag), ([text]) => text)

function readPage(folder: string, file: string): BuiltPage {
  const found = readTags(readFileSync(join(folder, file), 'utf8')).flatMap((text) =>
    Array.from(text.matchAll(attribute), ([, name = '', ...values]) => ({
      name,
      value: (values.find((value) => value !== undefined) ?? '').replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
    })),
  )
  const valuesOf = (isWanted: (name: string) => boolean) =>
    found.filter(({ name }) => isWanted(name)).map(({ value }) => value)
  return { file, ids: new Set(valuesOf((name) => name === 'id')), links: valuesOf((name) => leading.has(name)) }
}

/** Each link or anchor of the site that leads nowhere, with its page. Links to other sites are not followed. */
export function findBrokenLinks(folder: string): string[] {
  const pages = new Map(globSync('**/*.html', { cwd: folder }).map((file) => [file, readPage(folder, file)]))
  return [...pages.values()].flatMap((page) =>
    [...new Set(page.links)]
      .filter((link) => !/^(\w+:|\/\/)/.test(link) && !leadsSomewhere(folder, pages, page, link))
      .map((link) => `${page.file}: ${link}`),
  )
}

function leadsSomewhere(folder: string, pages: ReadonlyMap<string, BuiltPage>, from: BuiltPage, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const decoded = decodeURIComponent(path.split('?')[0] ?? '')
  const absolute = decoded.startsWith('/') ? join(folder, decoded) : join(folder, dirname(from.file), decoded)
  const file = decoded === '' ? join(folder, from.file) : isFolder(absolute) ? join(absolute, 'index.html') : absolute
  if (!existsSync(file)) return false
  const page = pages.get(relative(folder, file))
  return anchor === undefined || anchor === '' || page?.ids.has(decodeURIComponent(anchor)) === true
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
