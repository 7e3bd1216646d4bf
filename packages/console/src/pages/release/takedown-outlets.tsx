import type { TakedownPreview } from '@spindle/client'
import { takedownWords as texts } from '../../words/releases/takedown-words.ts'

export interface TakedownOutletsProps {
  readonly outlets: TakedownPreview['outlets']
  /** Ids; undefined means everywhere. */
  readonly chosen: readonly string[] | undefined
  readonly problem: string | undefined
  readonly onChange: (chosen: readonly string[] | undefined) => void
}

/** Everywhere, or only at outlets that a person chooses. Nothing to choose where one outlet has the release. */
export function TakedownOutlets({ outlets, chosen, problem, onChange }: TakedownOutletsProps) {
  const open = outlets.filter(({ effect }) => effect !== 'down').map(({ outlet }) => outlet)
  if (open.length < 2) return null
  return (
    <fieldset className="choices">
      <legend>{texts.where}</legend>
      <label>
        <input type="radio" name="where" checked={chosen === undefined} onChange={() => onChange(undefined)} />
        {texts.everywhere}
      </label>
      <label>
        <input type="radio" name="where" checked={chosen !== undefined} onChange={() => onChange([])} />
        {texts.chosen}
      </label>
      {chosen && (
        <fieldset className="choices nested">
          <legend className="visually-hidden">{texts.chosen}</legend>
          {open.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                aria-invalid={problem !== undefined || undefined}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
              <bdi>{name}</bdi>
            </label>
          ))}
          {problem !== undefined && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
        </fieldset>
      )}
    </fieldset>
  )
}
