import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

it('shows in the first page the program that this package compiles and runs', () => {
  const shown = [...read('README.md').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? '')
  expect(shown).toHaveLength(1)
  expect(read('packages/client/README.md')).toContain(shown[0])
})
