/** Every path of the hub with its methods: answers 405 with `Allow`, OPTIONS, and the drift check of the contract. */
export interface RouteTable {
  add(method: string, path: string, kind: RouteKind): void
  /** The methods of the known path that matches, or undefined. */
  find(path: string): { readonly methods: readonly string[]; readonly kind: RouteKind } | undefined
  /**
   * The path one step below that answers to the method, where this one does not: what was meant, most likely. Undefined
   * when there are several.
   */
  findBelow(method: string, path: string): string | undefined
  entries(): readonly { readonly method: string; readonly path: string; readonly kind: RouteKind }[]
}

/**
 * `api` routes come from operations; `public` documents are readable by every origin; `protocol` follows a standard of
 * its
 *
 * own (tus, OAuth); `console` is for the hub's own pages, so no other origin is ever let in.
 */
export type RouteKind = 'api' | 'public' | 'protocol' | 'console'

export function routeTable(): RouteTable {
  const entries: { method: string; path: string; kind: RouteKind }[] = []
  const byPath = new Map<string, { pattern: RegExp; methods: string[]; kind: RouteKind }>()
  return {
    add(method, path, kind) {
      entries.push({ method, path, kind })
      const known = byPath.get(path)
      if (known) known.methods.push(method)
      else byPath.set(path, { pattern: patternOf(path), methods: [method], kind })
    },
    find(path) {
      const exact = byPath.get(path)
      const match = exact ?? [...byPath.values()].find(({ pattern }) => pattern.test(path))
      if (!match) return undefined
      const methods = match.methods.includes('GET') ? [...match.methods, 'HEAD'] : match.methods
      return { methods: [...new Set([...methods, 'OPTIONS'])].sort(), kind: match.kind }
    },
    findBelow(method, path) {
      const below = entries.filter(
        (entry) => entry.kind === 'api' && entry.method === method && patternOf(parentOf(entry.path)).test(path),
      )
      const [only] = below
      return below.length === 1 && only && !only.path.endsWith('}') ? only.path : undefined
    },
    entries: () => entries,
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) => (/^\{.+\}$/.test(part) ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('/')}$`,
  )
