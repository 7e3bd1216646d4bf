import { decodeOrGuess } from '@spindle/contract/text-files'

/**
 * Acknowledgements of a store, in any of the formats of DDEX: FtpAcknowledgementMessage (to 1.5),
 * ErnAcknowledgementStatusMessage (1.7), AcknowledgementMessage (1.8). Elements are known by their local names. The
 * text is untrusted: it is read once from start to end, without entities except the five of XML and characters by their
 * number, and without document types. It is in UTF-8, UTF-16, or an encoding of its own that is read as Windows-1252.
 */

export interface Acknowledgement {
  readonly messageId: string
  /** A word of ErncFileStatus, such as FileOK. */
  readonly status: string
  readonly text: string
}

export const maxAcknowledgementBytes = 256 * 1024
const maxDepth = 64

interface Element {
  readonly name: string
  text: string
  /** The word itself where the text is `UserDefined`. */
  readonly userDefined: string | undefined
  readonly children: Element[]
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string): string =>
  text.replaceAll(
    /&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#x([0-9a-fA-F]{1,6}));/g,
    (_, name: string | undefined, decimal: string | undefined, hexadecimal: string | undefined) =>
      name === undefined ? characterOf(Number(decimal ?? `0x${hexadecimal}`)) : (entities[name] ?? ''),
  )
const characterOf = (code: number): string => String.fromCodePoint(code > 0 && code <= 0x10ffff ? code : 0xfffd)
const localName = (tag: string): string => tag.replace(/^[^:\s/>]*:/, '').replace(/[\s/>].*$/s, '')

const elementOf = (tag: string): Element => ({
  name: localName(tag),
  text: '',
  userDefined: /\sUserDefinedValue="([^"]*)"/.exec(tag)?.[1],
  children: [],
})

/** An end that is missing would be looked for from each beginning anew, through the whole text. */
const isUnended = (text: string): boolean =>
  [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ].some(([begin = '', end = '']) => text.lastIndexOf(begin) > text.lastIndexOf(end))

/** Undefined for what is not well-formed in this narrow sense. */
function parse(text: string): Element | undefined {
  if (/<!DOCTYPE/i.test(text) || isUnended(text)) return undefined
  const top = elementOf('')
  const open: Element[] = [top]
  for (const [token] of text.matchAll(/<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<[^<>]*>|[^<]+/gs)) {
    const current = open.at(-1)
    if (!current) return undefined
    if (token.startsWith('<![CDATA[')) current.text += token.slice(9, -3)
    else if (!token.startsWith('<')) current.text += plain(token)
    else if (token.startsWith('</')) {
      if (open.pop()?.name !== localName(token.slice(2))) return undefined
    } else if (!token.startsWith('<!') && !token.startsWith('<?')) {
      const element = elementOf(token.slice(1))
      current.children.push(element)
      if (!token.endsWith('/>')) open.push(element)
      if (open.length > maxDepth) return undefined
    }
  }
  return open.length === 1 ? top : undefined
}

function* descendants(element: Element): Generator<Element> {
  for (const child of element.children) {
    yield child
    yield* descendants(child)
  }
}

const find = (element: Element, ...names: readonly string[]): Element | undefined => {
  for (const one of descendants(element)) if (names.includes(one.name) && one.text.trim() !== '') return one
  return undefined
}
const textOf = (element: Element, ...names: readonly string[]): string | undefined =>
  find(element, ...names)?.text.trim()

function statusOf(part: Element): string | undefined {
  const status = find(part, 'Status', 'FileStatus') ?? [...descendants(part)].find(isLeafStatus)
  const word = status?.text.trim()
  return word === 'UserDefined' ? (status?.userDefined ?? word) : word
}

/** The content of `Acknowledgement` or `AcknowledgedFile`; in older formats the whole message is one. */
function parts(root: Element): Element[] {
  const listed = [...descendants(root)].filter(({ name }) => name === 'Acknowledgement')
  return listed.length > 0 ? listed : root.children
}

/** Empty for a text without a status, and for one that is not XML. */
export function readAcknowledgements(bytes: Buffer): Acknowledgement[] {
  const root = parse(decodeOrGuess(bytes).text)
  if (!root) return []
  const reason = textOf(root, 'ErrorText') ?? ''
  return parts(root).flatMap((part) => {
    const messageId = acknowledgedId(part)
    const status = statusOf(part)
    const text = (textOf(part, 'ErrorText', 'Information') ?? reason).slice(0, 1000)
    return messageId === undefined || status === undefined ? [] : [{ messageId, status: status.slice(0, 80), text }]
  })
}

const isLeafStatus = ({ name, children }: Element): boolean =>
  (name === 'MessageStatus' || name === 'ReleaseStatus') && children.length === 0

/** Not that of the header, which is the acknowledgement's own. */
function acknowledgedId(part: Element): string | undefined {
  for (const child of part.children) {
    if (child.name === 'MessageHeader') continue
    if (child.name === 'MessageId') return child.text.trim()
    const inside = acknowledgedId(child)
    if (inside !== undefined) return inside
  }
  return undefined
}
