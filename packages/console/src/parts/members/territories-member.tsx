import { territoryModes } from '@spindle/contract/vocabulary'
import type { TerritoriesField } from '../../delivery/document/field-types.ts'
import { isMembers } from '../../delivery/document/members.ts'
import { optionOf } from '../../words/account/member-words.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { Combobox } from '../forms/combobox.tsx'
import { Select } from '../forms/field.tsx'
import { Button } from '../layout/button.tsx'
import { type MemberFieldProps, useFieldPlace } from './field-place.ts'
import { useReference } from './use-reference.ts'

/** Everywhere, only in some countries, or everywhere but in those. */
export function TerritoriesMember(props: MemberFieldProps<TerritoriesField>) {
  const { set, label, problem, ...place } = useFieldPlace(props)
  const known = useReference('territories')
  const told = isMembers(props.value) ? props.value : {}
  const mode = typeof told.mode === 'string' ? told.mode : ''
  const codes = Array.isArray(told.codes) ? told.codes.map(String) : []
  const nameOf = (code: string): string => known.find((one) => one.code === code)?.name ?? code
  return (
    <div className="stack tight">
      <Select
        label={label}
        problem={problem}
        data-place={place['data-place']}
        value={mode}
        onChange={({ currentTarget: { value } }) => {
          if (value === '') set(undefined)
          else set(value === 'worldwide' ? { mode: value } : { mode: value, ...(codes.length > 0 && { codes }) })
        }}
      >
        {!props.field.isRequired && <option value="">{deliverWords.form.notSaid}</option>}
        {territoryModes.map((one) => (
          <option key={one} value={one}>
            {optionOf(one)}
          </option>
        ))}
      </Select>
      {(mode === 'include' || mode === 'exclude') && (
        <>
          <ul className="row tight">
            {codes.map((code) => (
              <li key={code} className="chip idle">
                {nameOf(code)}
                <Button
                  look="quiet"
                  aria-label={deliverWords.form.removeTerritory(nameOf(code))}
                  onClick={() => set({ mode, codes: codes.filter((one) => one !== code) })}
                >
                  ×
                </Button>
              </li>
            ))}
          </ul>
          <Combobox
            label={deliverWords.form.addTerritory}
            options={known.filter(({ code }) => !codes.includes(code))}
            value={undefined}
            onChoose={(code) => code !== undefined && set({ mode, codes: [...codes, code] })}
          />
        </>
      )}
    </div>
  )
}
