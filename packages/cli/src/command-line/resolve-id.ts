import { CommandError, exitCodes } from '@spindle/command-line'
import { sanitizeText } from '../output/terminal-output.ts'
import type { CommandContext } from './command-context.ts'
import type { IdKind } from './define-command.ts'

/**
 * Ids as tables shorten them: `rel_…JRE9RZ5K`, only its end, or the beginning of an id, if only one resource has it.
 * A whole id is passed on as it is and costs no request.
 */

interface Named {
  readonly id: string
  /** What a person calls it. */
  readonly name: string
}

interface IdSource {
  /** The prefix before the underscore. */
  readonly prefix: string
  /** The command that shows the whole ids. */
  readonly command: string
  list(context: ListContext): AsyncIterable<Named>
}

interface ListContext {
  readonly context: CommandContext
  /** The arguments before this one, which may be ids that it depends on. */
  readonly given: Readonly<Record<string, unknown>>
}

const page = { limit: 100 } as const

const sources: Readonly<Record<IdKind, IdSource>> = {
  release: {
    prefix: 'rel',
    command: 'spindle releases list',
    async *list({ context: { client, signal } }) {
      for await (const { id, title } of (await client()).releases.list(page, { signal })) yield { id, name: title }
    },
  },
  catalog: {
    prefix: 'rel',
    command: 'spindle catalog list',
    async *list({ context: { client, signal } }) {
      for await (const item of (await client()).catalog.list(page, { signal }))
        if (!item.deleted) yield { id: item.id, name: item.title }
    },
  },
  upload: {
    prefix: 'upl',
    command: 'spindle uploads list',
    async *list({ context: { client, signal } }) {
      for await (const { id, filename } of (await client()).uploads.list(page, { signal }))
        yield { id, name: filename ?? 'no name' }
    },
  },
  key: {
    prefix: 'key',
    command: 'spindle keys list',
    async *list({ context: { client, signal } }) {
      for await (const { id, name } of (await client()).keys.list(page, { signal })) yield { id, name }
    },
  },
  bulk: {
    prefix: 'blk',
    command: 'spindle bulk list',
    async *list({ context: { client, signal } }) {
      for await (const { id, action } of (await client()).bulk.list(page, { signal })) yield { id, name: action }
    },
  },
  transfer: {
    prefix: 'trf',
    command: 'spindle transfers list',
    async *list({ context: { client, signal } }) {
      for await (const { id, name } of (await client()).transfers.list(page, { signal })) yield { id, name }
    },
  },
  import: {
    prefix: 'imp',
    command: 'spindle imports list',
    async *list({ context: { client, signal } }) {
      for await (const { id, messageId } of (await client()).imports.list(page, { signal }))
        yield { id, name: messageId ?? 'no message' }
    },
  },
  tableImport: {
    prefix: 'tbi',
    command: 'spindle imports tables',
    async *list({ context: { client, signal } }) {
      for await (const { id, filename } of (await client()).tableImports.list(page, { signal }))
        yield { id, name: filename ?? 'a table' }
    },
  },
  export: {
    prefix: 'exp',
    command: 'spindle exports list',
    async *list({ context: { client, signal } }) {
      for await (const { id, status } of (await client()).exports.list(page, { signal })) yield { id, name: status }
    },
  },
  report: {
    prefix: 'rpt',
    command: 'spindle reports list',
    async *list({ context: { client, signal } }) {
      for await (const { id, source } of (await client()).reports.list(page, { signal })) yield { id, name: source }
    },
  },
  party: {
    prefix: 'pty',
    command: 'spindle parties list',
    async *list({ context: { client, signal } }) {
      for await (const { id, name } of (await client()).parties.list(page, { signal })) yield { id, name }
    },
  },
  label: {
    prefix: 'lbl',
    command: 'spindle labels list',
    async *list({ context: { client, signal } }) {
      for await (const { id, name } of (await client()).labels.list(page, { signal })) yield { id, name }
    },
  },
  delivery: {
    prefix: 'dlv',
    command: 'spindle releases deliveries <release-id>',
    async *list({ context: { client, signal }, given: { releaseId } }) {
      for await (const { id, outlet } of (await client()).releases.listDeliveries(String(releaseId), page, { signal }))
        yield { id, name: outlet.name }
    },
  },
  webhook: {
    prefix: 'whk',
    command: 'spindle webhooks list',
    async *list({ context: { client, signal } }) {
      for await (const { id, url } of (await client()).webhooks.list(page, { signal })) yield { id, name: url }
    },
  },
  message: {
    prefix: 'whm',
    command: 'spindle webhooks messages <webhook-id>',
    async *list({ context: { client, signal }, given: { webhookId } }) {
      for await (const { id, type } of (await client()).webhooks.listMessages(String(webhookId), page, { signal }))
        yield { id, name: type }
    },
  },
  storeMessage: {
    prefix: 'msg',
    command: 'spindle releases messages <release-id>',
    async *list({ context: { client, signal }, given: { releaseId } }) {
      const { releases } = await client()
      for await (const { id, outlet, purpose } of releases.listMessages(String(releaseId), page, { signal }))
        yield { id, name: `${purpose} to ${outlet}` }
    },
  },
  trashed: {
    prefix: 'rel',
    command: 'spindle releases trash list',
    async *list({ context: { client, signal } }) {
      for await (const { id, title } of (await client()).trash.list(page, { signal })) yield { id, name: title }
    },
  },
}

/** More than fits on a screen; for an older one, use the whole id. */
const longestSearch = 1_000
/** Fewer letters are a slip of the hand. */
const abbreviation = /^(?:(?<prefix>[a-z]{3})_)?(?<dots>…|\.{3})?(?<letters>[0-9A-HJKMNP-TV-Z]{4,25})$/i

/** Returns the whole id. Throws if none or several of the newest thousand match. */
export async function resolveId(kind: IdKind, text: string, listContext: ListContext): Promise<string> {
  const { prefix, command, list } = sources[kind]
  const { prefix: given, dots, letters } = abbreviation.exec(text)?.groups ?? {}
  if (letters === undefined || (given ?? prefix).toLowerCase() !== prefix) return text
  const isMeant = createMatcher({ prefix, letters: letters.toUpperCase(), isEnd: dots !== undefined })
  const found: Named[] = []
  let looked = 0
  for await (const item of list(listContext)) {
    if (isMeant(item.id)) found.push(item)
    if (++looked === longestSearch) break
  }
  const [only, ...others] = found
  if (only === undefined) throw notFound(text, kind, command)
  if (others.length > 0) throw ambiguous(text, found)
  return only.id
}

interface Abbreviation {
  readonly prefix: string
  readonly letters: string
  readonly isEnd: boolean
}

const createMatcher =
  ({ prefix, letters, isEnd }: Abbreviation) =>
  (id: string): boolean =>
    id.endsWith(letters) || (!isEnd && id.startsWith(`${prefix}_${letters}`))

/** Where people use another word. */
const kinds: Partial<Readonly<Record<IdKind, string>>> = {
  catalog: 'release',
  storeMessage: 'message',
  trashed: 'deleted draft',
}

const notFound = (text: string, kind: IdKind, command: string): CommandError =>
  new CommandError(`No ${kinds[kind] ?? kind} has an id that starts or ends with "${text}"`, {
    code: 'id_unknown',
    fix: `\`${command}\` shows the ids. For older items, use the complete id.`,
  })

const shownCandidates = 10

const ambiguous = (text: string, found: readonly Named[]): CommandError =>
  new CommandError(`"${text}" is the id of ${found.length} things`, {
    code: 'id_ambiguous',
    exitCode: exitCodes.usage,
    problems: found.slice(0, shownCandidates).map(({ id, name }) => ({ where: id, what: sanitizeText(name) })),
    fix: 'Use more characters of the id.',
  })
