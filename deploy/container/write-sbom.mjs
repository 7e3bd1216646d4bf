// What an image holds, as CycloneDX: `node write-sbom.mjs HUB NPM-SBOM LIBRARY...`, to standard output. npm says what may belong to
// the hub, the folder what is left of it, dpkg where the libraries come from. Nothing in it changes from build to build.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [hub, npmSbom, ...libraries] = process.argv.slice(2)
if (hub === undefined || npmSbom === undefined) throw new Error('Usage: node write-sbom.mjs HUB NPM-SBOM LIBRARY...')

const {
  serialNumber: _random,
  metadata,
  components,
  dependencies,
  ...frame
} = JSON.parse(readFileSync(npmSbom, 'utf8'))
const { timestamp: _now, ...origin } = metadata

const present = new Set(
  globSync('**/node_modules/{@*/*,*}/package.json', { cwd: hub }).map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(hub, path), 'utf8'))
    return `${name}@${version}`
  }),
)
const kept = components.filter((component) => present.has(component['bom-ref']))
const known = new Set([origin.component['bom-ref'], ...kept.map((component) => component['bom-ref'])])

/** Paths differ where /lib is a link to /usr/lib: a package names one of them. */
function findPackage(library) {
  for (const path of [library, library.replace(/^\/usr\//, '/'), `/usr${library}`])
    try {
      return execFileSync('dpkg-query', ['--search', path], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).split(':')[0]
    } catch {}
  throw new Error(`No package of Debian has ${library}`)
}

const ask = (program, ...words) => execFileSync(program, words, { encoding: 'utf8' }).trim()
const architecture = ask('dpkg', '--print-architecture')
const packages = [...new Set([...libraries.map(findPackage), 'dash'])].sort().map((name) => {
  const [, version = ''] = ask('dpkg-query', '--show', name).split(/\s/)
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`
  return { 'bom-ref': purl, type: 'library', name, version, purl }
})

const document = {
  ...frame,
  metadata: origin,
  components: [...kept, ...packages],
  dependencies: dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) })),
}
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
