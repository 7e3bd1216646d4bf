import type { Operation } from '@spindle/contract'

/** The table by which the client finds operations, so that it needs no schema while it runs. */
export function endpointTable(operations: readonly Operation[]): string {
  const rows = operations.map((operation) => {
    const { id, method, path, auth } = operation
    const takes = takesOf(operation)
    const words = [method, path, auth, ...(takes === undefined ? [] : [takes])].map((word) => `'${word}'`)
    const line = `  ${id}: [${words.join(', ')}],`
    return line.length <= 120 ? line : [`  ${id}: [`, ...words.map((word) => `    ${word},`), '  ],'].join('\n')
  })
  return `/** Written by \`npm run gen\` from the operations of the contract: method, path, credential, and what each takes. */
export const endpointTable = {
${rows.join('\n')}
} as const
`
}

function takesOf({ id, query, body, responses }: Operation): 'body' | 'query' | 'page' | undefined {
  if (body !== undefined && query !== undefined) throw new Error(`${id} takes a body and a query: the client knows one`)
  if (body !== undefined) return 'body'
  const { properties = {} } = (responses[200]?.schema ?? {}) as { readonly properties?: object }
  const isPage = Object.hasOwn(properties, 'page')
  return isPage ? 'page' : query && 'query'
}
