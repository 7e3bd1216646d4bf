#!/usr/bin/env node
/// <reference types="node" />
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// An older Node cannot read the TypeScript sources, so this one file is JavaScript and says what is missing.
const oldestNode = 24

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `Spindle needs Node ${oldestNode} or newer; this is ${process.version}. Fix: install Node ${oldestNode}, or start it through npm or npx, which bring their own on Linux and Windows.`,
  )
  process.exit(1)
}
// Variables of the environment take precedence over the file.
if (existsSync('.env')) process.loadEnvFile('.env')
// The published package is built; a checkout runs its sources.
const built = new URL('../dist/main.js', import.meta.url)
const isPublished = existsSync(built)
if (isPublished) process.env.SPINDLE_HUB_COMMAND ??= 'npx @spindle/hub'
// Types stripped and code compiled once: every later start takes half the time. Beside the packages rather than in the
// temporary directory, where others could put code into it. Portable: an image is put together elsewhere.
const { enableCompileCache } = await import('node:module')
const modules = join(import.meta.dirname, isPublished ? '../../..' : '../../../node_modules')
enableCompileCache({ directory: join(modules, '.cache/spindle'), portable: true })
const { findBundle } = await import('./find-bundle.mjs')
const isBundled = process.env.SPINDLE_BUNDLE?.trim() !== 'off'
const bundle = isBundled ? findBundle(join(import.meta.dirname, isPublished ? '../bundle' : '../dist/hub')) : undefined
await import(bundle ?? (isPublished ? built.href : '../src/main.ts'))
