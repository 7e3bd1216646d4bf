import type { Transport } from '../transports/transport.ts'
import { type Acknowledgement, maxAcknowledgementBytes, readAcknowledgements } from './read-acknowledgement.ts'

/**
 * The answers of a store, in `acknowledgements/` beside the packages. Each file is read once; only the list is looked
 * at again. Names and contents are the store's, so whatever is kept of them has a bound.
 */
export interface Mailbox {
  /** The latest answer about a message, at most `maxAgeMs` old. */
  find(transport: Transport, messageId: string, maxAgeMs: number): Promise<Answer | undefined>
  /** Polls, and returns the answers since it was `settled`: those that have waited longest, at most so many. */
  listUnsettled(transport: Transport, limit: number): Promise<ReadonlyMap<string, Answer>>
  /** It is done, until there is another answer about the message. */
  settle(messageId: string, answer: Answer): void
}

export interface Answer extends Omit<Acknowledgement, 'messageId'> {
  /** The name of its file: a later name replaces it. */
  readonly file: string
}

export const isSameAnswer = (one: Pick<Answer, 'status' | 'text'>, other: Pick<Answer, 'status' | 'text'>): boolean =>
  one.status === other.status && one.text === other.text

export interface MailboxBounds {
  /** The newest by name; a store that keeps more has those before forgotten. */
  readonly files: number
  /** Read in one look; the rest waits for the next. */
  readonly reads: number
  readonly answers: number
}

const folder = 'acknowledgements'
const maxNameLength = 255
const usualBounds: MailboxBounds = { files: 10_000, reads: 500, answers: 20_000 }
/** No other message will be asked about. */
const ownMessage = /^msg_[0-9A-HJKMNP-TV-Z]{26}$/
/** A file without a status may be half written, in the same second and of the same size as when it is whole. */
const looksAtSilence = 2

interface KnownFile {
  readonly state: string
  /** How often it was read in vain. */
  readonly silences: number
}

export function openMailbox(bounds: MailboxBounds = usualBounds, now = () => performance.now()): Mailbox {
  let known = new Map<string, KnownFile>()
  const answers = new Map<string, Answer>()
  const unsettled = new Set<string>()
  let lookedAtMs = Number.NEGATIVE_INFINITY

  const keep = (file: string, { messageId, status, text }: Acknowledgement): void => {
    const before = answers.get(messageId)
    // A later file corrects those before.
    if (!ownMessage.test(messageId) || (before && before.file > file)) return
    answers.set(messageId, { file, status, text })
    if (!before || !isSameAnswer(before, { status, text })) unsettled.add(messageId)
    if (answers.size > bounds.answers) forget(oldestOf(answers))
  }

  const forget = (messageId: string): void => {
    answers.delete(messageId)
    unsettled.delete(messageId)
  }

  const look = async (transport: Transport): Promise<void> => {
    const listed = (await transport.list(folder)).filter(({ name }) => /\.xml$/i.test(name)).slice(-bounds.files)
    const files = listed.map(({ name, size, modifiedMs }) => ({ name, size, state: `${size} ${modifiedMs}` }))
    const isRead = ({ name, state }: (typeof files)[number]): boolean => {
      const file = known.get(name)
      return file?.state === state && (file.silences === 0 || file.silences >= looksAtSilence)
    }
    const unread = files.filter((file) => !isRead(file)).slice(-bounds.reads)
    const present = new Set(files.map(({ name }) => name))
    known = new Map([...known].filter(([name]) => present.has(name)))
    for (const { name, size, state } of unread) {
      const said = await readFile(transport, name, size)
      // It could not be reached: it is tried again.
      if (!said) continue
      for (const one of said) keep(name.slice(0, maxNameLength), one)
      const before = known.get(name)
      const silences = before?.state === state ? before.silences + 1 : 1
      known.set(name, { state, silences: said.length > 0 ? 0 : silences })
    }
  }

  return {
    async find(transport, messageId, maxAgeMs) {
      const at = now()
      if (at - lookedAtMs >= maxAgeMs) {
        await look(transport)
        lookedAtMs = at
      }
      return answers.get(messageId)
    },
    async listUnsettled(transport, limit) {
      await look(transport)
      lookedAtMs = now()
      const listed = new Map<string, Answer>()
      for (const messageId of [...unsettled].slice(0, limit)) {
        const answer = answers.get(messageId)
        if (answer) listed.set(messageId, answer)
        // Behind the others: what cannot be settled keeps nothing waiting.
        unsettled.delete(messageId)
        unsettled.add(messageId)
      }
      return listed
    },
    settle(messageId, answer) {
      const latest = answers.get(messageId)
      if (latest && isSameAnswer(latest, answer)) unsettled.delete(messageId)
    },
  }
}

/** Only used in a folder with an unusual number of files. */
function oldestOf(answers: ReadonlyMap<string, { readonly file: string }>): string {
  let oldest: { readonly id: string; readonly file: string } | undefined
  for (const [id, { file }] of answers) if (!oldest || file < oldest.file) oldest = { id, file }
  return oldest?.id ?? ''
}

async function readFile(transport: Transport, name: string, size: number): Promise<Acknowledgement[] | undefined> {
  if (size > maxAcknowledgementBytes) return []
  const bytes = await transport.read(`${folder}/${name}`, maxAcknowledgementBytes).catch(() => undefined)
  return bytes && readAcknowledgements(bytes)
}
