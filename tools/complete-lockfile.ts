import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Adds to package-lock.json the platform packages that npm left out because they could not be looked up when the
 * lockfile was written. `npm ci` refuses a lockfile without them; with them it installs the one that fits and skips the
 * rest unseen. Those that the registry still has get their checksum. Run after every change of dependencies:
 * `npm run lock`. Ends with exit code 1 while a checksum is missing; a test refuses such a lockfile.
 */

interface LockEntry {
  version?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

interface Lockfile {
  packages: Record<string, LockEntry>
}

const systems: Record<string, string> = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
  win32: 'win32',
  windows: 'win32',
}
const processors: Record<string, string> = {
  arm: 'arm',
  armv6: 'arm',
  armv7: 'arm',
  arm64: 'arm64',
  x64: 'x64',
  ia32: 'ia32',
  x86: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}

const path = 'package-lock.json'
const lockfile = JSON.parse(readFileSync(path, 'utf8')) as Lockfile
const added = missingPackages(lockfile)
for (const [location, entry] of added) lockfile.packages[location] = entry
const unknown = addChecksums(lockfile)
lockfile.packages = Object.fromEntries(Object.entries(lockfile.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`)
console.log(`${added.length} platform packages added, ${unknown.length} packages without a checksum`)
for (const location of unknown) console.error(`no checksum: ${location}`)
if (unknown.length > 0) process.exitCode = 1

function missingPackages({ packages }: Lockfile): [string, LockEntry][] {
  const missing = new Map<string, LockEntry>()
  for (const { dev, optionalDependencies = {} } of Object.values(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const location = `node_modules/${name}`
      const isPlatformPackage = /^\d/.test(version) && !(location in packages) && platformOf(name) !== undefined
      if (isPlatformPackage)
        missing.set(location, { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) })
    }
  }
  return [...missing]
}

/** Returns the paths of the packages whose checksum the registry does not have. */
function addChecksums({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([location, entry]) => {
    if (!location.includes('node_modules/') || entry.integrity !== undefined || entry.link) return []
    const name = location.split('node_modules/').at(-1)
    const found = findChecksum(`${name}@${entry.version}`)
    if (found !== undefined) entry.integrity = found
    return found === undefined ? [location] : []
  })
}

function findChecksum(release: string): string | undefined {
  try {
    const answer = execFileSync('npm', ['view', release, 'dist.integrity'], { stdio: ['ignore', 'pipe', 'ignore'] })
    return answer.toString().trim() || undefined
  } catch {
    return undefined
  }
}

/** Platform packages are named `<package>-<os>-<cpu>[-<libc>]`, in any order and spelling. */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> | undefined {
  const words = name.split(/[/\-.]/)
  const find = (table: Record<string, string>): string | undefined =>
    words.map((word) => table[word]).find((value) => value !== undefined)
  const os = find(systems)
  const cpu = find(processors)
  if (os === undefined) return undefined
  const libc = os !== 'linux' ? undefined : /musl/.test(name) ? 'musl' : /gnu|glibc/.test(name) ? 'glibc' : undefined
  return { os: [os], ...(cpu === undefined ? {} : { cpu: [cpu] }), ...(libc === undefined ? {} : { libc: [libc] }) }
}
