import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  addressOf,
  filePageId,
  findTarget,
  isPicture,
  pageId,
  type Repository,
  replaceLinks,
  type Target,
} from './addresses.ts'
import type { SitePage } from './page.ts'

/** The documents of the repository as pages, and the files that they link to. The repository has no copy of them. */

const documents = ['*.md', 'docs/**/*.md', 'packages/*/README.md']

/** Made of other files: the list of errors of their pages, the reference of the contract. */
const madePages = ['docs/errors', 'openapi.json']

export interface Documents {
  readonly pages: readonly SitePage[]
  /** Paths from the root. */
  readonly pictures: readonly string[]
}

export function readDocuments(root: string): Documents {
  const files = globSync(documents, { cwd: root }).sort()
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const anchors = Array.from(texts, ([file, text]) => [file, toAnchor(text.slice(2, text.indexOf('\n')))] as const)
  const repository: Repository = {
    root,
    documents: new Map([...anchors, ...madePages.map((page) => [page, ''] as const)]),
  }
  const linked: Target[] = []
  const pages = Array.from(texts, ([file, text]) =>
    toPage(file, text, (link) => {
      const target = findTarget(repository, file, link)
      linked.push(target)
      return target.address
    }),
  )
  return {
    pages: [...pages, listErrors(root), ...showFiles(root, linked)],
    pictures: unique(linked.filter(({ kind }) => kind === 'picture').map(({ file }) => file)),
  }
}

/** As GitHub and Astro make it of a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

const unique = (files: readonly string[]): string[] => [...new Set(files)].sort()

/** The first heading is the title, which the frame of the page shows. */
function toPage(file: string, text: string, replace: (link: string) => string): SitePage {
  const [, title = '', body = ''] = /^# (.*)\n([\s\S]*)$/.exec(text) ?? []
  if (title === '') throw new Error(`${file} does not begin with a heading`)
  const markdown = replaceLinks(body, replace)
  return { id: pageId(file), title: title.replaceAll('`', ''), text: { markdown }, isSearched: true }
}

function listErrors(root: string): SitePage {
  const lines = readdirSync(join(root, 'docs/errors')).map((name) => {
    const [heading = '', , meaning = ''] = readFileSync(join(root, 'docs/errors', name), 'utf8').split('\n')
    return `- [\`${heading.slice(2)}\`](${addressOf(pageId(`docs/errors/${name}`))}): ${meaning}`
  })
  const markdown = `The member \`error\` of an answer is one of these codes. A code never changes its meaning.\n\n${lines.join('\n')}\n`
  return { id: 'errors', title: 'Errors', text: { markdown }, isSearched: true }
}

/** A page for each file that a document links to, and for each file in a folder that one links to. */
function showFiles(root: string, linked: readonly Target[]): SitePage[] {
  const folders = unique(linked.filter(({ kind }) => kind === 'folder').flatMap(({ file }) => withFolders(root, file)))
  const files = unique([
    ...linked.filter(({ kind }) => kind === 'file').map(({ file }) => file),
    ...folders.flatMap((folder) => list(root, folder).files),
  ])
  return [...folders.map((folder) => showFolder(root, folder)), ...files.map((file) => showFile(root, file))]
}

function list(root: string, folder: string): { readonly files: string[]; readonly folders: string[] } {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const paths = (isWanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries.filter(isWanted).map(({ name }) => `${folder}/${name}`)
  return {
    files: paths((entry) => entry.isFile() && !isPicture(entry.name)),
    folders: paths((entry) => entry.isDirectory()),
  }
}

const withFolders = (root: string, folder: string): string[] => [
  folder,
  ...list(root, folder).folders.flatMap((inner) => withFolders(root, inner)),
]

function showFolder(root: string, folder: string): SitePage {
  const { files, folders } = list(root, folder)
  const lines = [...folders, ...files].map(
    (path) => `- [${path.slice(folder.length + 1)}](${addressOf(filePageId(path))})`,
  )
  return { id: filePageId(folder), title: folder, text: { markdown: lines.join('\n') }, isSearched: false }
}

const languages: Readonly<Record<string, string>> = {
  cfg: 'ini',
  conf: 'nginx',
  ini: 'ini',
  json: 'json',
  html: 'html',
  mjs: 'js',
  sh: 'sh',
  sql: 'sql',
  ts: 'ts',
  yaml: 'yaml',
  yml: 'yaml',
}

function showFile(root: string, file: string): SitePage {
  const language = languages[file.slice(file.lastIndexOf('.') + 1)] ?? 'txt'
  const text = readFileSync(join(root, file), 'utf8').trimEnd()
  // Longer than any fence in the file.
  const markdown = `\`\`\`\`\`${language}\n${text}\n\`\`\`\`\`\n`
  return { id: filePageId(file), title: file, text: { markdown }, isSearched: false }
}
