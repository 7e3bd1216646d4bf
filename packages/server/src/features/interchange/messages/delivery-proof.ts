import { AppError, type DeliveryProof } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import type { SigningKeys } from '../../auth/index.ts'
import type { Releases } from '../../releases/index.ts'
import { type MessageNode, readMessage } from '../compare/message-tree.ts'
import { batchIdOf } from '../packages/package-paths.ts'
import { findMessageOfRelease, type MessageRecord } from './message-queries.ts'
import type { MessageAddress } from './read-messages.ts'

/**
 * A signed statement of the hub about one message: which bytes went where and when, and what the store answered.
 * The program in docs/interchange.md checks it without the hub.
 */

export interface ProofSources {
  readonly releases: Pick<Releases, 'findMessageEvents'>
  /** Undefined for a hub that publishes no keys, because tokens come from an outside issuer. */
  readonly signingKeys: Pick<SigningKeys, 'sign'> | undefined
  readonly publicUrl: string
  readonly clock: Clock
}

const proofType = 'delivery-proof+json'

export async function proveDelivery(
  { releases, signingKeys, publicUrl, clock }: ProofSources,
  tenant: Tenant,
  address: MessageAddress,
): Promise<DeliveryProof> {
  const message = await findMessageOfRelease(tenant, address)
  if (!message) throw new AppError('store_message_not_found')
  if (message.sentAt === null)
    throw new AppError('state_conflict', {
      detail: 'The message has not reached the store yet, so there is no proof of delivery.',
    })
  if (!signingKeys)
    throw new AppError('not_implemented', {
      detail: 'Tokens come from an external issuer, so this hub publishes no keys.',
    })
  const { releaseId, messageId } = address
  const events = await releases.findMessageEvents(tenant, releaseId, messageId)
  const statement = {
    iss: publicUrl,
    iat: Math.floor(clock.now() / 1000),
    release: { id: releaseId, revision: message.revision },
    outlet: message.outletId,
    message: {
      id: messageId,
      threadId: message.deliveryId,
      purpose: message.purpose,
      size: Buffer.byteLength(message.xml),
      sha256: message.sha256,
      createdAt: message.createdAt.toISOString(),
      // When the end mark of the package was in its place.
      sentAt: message.sentAt.toISOString(),
      batch: batchIdOf(message.batch),
    },
    files: filesOf(message),
    acknowledgement: message.answer && { status: message.answer.status, text: message.answer.text },
    events,
  }
  const { payload, protected: header = '', signature } = await signingKeys.sign(canonicalJson(statement), proofType)
  return { protected: header, payload, signature }
}

/** The files that the message names; with `isInPackage` where they came with it, and not with one before. */
function filesOf({ xml, provides }: MessageRecord) {
  return [...descendants(readMessage(xml))].flatMap((node) =>
    node.name === 'File'
      ? [
          {
            path: textOf(node, 'URI'),
            size: Number(textOf(node, 'FileSize')),
            sha256: textOf(node, 'HashSumValue'),
            isInPackage: provides,
          },
        ]
      : [],
  )
}

function* descendants(node: MessageNode): Generator<MessageNode> {
  for (const child of node.children) {
    yield child
    yield* descendants(child)
  }
}

/** File names are made of codes and ids, so nothing in them is escaped. */
function textOf(node: MessageNode, name: string): string {
  for (const child of descendants(node)) if (child.name === name) return /^<[^>]*>(.*)<\//.exec(child.head)?.[1] ?? ''
  return ''
}
