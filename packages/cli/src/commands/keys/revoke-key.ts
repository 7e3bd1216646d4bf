import type { CommandHandler } from '../../command-line/define-command.ts'
import { ending } from '../operation-handlers.ts'
import type { revoke } from './key-commands.ts'

export const revokeKey: CommandHandler<typeof revoke> = ending({
  async question({ keys }, { keyId }, options) {
    const { name, hint, lastUsedAt } = await keys.get(keyId, options)
    return `Revoke "${name}" (${hint}, ${lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`})?`
  },
  end: ({ keys }, { keyId }, options) => keys.revoke(keyId, options),
  done: ({ keyId }) => [{ id: keyId, status: 'revoked' }, `${keyId} is revoked; the hub no longer accepts it.`],
})
