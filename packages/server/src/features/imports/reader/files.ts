import { attributeOf, childOf, childrenOf, type Element, passOver, textIn, textOf } from './element.ts'
import type { Notes } from './notes.ts'
import type { ReadFile } from './reading.ts'
import { flagOf, secondsOf } from './values.ts'

/** The file of a resource, and its details that the hub does not measure. */

const digits = { md5: 32, sha1: 40, sha256: 64 } as const

type Algorithm = keyof typeof digits
const families = {
  md5: ['md5'],
  sha: ['sha1', 'sha256'],
  sha1: ['sha1'],
  sha2: ['sha256'],
  sha256: ['sha256'],
} as const

/** The lists of ERN 3 have no SHA-256: senders write it as their own word, or as `SHA`. Then the length decides. */
function algorithmOf(element: Element | undefined, value: string): Algorithm | undefined {
  const text = textOf(element)
  const word = text === 'UserDefined' ? attributeOf(element, 'UserDefinedValue') : text
  const name = word?.toLowerCase().replaceAll(/[^a-z0-9]/g, '') ?? ''
  const possible: readonly Algorithm[] = Object.hasOwn(families, name) ? families[name as keyof typeof families] : []
  return possible.find((algorithm) => digits[algorithm] === value.length) ?? possible[0]
}

function hashOf(file: Element, notes: Notes): ReadFile['hash'] {
  const element = childOf(file, 'HashSum')
  const value = textIn(element, 'HashSumValue', 'HashSum')?.toLowerCase()
  if (!element || value === undefined) return null
  const algorithm = algorithmOf(childOf(element, 'Algorithm', 'HashSumAlgorithmType'), value)
  if (algorithm === undefined) {
    notes.add('invalid', element, 'The hash is not MD5, SHA-1 or SHA-256. It was not checked.')
    return null
  }
  if (value.length === digits[algorithm] && /^[0-9a-f]+$/.test(value)) return { algorithm, value }
  notes.add('invalid', element, 'The hash is not valid. It was not checked.')
  return null
}

/** Only ERN 4 has it. */
function sizeOf(file: Element, notes: Notes): ReadFile['size'] {
  const element = childOf(file, 'FileSize')
  if (!element) return null
  const written = textOf(element)?.replace(/^\+/, '') ?? ''
  if (/^\d{1,15}(?:\.\d{1,6})?$/.test(written) && Number(written) > 0) return written
  notes.add('invalid', element, 'The size is not a number above 0. It was not checked.')
  return null
}

/** ERN 4 has a URI, ERN 3 a name with a folder, or a URL. */
function pathOfFile(file: Element): string | null {
  const uri = textIn(file, 'URI', 'URL')
  if (uri !== undefined) return uri
  const name = textIn(file, 'FileName')
  const folder = textIn(file, 'FilePath')
  if (name === undefined) return null
  return folder === undefined ? name : `${folder.replace(/\/+$/, '')}/${name}`
}

export interface Technical {
  readonly file: ReadFile
  readonly previewStartMs: number | undefined
}

const clipMs = (technical: Element): number | undefined => {
  const clip = childOf(technical, 'ClipDetails', 'PreviewDetails')
  const seconds = secondsOf(textIn(childOf(clip, 'Timing') ?? clip, 'StartPoint'))
  return seconds === undefined ? undefined : Math.min(Math.round(seconds * 1000), 86_400_000)
}

const nothing: ReadFile = { path: null, hash: null, size: null, isProvided: true }

function readFile(file: Element, isProvided: boolean, notes: Notes): ReadFile {
  const path = pathOfFile(file)?.slice(0, 1000) ?? null
  return { path, hash: hashOf(file, notes), size: sizeOf(file, notes), isProvided }
}

/** The first file that is not a preview. Technical details are ignored: the hub takes them from the file itself. */
export function readTechnical(parent: Element | undefined, names: readonly string[], notes: Notes): Technical {
  const all = childrenOf(parent, ...names)
  const clips = all.map(clipMs).filter((ms) => ms !== undefined)
  const whole = all.filter((one) => flagOf(childOf(one, 'IsPreview')) !== true)
  const [delivered] = whole.map((one) => childOf(one, 'DeliveryFile') ?? one).filter((one) => childOf(one, 'File'))
  const file = childOf(delivered, 'File')
  const isProvided = flagOf(childOf(delivered, 'IsProvidedInDelivery')) !== false
  const read = file ? readFile(file, isProvided, notes) : nothing
  passOver(parent, ...names)
  return { file: read, previewStartMs: clips[0] }
}

/** A line of ownership: `2026 Blue Lamp` with the year next to it. */
export function readLine(from: Element | undefined, kind: 'P' | 'C', notes: Notes) {
  const line = childOf(from, `${kind}Line`)
  if (!line) return undefined
  const element = childOf(line, `${kind}LineText`) ?? childOf(line, `${kind}LineCompany`)
  const written = textOf(element)?.replace(/^\s*(?:[℗©]|\([pc]\))?\s*/iu, '') ?? ''
  passOver(line, `${kind}LineCompany`)
  const year = Number(textIn(line, 'Year')?.slice(0, 4) ?? /^\d{4}/.exec(written)?.[0])
  const text = written.replace(new RegExp(`^${year}\\s*`), '').trim()
  if (element && text !== '' && year >= 1900 && year <= 2200) return { year, text: notes.fit(element, text, 200) }
  notes.add('invalid', line, `The ${kind === 'P' ? '℗' : '©'} line has no year or no owner. It was not imported.`)
  return undefined
}
