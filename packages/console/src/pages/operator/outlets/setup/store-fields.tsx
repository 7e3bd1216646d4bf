import { outletSetupWords as texts } from '../../../../words/operator/outlet-setup-words.ts'
import { ChoiceField, optionsOf, TextField } from './form-fields.tsx'
import { kinds, type OutletForm } from './outlet-values.ts'

/** What the store is, and how it receives packages. The id follows the name until it is written by hand. */
export function StoreFields({ form }: { readonly form: OutletForm }) {
  const { name, id, kind } = form.values
  const named = { ...form, bind: bindingId(form, id === suggestId(name)) }
  return (
    <div className="fields">
      <TextField form={named} name="name" />
      <TextField form={form} name="id" maxLength={64} isCode />
      <ChoiceField form={form} name="store" options={optionsOf(texts.profiles)} />
      <fieldset className="choices">
        <legend>{texts.kind}</legend>
        {kinds.map((one) => (
          <label key={one}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => form.set('kind', one)} />
            {texts.kinds[one]}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

const bindingId =
  (form: OutletForm, follows: boolean): OutletForm['bind'] =>
  (bound) => ({
    ...form.bind(bound),
    onChange: ({ currentTarget: { value } }) => {
      form.set(bound, value)
      if (follows) form.set('id', suggestId(value))
    },
  })

/** `Bücher & Töne` -> `bucher-tone`; empty for a name without any letter of an id. */
const suggestId = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)
