import { Select } from '../../../parts/forms/field.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'

const roles = ['owner', 'manager', 'viewer'] as const
/** What a person may do in an account. */
export type Role = (typeof roles)[number]

export interface RoleChoiceProps {
  readonly role: Role
  readonly onChange: (role: Role) => void
}

export const RoleChoice = ({ role, onChange }: RoleChoiceProps) => (
  <Select
    label={operatorWords.inbox.role}
    value={role}
    onChange={({ currentTarget: { value } }) => onChange(value as Role)}
  >
    {roles.map((one) => (
      <option key={one} value={one}>
        {operatorWords.roles[one]}
      </option>
    ))}
  </Select>
)
