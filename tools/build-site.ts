import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrokenLinks } from './site/broken-links.ts'
import { prepareSite } from './site/prepare-site.ts'

/**
 * `npm run site [-- FOLDER]`: the documentation as static pages, in `.cache/site` unless a folder is named. Ends with exit
 * code 1 if a link leads nowhere. With `--serve` it then serves them on this computer.
 */

// Otherwise Astro sends what was built to its makers.
process.env.ASTRO_TELEMETRY_DISABLED = '1'
// Otherwise the pages are those for developing, without search, where another program has set one of them.
process.env.NODE_ENV = 'production'
for (const name of ['DEV', 'PROD', 'MODE', 'SSR', 'BASE_URL']) delete process.env[name]
// They read it when they are loaded.
const { build, preview } = await import('astro')
const { astroOptions } = await import('./site/astro-options.ts')

const { values, positionals } = parseArgs({ allowPositionals: true, options: { serve: { type: 'boolean' } } })
const repository = resolve(import.meta.dirname, '..')
const usual = join(repository, '.cache/site')
const output = resolve(positionals[0] ?? usual)
if (output !== usual && existsSync(output) && readdirSync(output).length > 0)
  throw new Error(`${output} is not empty. Name a new folder, so that nothing of yours is replaced.`)
mkdirSync(join(repository, '.cache'), { recursive: true })
const work = mkdtempSync(join(repository, '.cache/site-work-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit())

const options = astroOptions(work, prepareSite(repository, work))
await build(options)
rmSync(output, { recursive: true, force: true })
cpSync(join(work, 'output'), output, { recursive: true })
const broken = findBrokenLinks(output)
for (const link of broken) console.error(`leads nowhere: ${link}`)
if (broken.length > 0) process.exit(1)
console.log(`The documentation is in ${output}.`)
if (values.serve) {
  const { port } = await preview({ ...options, outDir: output })
  console.log(`It is served at http://localhost:${port}/ until Ctrl-C.`)
}
