/** Nodes without `innerHTML`, which pages with Trusted Types refuse. */

type Attributes = Readonly<Record<string, string | boolean>>

/** An HTML element with attributes, of which those that are false are left out, and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name)
  setAttributes(node, attributes)
  node.append(...children)
  return node
}

/** An icon of one path in a square of 24. */
export function icon(path: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  setAttributes(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  const shape = document.createElementNS(namespace, 'path')
  setAttributes(shape, { d: path, 'fill-rule': 'evenodd' })
  svg.append(shape)
  return svg
}

function setAttributes(node: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) node.setAttribute(name, value === true ? '' : value)
}
