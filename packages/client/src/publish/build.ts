import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Makes the package that is published, from the sources: `node build.ts <folder>`. Not a part of it. */

const source = fileURLToPath(new URL('../..', import.meta.url))
const out = resolve(process.argv[2] ?? join(source, 'dist'))
const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url))

rmSync(out, { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', join(source, 'tsconfig.build.json'), '--outDir', out], {
  stdio: 'inherit',
})

// The compiler rewrites the endings of imports in JavaScript only.
for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const path = join(out, name)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}

const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<string, unknown>
const { private: _private, scripts: _scripts, ...published } = manifest
const entry = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` })
const exported = { ...published, exports: { '.': entry('index'), './node': entry('node') } }
writeFileSync(join(out, 'package.json'), `${JSON.stringify(exported, null, 2)}\n`)
copyFileSync(join(source, 'README.md'), join(out, 'README.md'))
copyFileSync(join(source, '../../LICENSE'), join(out, 'LICENSE'))
