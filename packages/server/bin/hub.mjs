#!/usr/bin/env node
// An older Node cannot read the TypeScript sources, so this one file is JavaScript and says what is missing.
const oldestNode = 24

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `Spindle needs Node ${oldestNode} or newer; this is ${process.version}. Fix: install Node ${oldestNode}, or start it through npm, which brings its own on Linux and Windows.`,
  )
  process.exit(1)
}
await import('../src/main.ts')
