import { openSuggestions, type Suggestion } from '../../delivery/suggestions.ts'
import { Button } from '../../parts/layout/button.tsx'
import { labelOf } from '../../words/account/member-words.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { show } from './conflict-notice.tsx'
import { useOpenedDelivery } from './delivery-context.ts'

/** The values from the tags of the files; a person accepts them or not. */
export function SuggestionsCard({ isOfTracks }: { readonly isOfTracks: boolean }) {
  const { delivery, state } = useOpenedDelivery()
  const { suggestions: texts } = deliverWords
  const open = openSuggestions(state.suggestions, state.draft).filter(
    ({ target }) => (target !== 'release') === isOfTracks,
  )
  if (open.length === 0) return null
  const titleOf = ({ target }: Suggestion): string | undefined => {
    const track = state.draft.tracks.find(({ key }) => key === target)
    return track && String(track.members.title)
  }
  return (
    <section className="card stack tight suggestions" aria-labelledby="suggestions-title">
      <div className="card-head">
        <h2 id="suggestions-title">{texts.title}</h2>
        <Button onClick={() => delivery.takeSuggestions(open)}>{texts.takeAll}</Button>
      </div>
      <p className="small soft">{texts.lead}</p>
      <ul className="rows">
        {open.map((suggestion) => {
          const title = titleOf(suggestion)
          const label = `${labelOf(suggestion.member)}${title === undefined ? '' : ` ${texts.ofTrack(title)}`}`
          return (
            <li key={`${suggestion.target} ${suggestion.member}`} className="row">
              <span className="grow">
                <span className="small soft">{label}</span>
                <br />
                <bdi>{show(suggestion.value)}</bdi>
              </span>
              <Button aria-label={texts.takeOf(label)} onClick={() => delivery.takeSuggestions([suggestion])}>
                {texts.take}
              </Button>
              <Button
                look="quiet"
                aria-label={texts.ignoreOf(label)}
                onClick={() => delivery.ignoreSuggestion(suggestion)}
              >
                {texts.ignore}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
