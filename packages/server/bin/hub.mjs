#!/usr/bin/env node
import { join } from 'node:path'

// An older Node cannot read the TypeScript sources, so this one file is JavaScript and says what is missing.
const oldestNode = 24

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `Spindle needs Node ${oldestNode} or newer; this is ${process.version}. Fix: install Node ${oldestNode}, or start it through npm, which brings its own on Linux and Windows.`,
  )
  process.exit(1)
}
// Types stripped and code compiled once: every later start takes half the time. Beside the packages rather than in the
// temporary directory, where others could put code into it. Portable: an image is put together elsewhere.
const { enableCompileCache } = await import('node:module')
enableCompileCache({ directory: join(import.meta.dirname, '../../../node_modules/.cache/spindle'), portable: true })
await import('../src/main.ts')
