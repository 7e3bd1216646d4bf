/**
 * Page tests read no style sheet, so the style of an element follows from these attributes of it. It is worked out once:
 * each search for a role or a name needs the styles of a whole page.
 */
const telling = ['style', 'hidden', 'open', 'popover'] as const

type ComputeStyle = (element: Element, pseudoElement?: string | null) => CSSStyleDeclaration

interface Known {
  readonly told: string
  readonly style: CSSStyleDeclaration
}

export function rememberStyles(compute: ComputeStyle): ComputeStyle {
  const known = new WeakMap<Element, Known>()
  return (element, pseudoElement) => {
    if (pseudoElement || !element.isConnected) return compute(element, pseudoElement)
    const told = telling.map((name) => String(element.getAttribute(name))).join('|')
    const before = known.get(element)
    if (before?.told === told) return before.style
    const style = remember(compute(element))
    known.set(element, { told, style })
    return style
  }
}

function remember(style: CSSStyleDeclaration): CSSStyleDeclaration {
  const values = new Map<string, string>()
  const getPropertyValue = (name: string): string => {
    const value = values.get(name) ?? style.getPropertyValue(name)
    values.set(name, value)
    return value
  }
  return new Proxy(style, {
    get(target, name) {
      if (name === 'getPropertyValue') return getPropertyValue
      if (name === 'display' || name === 'visibility') return getPropertyValue(name)
      return Reflect.get(target, name, target) as unknown
    },
  })
}
