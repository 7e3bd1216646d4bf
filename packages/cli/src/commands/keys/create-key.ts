import type { CreatedApiKey } from '@spindle/client'
import { requireOption } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { saveCredential } from '../../command-line/save-credential.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import type { create, rotate } from './key-commands.ts'

/** The key is in the answer and nowhere else, so it is shown, or stored, whatever else happens. */

export const createKey: CommandHandler<typeof create> = async (context, { expires, save, ...given }) => {
  const name = requireOption(given.name, '--name', '--name "catalogue import"')
  const permissions = [...requireOption(given.permissions, '--permissions', '--permissions music:read,music:write')]
  const expiresAt = expires === undefined ? {} : { expiresAt: expires }
  const { keys } = await context.client()
  await showOrSaveKey(context, await keys.create({ name, permissions, ...expiresAt }, { signal: context.signal }), save)
  return undefined
}

export const rotateKey: CommandHandler<typeof rotate> = async (context, { keyId, overlap, save }) => {
  const { keys } = await context.client()
  await showOrSaveKey(context, await keys.rotate(keyId, { overlapSeconds: overlap }, { signal: context.signal }), save)
  context.out.say(
    overlap === 0 ? 'The old key no longer works.' : `The old key works for at most another ${overlap / 3600} hours.`,
  )
  return undefined
}

async function showOrSaveKey(context: CommandContext, created: CreatedApiKey, isSaved: boolean): Promise<void> {
  const { out, profiles } = context
  const { key, ...facts } = created
  if (isSaved) {
    const profile = await save(context, created)
    out.result({ ...facts, profile }, () => [
      sanitizeText(`${facts.id} "${facts.name}" is stored in profile ${profile}.`),
    ])
    out.say(`Stored in ${profiles.path}, readable by you only.`)
    return
  }
  out.secret(key, created)
  out.say('Shown once. Store it now.')
}

async function save(context: CommandContext, created: CreatedApiKey): Promise<string> {
  const { baseUrl } = await context.connection()
  try {
    return await saveCredential(context, baseUrl, { apiKey: created.key })
  } catch (error) {
    context.out.secret(created.key, created)
    context.out.say('The key could not be stored, so it is shown once. Store it now.')
    throw error
  }
}
