import { useReferenceList } from '../../data/queries/reference-queries.ts'
import { findMissing } from '../../parts/forms/check-fields.ts'
import { Combobox } from '../../parts/forms/combobox.tsx'
import { Field } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { artistWords as texts } from '../../words/catalog/artist-words.ts'
import type { NameIn } from './party-values.ts'

export interface PartyNamesProps {
  readonly accountId: string
  readonly names: readonly NameIn[]
  /** Lines without one of their two parts are marked. */
  readonly isChecked: boolean
  readonly onChange: (names: readonly NameIn[]) => void
}

/** The name in other languages and scripts. */
export function PartyNames({ accountId, names, isChecked, onChange }: PartyNamesProps) {
  const languages = useReferenceList(accountId, 'languages')
  const change = (index: number, changed: Partial<NameIn>): void =>
    onChange(names.map((one, at) => (at === index ? { ...one, ...changed } : one)))
  return (
    <fieldset className="group stack tight wide">
      <legend>{texts.namesLegend}</legend>
      {names.map(({ language, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place, here and at the hub
        <fieldset key={index} className="item" aria-label={texts.nameItem(index + 1)}>
          <div className="fields">
            <Combobox
              label={texts.language}
              problem={isChecked ? findMissing(language, texts.language) : undefined}
              options={languages}
              value={language === '' ? undefined : language}
              onChoose={(code) => change(index, { language: code ?? '' })}
            />
            <Field
              label={texts.nameIn}
              value={name}
              maxLength={200}
              autoComplete="off"
              dir="auto"
              problem={isChecked ? findMissing(name, texts.nameIn) : undefined}
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
          </div>
          <Button
            look="quiet"
            aria-label={texts.removeName(index + 1)}
            onClick={() => onChange(names.filter((_, at) => at !== index))}
          >
            {texts.remove}
          </Button>
        </fieldset>
      ))}
      <p>
        <Button onClick={() => onChange([...names, { language: '', name: '' }])}>{texts.addName}</Button>
      </p>
    </fieldset>
  )
}
