import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Which page of the site a file of the repository has, and where the links of its documents lead. */

/** `docs/errors/not_found.md` is `errors/not_found`; the page of a folder's README is that of the folder. */
export const pageId = (file: string): string =>
  file === 'docs/README.md'
    ? 'index'
    : file === 'README.md'
      ? 'readme'
      : file === 'openapi.json'
        ? 'api'
        : file
            .replace(/^docs\//, '')
            .replace(/(\/README)?\.md$/, '')
            .toLowerCase()

/** The page of a file that is not a document. With a dot in the last part, servers would treat it as a file. */
export const filePageId = (file: string): string => `files/${file.toLowerCase().replaceAll('.', '-')}`

export const addressOf = (id: string): string => (id === 'index' ? '/' : `/${id}/`)

/** Pictures are copied; everything else is shown as a page. */
export const isPicture = (file: string): boolean => /\.(png|svg|jpe?g|webp)$/.test(file)
export const pictureAddress = (file: string): string => `/${file}`

export interface Repository {
  readonly root: string
  /** Documents that have a page, with the anchor of their title, at which the page begins. */
  readonly documents: ReadonlyMap<string, string>
}

/** What a link names: a document, a folder, a picture or another file, as a path from the root. */
export interface Target {
  readonly file: string
  readonly kind: 'document' | 'picture' | 'file' | 'folder'
  readonly address: string
}

/** Throws if the link leads nowhere: a page with a broken link is not built. */
export function findTarget({ root, documents }: Repository, page: string, link: string): Target {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path)).replace(/\/$/, '')
  const fragment = anchor === undefined ? '' : `#${anchor}`
  for (const document of [file, `${file}/README.md`])
    if (documents.has(document)) {
      const isTitle = anchor === documents.get(document)
      return { file: document, kind: 'document', address: addressOf(pageId(document)) + (isTitle ? '' : fragment) }
    }
  if (file.startsWith('..') || !existsSync(join(root, file)))
    throw new Error(`${page} links to ${link}, which is not there`)
  if (isPicture(file)) return { file, kind: 'picture', address: pictureAddress(file) }
  const kind = statSync(join(root, file)).isDirectory() ? 'folder' : 'file'
  return { file, kind, address: addressOf(filePageId(file)) + fragment }
}

/** Blocks and spans of code, and links and pictures outside of them. */
const codeOrLink = /^```[\s\S]*?^```$|`[^`\n]*`|(\]\()([^)\s]+)(\))|((?:src|srcset)=")([^"]+)(")/gm

/** Replaces each relative link of a document; links in code are examples, and stay. */
export const replaceLinks = (text: string, replace: (link: string) => string): string =>
  text.replaceAll(codeOrLink, (...match: (string | undefined)[]) => {
    const [whole = '', open, link, close, openAttribute, source, closeAttribute] = match
    const [before, target, after] = link === undefined ? [openAttribute, source, closeAttribute] : [open, link, close]
    return target === undefined || /^(\w+:|\/)/.test(target) ? whole : `${before}${replace(target)}${after}`
  })
