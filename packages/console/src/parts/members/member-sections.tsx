import { useState } from 'react'
import type { Members } from '../../delivery/document/members.ts'
import type { Section } from '../../delivery/document/release-fields.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { MemberFields } from './member-field.tsx'
import { useMemberForm } from './member-form.ts'

export interface SectionsProps {
  readonly sections: readonly Section[]
  readonly target: string
  readonly members: Members
  /** Of several alike: which one. */
  readonly owner?: string
}

/** The main facts, and the rest folded away until something of it is asked for. */
export const Sections = ({ sections, target, members, owner }: SectionsProps) =>
  sections.map((section) =>
    section.name === 'main' ? (
      <MemberFields key={section.name} fields={section.fields} target={target} members={members} />
    ) : (
      <FoldedSection key={section.name} section={section} target={target} members={members} owner={owner} />
    ),
  )

interface FoldedSectionProps {
  readonly section: Section
  readonly target: string
  readonly members: Members
  readonly owner: string | undefined
}

function FoldedSection({ section: { name, fields }, target, members, owner }: FoldedSectionProps) {
  const form = useMemberForm()
  const isAsked = fields.some((field) => form.isAsked(field, target))
  // It stays open once it was asked for: it must not close under a person who types the answer.
  const [wasAsked, setWasAsked] = useState(isAsked)
  if (isAsked && !wasAsked) setWasAsked(true)
  return (
    <details className="section" open={wasAsked || undefined}>
      <summary>
        {deliverWords.sections[name]}
        {owner !== undefined && <span className="visually-hidden"> {owner}</span>}
      </summary>
      <MemberFields fields={fields} target={target} members={members} />
    </details>
  )
}
