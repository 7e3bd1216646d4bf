import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Puts the figures of a goal between its markers in docs/performance-figures.md; the text around them is written by hand. */

const page = fileURLToPath(new URL('../../docs/performance-figures.md', import.meta.url))
const formatter = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url))

export async function writeFigures(goal: string, figures: string): Promise<void> {
  const text = await readFile(page, 'utf8')
  const [begin, end] = [`<!-- figures ${goal} -->`, `<!-- end of figures ${goal} -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/performance-figures.md has no place for the figures of ${goal}`)
  await writeFile(page, `${text.slice(0, from + begin.length)}\n${figures}\n${text.slice(to)}`)
  // The page is checked like every other file.
  execFileSync(process.execPath, [formatter, 'format', '--write', page], { stdio: 'ignore' })
}
