import type { Spindle } from '@spindle/client'
import { CommandError, exitCodes } from '@spindle/command-line'
import { formatBytes } from '../output/format-units.ts'

/** Compares what a command is about to send with what the account can still store, before the first byte. */

/** Throws `CommandError` with the code of the hub. An older hub does not say what an account can store. */
export async function requireRoom(
  client: Pick<Spindle, 'keys'>,
  bytes: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  if (bytes === 0) return
  // What is wrong with the hub or the key is reported by the first delivery.
  const answer: { readonly quotas?: readonly Quota[] } = await client.keys.getCurrent({ signal }).catch(() => ({}))
  const { quotas = [] } = answer
  const stored = quotas.find(({ name }) => name === 'storedBytes')
  const room = stored === undefined ? Number.POSITIVE_INFINITY : Math.max(0, stored.limit - stored.used)
  if (bytes <= room) return
  throw new CommandError(
    `${formatBytes(bytes)} to send, but the account can store ${formatBytes(room)} more. Nothing was sent`,
    {
      exitCode: exitCodes.failed,
      code: 'quota_exceeded',
      fix: 'Ask the operator of the hub for a higher limit (SPINDLE_QUOTA_STORED_BYTES), delete uploads that you do not need, or send less at once.',
    },
  )
}

interface Quota {
  readonly name: string
  readonly limit: number
  readonly used: number
}
