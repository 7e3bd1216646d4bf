import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../../parts/layout/button.tsx'
import { pathOf } from '../../../routes.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'

const texts = operatorWords.reviews

/** Any release of the hub by its id, as a label or an outlet names it: to show it, or to take it down. */
export function FindRelease() {
  const [id, setId] = useState('')
  const [, navigate] = useLocation()
  return (
    <search>
      <form
        className="input-group"
        onSubmit={(event) => {
          event.preventDefault()
          if (id.trim() !== '') navigate(pathOf('review', { releaseId: id.trim() }))
        }}
      >
        <input
          className="input"
          aria-label={texts.find}
          placeholder={texts.findHint}
          title={texts.find}
          value={id}
          maxLength={40}
          spellCheck={false}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
        <Button type="submit">{texts.open}</Button>
      </form>
    </search>
  )
}
