import { maxNameDepth, maxNameLength } from '../package-limits.ts'
import type { ArchiveEntry } from './archive-entry.ts'

/**
 * Returns where an entry belongs below the folder, undefined for a folder; throws for one that would lead elsewhere.
 */
export function nameGuard(): (entry: Pick<ArchiveEntry, 'name' | 'kind'>) => string | undefined {
  const files = new Set<string>()
  const folders = new Set<string>()
  return ({ name, kind }) => {
    if (kind === 'link') throw new Error(`${name} is a link, but a package can contain only files`)
    if (kind === 'device') throw new Error(`${name} is not a file`)
    const parts = partsOf(name)
    // One name on every disk, also if it ignores upper and lower case.
    const keys = parts.map((_, index) =>
      parts
        .slice(0, index + 1)
        .join('/')
        .normalize('NFC')
        .toLowerCase(),
    )
    const own = kind === 'file' ? keys.at(-1) : undefined
    for (const folder of kind === 'file' ? keys.slice(0, -1) : keys) {
      if (files.has(folder)) throw new Error(`it contains ${name} twice`)
      folders.add(folder)
    }
    if (own === undefined) return undefined
    if (files.has(own) || folders.has(own)) throw new Error(`it contains ${name} twice`)
    files.add(own)
    return parts.join('/')
  }
}

function partsOf(name: string): string[] {
  if (name.length > maxNameLength || /[\p{Cc}\\]/u.test(name))
    throw new Error(`a name in it is not allowed: ${JSON.stringify(name.slice(0, 80))}`)
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  const leadsOut = name.startsWith('/') || /^[a-z]:/i.test(name) || parts.includes('..')
  if (leadsOut) throw new Error(`${name} is outside the archive`)
  if (parts.length > maxNameDepth) throw new Error(`${name.slice(0, 80)} is more than ${maxNameDepth} folders deep`)
  return parts
}
