import type { Members } from '../../../delivery/document/members.ts'
import type { Section } from '../../../delivery/document/release-fields.ts'
import { deliverWords } from '../../../words/deliver-words.ts'
import { MemberFields } from './member-field.tsx'

export interface SectionsProps {
  readonly sections: readonly Section[]
  readonly target: string
  readonly members: Members
  /** Of several alike: which one. */
  readonly owner?: string
}

/** The main facts, and the rest folded away until requested. */
export const Sections = ({ sections, target, members, owner }: SectionsProps) =>
  sections.map(({ name, fields }) =>
    name === 'main' ? (
      <MemberFields key={name} fields={fields} target={target} members={members} />
    ) : (
      <details key={name} className="section">
        <summary>
          {deliverWords.sections[name]}
          {owner !== undefined && <span className="visually-hidden"> {owner}</span>}
        </summary>
        <MemberFields fields={fields} target={target} members={members} />
      </details>
    ),
  )
