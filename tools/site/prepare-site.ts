import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addressOf, pageId } from './addresses.ts'
import { makeApiPages } from './api-reference.ts'
import { readDocuments } from './documents.ts'
import { menuLabels, navigation } from './navigation.ts'
import type { SitePage } from './page.ts'

interface MenuLink {
  readonly label: string
  readonly link: string
}

export interface MenuGroup {
  readonly label: string
  readonly collapsed: boolean
  readonly items: MenuLink[]
}

const icon = 'packages/console/public/icon.svg'

/** Writes what Astro reads into its folder: the pages, and the files that are copied. Returns the menu. */
export function prepareSite(repository: string, folder: string): MenuGroup[] {
  const { pages, pictures } = readDocuments(repository)
  const { overview, subjects } = makeApiPages()
  const all = [...pages, overview, ...subjects]
  refuseDuplicates(all)
  const copies = [...pictures.map((file) => [file, file]), ['openapi.json', 'openapi.json'], [icon, 'favicon.svg']]
  for (const [from = '', to = ''] of copies) {
    const copy = join(folder, 'public', to)
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(join(repository, from), copy)
  }
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(all))
  return makeMenu(all, subjects)
}

function refuseDuplicates(pages: readonly SitePage[]): void {
  const ids = new Set<string>()
  for (const { id, title } of pages) {
    if (ids.has(id)) throw new Error(`two files have the page ${id}, one of them is ${title}`)
    ids.add(id)
  }
}

function makeMenu(pages: readonly SitePage[], subjects: readonly SitePage[]): MenuGroup[] {
  const titles = new Map(pages.map(({ id, title }) => [id, title]))
  const linkTo = (file: string): MenuLink => {
    const id = pageId(file)
    const label = menuLabels[file] ?? titles.get(id)
    if (label === undefined) throw new Error(`the menu names ${file}, which is not there`)
    return { label, link: addressOf(id) }
  }
  return navigation.map(({ label, pages: files }, index) => ({
    label,
    collapsed: index > 0,
    items: files.flatMap((file) => [
      linkTo(file),
      ...(file === 'openapi.json'
        ? subjects.map(({ id, title }) => ({ label: title.slice('API: '.length), link: addressOf(id) }))
        : []),
    ]),
  }))
}
