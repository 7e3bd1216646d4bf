import type { Import } from '@spindle/contract'
import { maxXmlBytes } from '@spindle/contract/ern-packages'
import { batchIdOf, putText, takenStatus, writeAcknowledgement } from '../../interchange/index.ts'
import { acknowledgements } from '../drop.ts'
import type { Look } from '../look.ts'

/**
 * Tells the sender in the words of DDEX what became of each message of a package, where senders look for it. The same
 * import is the same file, so that a crash leaves none of them doubled. A message without an id or a sender cannot be
 * named.
 */
export async function acknowledge(look: Look, imports: readonly Import[]): Promise<void> {
  const { transport, sender, signal } = look
  if (!sender) return
  const named = imports.flatMap((one) => {
    const { messageId, senderId, endedAt } = one
    return messageId === null || senderId === null || endedAt === null ? [] : [{ one, messageId, senderId, endedAt }]
  })
  if (named.length === 0) return
  await transport.mkdirs(acknowledgements)
  for (const { one, messageId, senderId, endedAt } of named) {
    const xml = writeAcknowledgement({
      id: one.id,
      createdAt: endedAt,
      sender,
      messageId,
      ...answerTo(one),
      recipient: { dpid: senderId, name: one.senderName ?? undefined },
      isPurge: await isPurge(look, one),
      releaseName: releaseNameOf(one),
    })
    // Names are the sender's.
    const name = messageId.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 100)
    await putText(transport, `${acknowledgements}/ACK_${name}_${batchIdOf(Date.parse(endedAt))}.xml`, xml, signal)
  }
}

/** As the file of the message is called, which is how its sender calls the release. */
const releaseNameOf = ({ drop, id }: Import): string =>
  drop?.path.slice(drop.path.lastIndexOf('/') + 1).replace(/\.xml$/i, '') ?? id

interface FileAnswer {
  readonly status: string
  readonly text: string | undefined
}

const answers: Readonly<Record<string, string>> = {
  nothing_offered: 'NoDealInNewReleaseMessage',
  quota_exceeded: 'InternalError',
}

function answerTo({ status, refusal, files }: Import): FileAnswer {
  if (status === 'incomplete' || refusal?.code.startsWith('files_')) return answerToFiles(files, refusal?.message)
  if (refusal)
    return { status: answers[refusal.code] ?? 'NewReleaseMessageInvalid', text: refusal.message.slice(0, 1000) }
  return { status: takenStatus, text: status === 'stale' ? 'A newer message was already applied.' : undefined }
}

const fileStatuses: Partial<Readonly<Record<Import['files'][number]['status'], string>>> = {
  hash_differs: 'SignatureOrHashSumWrongOrMissing',
  size_differs: 'ResourceCorrupt',
  unusable: 'ResourceCorrupt',
  missing: 'ResourceMissing',
}

/** What came and is wrong before what did not come: sending it again would not help that. */
function answerToFiles(files: Import['files'], detail: string | undefined): FileAnswer {
  const status = Object.entries(fileStatuses).find(([state]) => files.some((file) => file.status === state))?.[1]
  const paths = files.filter((file) => fileStatuses[file.status] !== undefined).map(({ path }) => path)
  return { status: status ?? 'ResourceMissing', text: [detail, ...paths].filter(Boolean).join(' ').slice(0, 1000) }
}

/** Only what offers nothing can be one. */
async function isPurge({ transport }: Look, { drop, status }: Import): Promise<boolean> {
  if (!drop || status === 'created' || status === 'updated' || status === 'incomplete') return false
  const bytes = await transport.read(drop.path, maxXmlBytes).catch(() => Buffer.alloc(0))
  return /<(?:[\w-]+:)?PurgeReleaseMessage[\s>]/.test(bytes.subarray(0, 4096).toString('latin1'))
}
