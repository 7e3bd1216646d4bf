import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openApiDocument } from '@spindle/contract/openapi'
import { type Setting, settings } from '../packages/server/src/config/settings.ts'
import { errorCodes, errorMarkdown } from '../packages/server/src/features/discovery/pages/error-page.ts'

/**
 * Writes every generated file of the repository: `npm run gen`. With `--check` it changes nothing and fails when a
 * committed file differs, is missing, or should no longer exist.
 */

const root = resolve(import.meta.dirname, '..')

function envExample(): string {
  const entries = settings.map(({ key, help, ...setting }: Setting) => {
    const value = setting.default ?? setting.example ?? ''
    const secret = setting.secret ? ' Secret.' : ''
    return `# ${help}${secret}\n# ${key}=${value}\n`
  })
  return [
    '# Generated from packages/server/src/config/settings.ts. Every setting is optional; values are defaults or examples.\n',
    ...entries,
  ].join('\n')
}

/** Path from the root -> content. */
function generatedFiles(): Map<string, string> {
  return new Map([
    ['openapi.json', `${JSON.stringify(openApiDocument(''), null, 2)}\n`],
    ['.env.example', envExample()],
    ...errorCodes.map((code): [string, string] => [`docs/errors/${code}.md`, errorMarkdown(code)]),
  ])
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

/** Pages of codes that no longer exist. */
const leftovers = (files: ReadonlyMap<string, string>): string[] =>
  (readdirSync(join(root, 'docs'), { recursive: true }) as string[])
    .map((path) => `docs/${path}`)
    .filter((path) => /^docs\/errors\/[^/]+\.md$/.test(path) && !files.has(path))

const files = generatedFiles()
const changed = [...files].filter(([path, content]) => read(path) !== content)
const stale = leftovers(files)

if (process.argv.includes('--check')) {
  for (const path of [...changed.map(([changedPath]) => changedPath), ...stale]) console.error(`${path} is out of date`)
  if (changed.length + stale.length > 0) {
    console.error('Run: npm run gen')
    process.exitCode = 1
  }
} else {
  for (const [path, content] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  for (const path of stale) rmSync(join(root, path))
  console.log(`${changed.length} written, ${stale.length} removed, ${files.size} in all`)
}
