import { releaseSections } from '../../../delivery/document/release-fields.ts'
import { Sections } from '../../../parts/members/member-sections.tsx'
import { CoverField } from '../cover-field.tsx'
import { useOpenedDelivery } from '../delivery-context.ts'
import { NeededHint } from '../form/needed-hint.tsx'
import { ReviewNotes } from '../review-notes.tsx'
import { SuggestionsCard } from '../suggestions-card.tsx'

/** The release as a whole. */
export function ReleaseStep() {
  const { state } = useOpenedDelivery()
  return (
    <div className="release-form">
      <div className="stack">
        <SuggestionsCard isOfTracks={false} />
        <ReviewNotes target="release" pointer="" />
        <form className="stack form" noValidate onSubmit={(event) => event.preventDefault()}>
          <NeededHint />
          <Sections sections={releaseSections} target="release" members={state.draft.members} />
        </form>
      </div>
      <CoverField />
    </div>
  )
}
