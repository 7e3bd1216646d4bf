import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { debianPackages } from '../harness/programs.ts'

it('.ci/run installs what tests use, so that nothing is skipped there', () => {
  const script = readFileSync(new URL('../../../../.ci/run', import.meta.url), 'utf8')
  const [, list = ''] = /^programs=\(\n([^)]*)\)$/m.exec(script) ?? []
  const installed = list.trim().split(/\s+/)
  // These are always installed: the script is bash, and starts npm.
  const present = new Set(['bash', 'nodejs'])
  const used = Object.values(debianPackages).filter((name) => !present.has(name))
  expect(used.filter((name) => !installed.includes(name))).toEqual([])
})
