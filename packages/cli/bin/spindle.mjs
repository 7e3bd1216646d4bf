#!/usr/bin/env node
/// <reference types="node" />
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

// An older Node cannot run the libraries below, so this file says what is missing before any of them is read.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `spindle needs Node 22.12 or newer; this is ${process.version}. Fix: install Node 24, or run it through npm in a checkout, which brings its own on Linux and Windows.`,
  )
  process.exit(1)
}
// npm starts the script of a checkout in the checkout; paths are meant from where npm was called.
const checkout = join(import.meta.dirname, '../../../package.json')
if (process.env.npm_lifecycle_event === 'spindle' && process.env.npm_package_json === checkout)
  process.chdir(process.env.INIT_CWD ?? '.')
const { enableCompileCache } = await import('node:module')
// Compiled once: a second start takes half the time. In the user's own cache folder, where others cannot put code.
enableCompileCache(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'spindle', 'code'))
// The published package is built; a checkout runs its sources.
const built = new URL('../dist/main.js', import.meta.url)
await import(existsSync(built) ? built.href : new URL('../src/main.ts', import.meta.url).href)
