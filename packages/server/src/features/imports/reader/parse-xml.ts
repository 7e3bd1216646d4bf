import { ParseOption, XmlCData, XmlDocument, XmlElement, XmlLibError, type XmlNode, XmlText } from 'libxml2-wasm'
import type { Element } from './element.ts'
import { RefusedMessage } from './refused-message.ts'

/**
 * Parses XML to elements, with limits. Document types are refused: no message needs one, and they allow entities, files
 * and network access. Nothing is registered that could load anything.
 */

const limits = { depth: 64, elements: 200_000, attributes: 64, textLength: 100_000 } as const

const options =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_SYS_CATALOG |
  ParseOption.XML_PARSE_NOCDATA |
  ParseOption.XML_PARSE_BIG_LINES

export function parseXml(bytes: Uint8Array): { readonly root: Element; readonly namespace: string } {
  requireFewTags(bytes)
  const document = parse(bytes)
  try {
    if (document.dtd) throw new RefusedMessage('xml_refused', 'The message has a DOCTYPE. Remove it.', 1)
    let count = 0
    const copy = (node: XmlElement, parent: Element | undefined, depth: number): Element => {
      const { line } = node
      count += 1
      if (count > limits.elements) refuse(`more than ${limits.elements} elements`, line)
      if (depth > limits.depth) refuse(`elements deeper than ${limits.depth}`, line)
      const children: Element[] = []
      const nodes = nodesIn(node)
      const element = { ...contentOf(node, nodes), name: node.name, line, children, parent, isRead: false }
      for (const child of nodes) if (child instanceof XmlElement) children.push(copy(child, element, depth + 1))
      return element
    }
    const { root } = document
    return { root: copy(root, undefined, 1), namespace: root.namespaceUri }
  } finally {
    document.dispose()
  }
}

/** Before the parser creates millions of elements. Those in comments count too: no real message has so many. */
function requireFewTags(bytes: Uint8Array): void {
  let count = 0
  for (let at = bytes.indexOf(tagOpens); at !== -1; at = bytes.indexOf(tagOpens, at + 1)) {
    if (!noElement.has(bytes[at + 1] ?? 0)) count += 1
    if (count > limits.elements) refuse(`more than ${limits.elements} elements`)
  }
}

const tagOpens = '<'.charCodeAt(0)
/** The end of an element, and markup that is not an element. */
const noElement: ReadonlySet<number> = new Set(['/', '!', '?'].map((sign) => sign.charCodeAt(0)))

function parse(bytes: Uint8Array): XmlDocument {
  try {
    return XmlDocument.fromBuffer(bytes, { option: options })
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error
    const [detail] = error.details
    const why = (detail?.message ?? error.message).trim().slice(0, 300)
    throw new RefusedMessage('xml_invalid', `The message is not well-formed XML: ${why}`, detail?.line)
  }
}

/** Most elements have none, and a map for each would use half of the available memory. */
const none: Element['attributes'] = new Map()

/** The parser has no next sibling for a processing instruction: XPath finds what follows one. */
function nodesIn(element: XmlElement): readonly XmlNode[] {
  const nodes: XmlNode[] = []
  for (let child = element.firstChild; child; child = child.next) {
    const node: XmlNode = child
    if (!('next' in node)) return element.find('node()[not(self::processing-instruction())]')
    nodes.push(node)
  }
  return nodes
}

function contentOf(node: XmlElement, nodes: readonly XmlNode[]): Pick<Element, 'attributes' | 'text'> {
  const { attrs, line } = node
  if (attrs.length > limits.attributes) refuse(`an element with more than ${limits.attributes} attributes`, line)
  const attributes = attrs.length === 0 ? none : new Map(attrs.map(({ name, value }) => [name, value]))
  let text = ''
  for (const child of nodes) if (child instanceof XmlText || child instanceof XmlCData) text += child.content
  const longest = Math.max(text.length, ...[...attributes.values()].map(({ length }) => length))
  if (longest > limits.textLength) refuse(`a text of more than ${limits.textLength} characters`, line)
  return { attributes, text }
}

function refuse(what: string, line?: number): never {
  throw new RefusedMessage('xml_refused', `The message has ${what}.`, line)
}
