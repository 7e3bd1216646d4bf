import type { MemberAccess } from '@spindle/contract/console'
import { words } from '../words/words.ts'

/** What a person created, by name, and the choice to end it with the person's rights. */

interface AccessListProps {
  readonly access: MemberAccess
}

export function AccessList({ access }: AccessListProps) {
  const { kinds } = words.team.access
  return (
    <ul className="small">
      {shownKinds(access).map((kind) => (
        <li key={kind}>
          {kinds[kind]} <bdi>{access[kind].map(({ name }) => name).join(', ')}</bdi>
        </li>
      ))}
    </ul>
  )
}

interface AccessChoiceFieldProps {
  readonly ends: boolean
  readonly onChange: (ends: boolean) => void
}

export const AccessChoiceField = ({ ends, onChange }: AccessChoiceFieldProps) => (
  <label className="row tight">
    <input type="checkbox" checked={ends} onChange={({ currentTarget: { checked } }) => onChange(checked)} />
    {words.team.access.end}
  </label>
)

const choosable = ['keys', 'clients', 'nativeClients', 'webhooks', 'programs'] as const

const shownKinds = (access: MemberAccess): readonly (keyof MemberAccess)[] =>
  ([...choosable, 'invitations'] as const).filter((kind) => access[kind].length > 0)

/** Invitations end in any case. */
export const hasChoice = (access: MemberAccess): boolean => choosable.some((kind) => access[kind].length > 0)
