import '../../style/files.css'
import type { Party } from '@spindle/client'
import { contributorRoles, partyStores } from '@spindle/contract/vocabulary'
import { useState } from 'react'
import { useReferenceList } from '../../data/queries/reference-queries.ts'
import { findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { optionOf } from '../../words/account/member-words.ts'
import { artistWords as words } from '../../words/catalog/artist-words.ts'
import { PartyNames } from './party-names.tsx'
import { bodyOf, isIncomplete, listsOf, textNames, textsOf } from './party-values.ts'

export interface ArtistFormProps {
  readonly accountId: string
  /** Undefined for a new one. */
  readonly party: Party | undefined
  /** Undefined if it can only be read. */
  readonly action: string | undefined
  readonly onSave: (body: Readonly<Record<string, unknown>>) => Promise<void>
}

export function ArtistForm({ accountId, party, action, onSave }: ArtistFormProps) {
  const [lists, setLists] = useState(() => listsOf(party))
  const roles = useReferenceList(accountId, 'roles')
  const form = useForm({
    initial: { ...textsOf(party), names: '' },
    check: ({ name }) =>
      onlyProblems({
        name: findMissing(name, words.fields.name),
        names: lists.names.some(isIncomplete) ? words.nameIncomplete : undefined,
      }),
    send: ({ names: _names, ...texts }) => onSave(bodyOf(party, texts, lists)),
  })
  const codes = [
    ...contributorRoles,
    ...lists.defaultRoles.filter((code) => !contributorRoles.some((one) => one === code)),
  ]
  return (
    <form ref={form.formRef} className="card stack" noValidate onSubmit={form.submit}>
      <FormProblems form={form} />
      <fieldset className="fields" disabled={action === undefined}>
        {textNames.map((name) => (
          <Field
            key={name}
            {...form.bind(name)}
            label={words.fields[name]}
            hint={name in words.hints ? words.hints[name as keyof typeof words.hints] : undefined}
            maxLength={name === 'name' || name === 'legalName' ? 200 : 100}
            isOptional={name !== 'name'}
            autoComplete="off"
            dir="auto"
          />
        ))}
        <Choices
          legend={words.newAtLegend}
          hint={words.newAtHint}
          options={partyStores.map((store) => [store, optionOf(store)] as const)}
          chosen={lists.newAt}
          onChange={(newAt) => setLists({ ...lists, newAt })}
        />
        <Choices
          legend={words.rolesLegend}
          hint={words.rolesHint}
          options={codes.map((code) => [code, roles.find((role) => role.code === code)?.name ?? code] as const)}
          chosen={lists.defaultRoles}
          onChange={(defaultRoles) => setLists({ ...lists, defaultRoles })}
        />
        <PartyNames
          accountId={accountId}
          names={lists.names}
          isChecked={form.problems.names !== undefined}
          onChange={(names) => setLists({ ...lists, names })}
        />
      </fieldset>
      {action !== undefined && (
        <p>
          <Button type="submit" look="primary" isBusy={form.isSending}>
            {action}
          </Button>
        </p>
      )}
    </form>
  )
}

interface ChoicesProps {
  readonly legend: string
  readonly hint: string
  readonly options: readonly (readonly [code: string, name: string])[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

const Choices = ({ legend, hint, options, chosen, onChange }: ChoicesProps) => (
  <fieldset className="choices wide columns">
    <legend>{legend}</legend>
    <p className="hint">{hint}</p>
    {options.map(([code, name]) => (
      <label key={code}>
        <input
          type="checkbox"
          checked={chosen.includes(code)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
          }
        />
        {name}
      </label>
    ))}
  </fieldset>
)
