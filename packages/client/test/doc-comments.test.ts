import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** What an editor shows: every public export says what it is. */

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** Names and the files they come from; what the contract owns is documented there. */
async function exportsOf(entry: string): Promise<readonly { readonly name: string; readonly file: string }[]> {
  const text = await readFile(source + entry, 'utf8')
  const named = text.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/g)
  const whole = text.matchAll(/export \* from '\.\/([^']+)'/g)
  const found = []
  for (const [, names = '', file = ''] of named)
    for (const name of names.split(',')) if (name.trim()) found.push({ name: name.trim().replace(/^type /, ''), file })
  for (const [, file = ''] of whole)
    for (const [, name = ''] of (await readFile(source + file, 'utf8')).matchAll(declaration('\\w+')))
      found.push({ name, file })
  return found
}

const declaration = (name: string): RegExp =>
  new RegExp(`^export (?:async )?(?:interface|type|class|function|const) (${name})\\b`, 'gm')

async function isDocumented({ name, file }: { readonly name: string; readonly file: string }): Promise<boolean> {
  const text = await readFile(source + file, 'utf8')
  const at = text.search(declaration(name))
  expect({ name, file, isDeclared: at >= 0 }).toEqual({ name, file, isDeclared: true })
  return text.slice(0, at).trimEnd().endsWith('*/')
}

describe('the public exports', () => {
  it.each([
    ['index.ts', 60],
    ['node.ts', 2],
  ])('of %s each have a doc comment', async (entry, least) => {
    const all = await exportsOf(entry)
    expect(all.length).toBeGreaterThanOrEqual(least)
    const bare = []
    for (const one of all) if (!(await isDocumented(one))) bare.push(`${one.name} (${one.file})`)
    expect(bare).toEqual([])
  })
})
