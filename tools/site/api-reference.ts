import {
  operationView,
  type ReferencePlace,
} from '../../packages/server/src/features/discovery/reference/operation-view.ts'
import { type Reference, readReference } from '../../packages/server/src/features/discovery/reference/read-reference.ts'
import { schemaView } from '../../packages/server/src/features/discovery/reference/schema-view.ts'
import { html } from '../../packages/server/src/http/pages/html.ts'
import { addressOf, pageId } from './addresses.ts'
import type { SitePage } from './page.ts'

/**
 * The API reference: a page for each subject of the OpenAPI document, with its operations and the schemas they use. The views
 * are those of `/docs` of a hub, without the forms that send requests.
 */

const hub = 'https://hub.example'
const place: ReferencePlace = {
  baseUrl: hub,
  errorPage: (code) => addressOf(pageId(`docs/errors/${code}.md`)),
  canTry: false,
}

/** `api/bulk-jobs` */
export const subjectId = (tag: string): string => `api/${tag.toLowerCase().replaceAll(' ', '-')}`

export interface ApiPages {
  readonly overview: SitePage
  readonly subjects: readonly SitePage[]
}

export function makeApiPages(): ApiPages {
  const reference = readReference(hub, true)
  return { overview: showOverview(reference), subjects: reference.tags.map((tag) => showSubject(reference, tag)) }
}

function showOverview({ tags, endpoints }: Reference): SitePage {
  const subjects = tags.map(({ name, description }) => {
    const count = endpoints.filter(({ operation }) => operation.tags[0] === name).length
    const about = description === name ? '' : `. ${description}`
    return `- [${name}](${addressOf(subjectId(name))}), ${count} operations${about}`
  })
  const markdown = `All paths start with the address of your hub. A running hub has the same reference at \`/docs\`, with forms that send
requests. [openapi.json](/openapi.json) is the whole reference as one document (OpenAPI 3.1).

Every operation names its permission. Errors are problem documents (RFC 9457) with a [code](/errors/) that does not change.
Writes accept an \`Idempotency-Key\`: if you get no answer, repeat the request with the same key.

${subjects.join('\n')}
`
  return { id: pageId('openapi.json'), title: 'API reference', text: { markdown }, isSearched: true }
}

function showSubject({ endpoints, schemas }: Reference, { name, description }: Reference['tags'][number]): SitePage {
  const own = endpoints.filter(({ operation }) => operation.tags[0] === name)
  const used = findSchemas(own, schemas)
  const body = html`${description === name ? '' : html`<p>${description}</p>`}
<h2 id="operations">Operations</h2>
${own.map((endpoint) => operationView(place, endpoint))}
<h2 id="schemas">Schemas</h2>
${used.map((schema) => schemaView(schema, schemas[schema] ?? {}, true))}`
  const headings = [
    { depth: 2, slug: 'operations', text: 'Operations' },
    ...own.map(({ operation }) => ({ depth: 3, slug: operation.operationId, text: operation.summary })),
    { depth: 2, slug: 'schemas', text: 'Schemas' },
  ]
  return { id: subjectId(name), title: `API: ${name}`, text: { html: body.text, headings }, isSearched: true }
}

/** Names of the schemas that the operations refer to, directly or by another one, in alphabetical order. */
function findSchemas(operations: unknown, schemas: Reference['schemas']): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(schemas[name])
    }
  }
  visit(operations)
  return [...found].sort()
}
