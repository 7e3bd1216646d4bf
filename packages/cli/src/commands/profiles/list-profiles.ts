import { UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { useProfile } from '../../command-line/save-credential.ts'
import { showRows } from '../../command-line/show-list.ts'
import { findProfile, type Profile } from '../../hub/profile-file.ts'
import type { use } from './profile-commands.ts'

/** The profiles of this machine. Shows which credentials they have, not the credentials themselves. */
export const listProfiles: CommandHandler = async ({ profiles: store, out, askedProfile }) => {
  const { current, profiles } = await store.read()
  const rows = Object.entries(profiles).map(([name, profile]) => ({
    name,
    isCurrent: name === (askedProfile ?? current),
    hub: profile.baseUrl ?? null,
    credentials: listCredentials(profile),
  }))
  showRows(out, {
    value: rows,
    rows,
    empty: 'There are no profiles. Create one with: spindle login --hub https://hub.example',
    columns: [
      ['', ({ isCurrent }) => (isCurrent ? '*' : '')],
      ['profile', ({ name }) => name],
      ['hub', ({ hub }) => hub, 'text'],
      ['credentials', ({ credentials }) => credentials.join(', '), 'text'],
    ],
  })
  return undefined
}

const listCredentials = ({ apiKey, clientSecret, integrationToken }: Profile): readonly string[] => [
  ...(apiKey === undefined ? [] : ['API key']),
  ...(clientSecret === undefined ? [] : ['service client']),
  ...(integrationToken === undefined ? [] : ['integration token']),
]

export const chooseProfile: CommandHandler<typeof use> = async (context, { name }) => {
  const known = await context.profiles.read()
  const profile = findProfile(known, name)
  if (profile === undefined)
    throw new UsageError(
      `There is no profile "${name}"`,
      'To list the profiles: spindle profiles list. To create one: spindle login --profile <name>',
    )
  await useProfile(context, name)
  context.out.result({ profile: name, hub: profile.baseUrl ?? null }, () => [
    `Commands now use profile ${name}${profile.baseUrl === undefined ? '' : `, hub ${profile.baseUrl}`}.`,
  ])
  return undefined
}
