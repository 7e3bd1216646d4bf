import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root })

describe('a decision', () => {
  const decisions = globSync('docs/decisions/0*.md', { cwd: root })
  const index = read('docs/decisions/README.md')

  it.each(decisions)('%s says context, decision and consequences in at most 40 lines', (path) => {
    const text = read(path)
    expect(Array.from(text.matchAll(/^## (.*)$/gm), ([, title]) => title)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ])
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
    expect(text).toMatch(new RegExp(`^# ${Number(basename(path).slice(0, 4))}\\. `))
  })

  it.each(decisions)('%s is in the index', (path) => {
    expect(index).toContain(`](${basename(path)})`)
  })
})

describe('a page', () => {
  it.each(pages)('%s links to what exists', (path) => {
    expect(links(read(path)).filter((link) => !leadsSomewhere(path, link))).toEqual([])
  })
})

/** Relative addresses of links and pictures; examples in code are none. */
function links(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
  return Array.from(
    prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g),
    ([, link, picture]) => link ?? picture ?? '',
  ).filter((link) => !/^(\w+:|\/)/.test(link))
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || !target.endsWith('.md') || anchors(read(target)).includes(anchor)
}

/** As GitHub makes them of headings. */
const anchors = (text: string): string[] =>
  Array.from(text.matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
