import { commercialModels, dealUses, genres, masterContainers } from '@spindle/contract/vocabulary'
import { Field } from '../../../../parts/forms/field.tsx'
import { optionOf } from '../../../../words/account/member-words.ts'
import { outletSetupWords as texts } from '../../../../words/operator/outlet-setup-words.ts'
import { ChoiceField, optionsOf, TextField } from './form-fields.tsx'
import { ListChoices } from './list-choices.tsx'
import { genreName, type OutletForm } from './outlet-values.ts'

const lists = { models: commercialModels, uses: dealUses, audio: masterContainers } as const
const labelOf = (list: keyof typeof lists, word: string): string =>
  list === 'audio' ? word.toUpperCase() : optionOf(word)

/** Which releases and files a store accepts, and its names for genres. */
export function TakesFields({ form }: { readonly form: OutletForm }) {
  return (
    <>
      <div className="fields">
        {(['models', 'uses', 'audio'] as const).map((list) => (
          <ListChoices
            key={list}
            legend={texts.fields[list]}
            hint={texts.hints.list}
            options={lists[list].map((word) => [word, labelOf(list, word)] as const)}
            value={form.values[list]}
            onChange={(value) => form.set(list, value)}
          />
        ))}
        <ChoiceField form={form} name="mode" options={optionsOf(texts.modes)} />
        {form.values.mode !== 'worldwide' && <TextField form={form} name="codes" maxLength={1500} isCode />}
        <TextField form={form} name="leastCover" maxLength={5} inputMode="numeric" isOptional isCode />
      </div>
      <details>
        <summary>{texts.genres}</summary>
        <p className="hint">{texts.hints.genres}</p>
        <div className="fields">
          {genres.map(({ code, name }) => (
            <Field
              key={code}
              {...form.bind(genreName(code))}
              label={name}
              placeholder={name}
              maxLength={100}
              autoComplete="off"
              dir="auto"
            />
          ))}
        </div>
      </details>
    </>
  )
}
