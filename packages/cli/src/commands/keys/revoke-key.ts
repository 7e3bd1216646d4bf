import type { CommandHandler } from '../../command-line/define-command.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import type { revoke } from './key-commands.ts'

export const revokeKey: CommandHandler<typeof revoke> = async (context, { keyId, yes }) => {
  const { out, signal } = context
  await context.confirm(async () => {
    const { name, hint, lastUsedAt } = await (await context.client()).keys.get(keyId, { signal })
    return sanitizeText(
      `Revoke "${name}" (${hint}, ${lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`})?`,
    )
  }, yes)
  await (await context.client()).keys.revoke(keyId, { signal })
  out.result({ id: keyId, status: 'revoked' }, () => [`${keyId} is revoked; the hub no longer accepts it.`])
  return undefined
}
