import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readCommit } from '../../packages/command-line/src/build-identity.ts'

/** Writes the commit of this checkout into a package.json that leaves it: `node stamp-commit.ts PACKAGE.JSON`. */

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Usage: node stamp-commit.ts PACKAGE.JSON')
const gitHead = readCommit(pathToFileURL(`${resolve(import.meta.dirname, '../..')}/`))
const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
writeFileSync(path, `${JSON.stringify({ ...(manifest as object), gitHead }, null, 2)}\n`)
