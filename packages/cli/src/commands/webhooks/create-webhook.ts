import type { CommandHandler } from '../../command-line/define-command.ts'
import type { create, rotate } from './webhook-commands.ts'

/** The secret is in the answer and nowhere else. */

export const createWebhook: CommandHandler<typeof create> = async ({ client, out, signal }, given) => {
  const { url, types, description } = given
  const body = {
    url,
    ...(types === undefined ? {} : { eventTypes: [...types] }),
    ...(description === undefined ? {} : { description }),
  }
  const created = await (await client()).webhooks.create(body, { signal })
  out.secret(created.secret, created)
  out.say(`The secret of ${created.id}, shown once. Store it now. Your server uses it to verify messages from the hub.`)
  out.next(`Try it: spindle webhooks test ${created.id}`)
  return undefined
}

export const rotateSecret: CommandHandler<typeof rotate> = async ({ client, out, signal }, given) => {
  const { webhookId, overlap } = given
  const rotated = await (await client()).webhooks.rotateSecret(webhookId, { overlapSeconds: overlap }, { signal })
  out.secret(rotated.secret, rotated)
  out.say('Shown once. Store it now.')
  out.say(
    overlap === 0
      ? 'The old secret no longer signs.'
      : `Messages are also signed with the old secret for ${overlap / 3600} hours.`,
  )
  return undefined
}
