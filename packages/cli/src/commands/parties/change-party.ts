import type { NewParty } from '@spindle/client'
import { UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { ending } from '../operation-handlers.ts'
import type { create, remove, update } from './party-commands.ts'
import { formatParty } from './show-parties.ts'

interface Members {
  readonly legalName?: string | undefined
  readonly isni?: string | undefined
  readonly ipi?: string | undefined
  readonly spotify?: string | undefined
  readonly apple?: string | undefined
  readonly newAt?: NewParty['newAt'] | readonly string[] | undefined
  readonly roles?: readonly string[] | undefined
}

/** The members that were given. Roles are checked by the hub; an empty value means none. */
const givenOf = ({ roles, newAt, ...texts }: Members) =>
  Object.fromEntries(
    Object.entries({ ...texts, newAt, defaultRoles: roles?.filter((role) => role !== '') }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Omit<NewParty, 'name'>

export const createParty: CommandHandler<typeof create> = async ({ client, out, signal }, { name, ...members }) => {
  const party = await (await client()).parties.create({ name, ...givenOf(members) }, { signal })
  out.result(party, () => formatParty(party, out.columns))
  return undefined
}

export const updateParty: CommandHandler<typeof update> = async ({ client, out, signal }, given) => {
  const { partyId, name, ...members } = given
  const written = Object.entries({ ...(name === undefined ? {} : { name }), ...givenOf(members) })
  if (written.length === 0) throw new UsageError('Nothing to change', 'Add --name or another option.')
  const patch = Object.fromEntries(written.map(([member, value]) => [member, value === '' ? null : value]))
  const party = await (await client()).parties.update(partyId, patch, { signal })
  out.result(party, () => formatParty(party, out.columns))
  return undefined
}

export const deleteParty: CommandHandler<typeof remove> = ending({
  question: async ({ parties }, { partyId }, options) =>
    `Delete the party "${(await parties.get(partyId, options)).name}"?`,
  end: ({ parties }, { partyId }, options) => parties.delete(partyId, options),
  done: ({ partyId }) => [{ id: partyId, status: 'deleted' }, `${partyId} was deleted.`],
})
