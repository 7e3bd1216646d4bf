import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { findSubjectProblem } from './commits/subject.ts'

/**
 * Checks the subjects of commits (CONTRIBUTING.md): those made after the rule was. A copy without history has none to
 * check; a shallow clone checks those it has.
 */

/** The last commit before the rule, and when it was made. */
const base = { commit: '91803507ff8db817205b5af48bd3d27fbca99813', time: Date.parse('2026-11-21T03:27:08Z') }

const root = resolve(import.meta.dirname, '..')

if (!hasOwnHistory()) {
  console.log('There is no history here; no subjects of commits to check.')
} else {
  const problems = readCommits().flatMap(({ id, subject }) => {
    const problem = findSubjectProblem(subject)
    return problem === undefined ? [] : [`${id} "${subject}": ${problem}`]
  })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error('Subjects are written `area: verb object`: see CONTRIBUTING.md. Reword with `git rebase -i`.')
    process.exitCode = 1
  }
}

/** False in an unpacked archive, also inside the history of another project. */
function hasOwnHistory(): boolean {
  const found = git('rev-parse', '--show-toplevel')
  return (
    found !== undefined && realpathSync(found.trim()) === realpathSync(root) && git('rev-parse', 'HEAD') !== undefined
  )
}

function readCommits(): { readonly id: string; readonly subject: string }[] {
  const isBaseKnown = git('cat-file', '-e', `${base.commit}^{commit}`) !== undefined
  const range = isBaseKnown ? `${base.commit}..HEAD` : 'HEAD'
  const lines = (git('log', '--no-merges', '--format=%h%x00%ct%x00%s', range) ?? '').split('\n').filter(Boolean)
  return lines
    .map((line) => line.split('\0'))
    .filter(([, seconds]) => isBaseKnown || Number(seconds) * 1000 > base.time)
    .map(([id = '', , subject = '']) => ({ id, subject }))
}

/** Undefined when git is missing or fails. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return status === 0 ? stdout : undefined
}
