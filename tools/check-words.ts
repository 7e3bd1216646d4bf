import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { exceptions } from './words/exceptions.ts'
import { findException, findWords } from './words/find-words.ts'
import { readProse } from './words/read-prose.ts'
import { scope } from './words/scope.ts'

/** Checks what people read against the list of words in tools/words/list.ts (docs/style.md). */

const root = resolve(import.meta.dirname, '..')
const used = new Set<unknown>()
let problems = 0

for (const { files, except = [], read } of scope)
  for (const file of globSync(files, { cwd: root, exclude: except }).toSorted()) {
    if (!statSync(join(root, file)).isFile()) continue
    const text = readFileSync(join(root, file), 'utf8')
    // Most files have none of the words anywhere, and need not be parsed.
    if (findWords(text).length === 0) continue
    const lines = text.split('\n')
    for (const finding of findWords(readProse(file, text, read))) {
      const exception = findException(file, lines[finding.line - 1] ?? '', finding)
      used.add(exception)
      if (exception !== undefined) continue
      problems += 1
      const { reason, write } = finding.word
      console.error(`${file}:${finding.line} "${finding.text}": ${reason}. Write: ${write}.`)
    }
  }

for (const { file, word, line } of exceptions.filter((one) => !used.has(one))) {
  problems += 1
  console.error(`tools/words/exceptions.ts excuses "${word}" at "${line}" in ${file}, where it is not. Remove it.`)
}
if (problems > 0) process.exitCode = 1
