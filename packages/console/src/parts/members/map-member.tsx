import { useState } from 'react'
import type { MapField } from '../../delivery/document/field-types.ts'
import { isMembers } from '../../delivery/document/members.ts'
import { itemNameOf } from '../../words/account/member-words.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { Field } from '../forms/field.tsx'
import { Button } from '../layout/button.tsx'
import { type MemberFieldProps, useFieldPlace } from './field-place.ts'

type Pair = readonly [key: string, value: string]

const maxPairs = 50

/** Names with values. A name that is being typed is not final yet, so the pairs are kept as entered. */
export function MapMember(props: MemberFieldProps<MapField>) {
  const { set, label, hint, problem, isNeeded: _isNeeded, ...place } = useFieldPlace(props)
  const kept = isMembers(props.value)
    ? Object.entries(props.value).map(([key, value]): Pair => [key, String(value)])
    : []
  const [typed, setTyped] = useState<readonly Pair[]>()
  const pairs = typed ?? kept
  const change = (changed: readonly Pair[]): void => {
    setTyped(changed)
    const whole = changed.filter(([key, value]) => key.trim() !== '' && value.trim() !== '')
    set(whole.length === 0 ? undefined : Object.fromEntries(whole))
  }
  const replace = (at: number, pair: Pair): void => change(pairs.map((one, index) => (index === at ? pair : one)))
  return (
    <fieldset className="group stack tight" data-place={place['data-place']} tabIndex={-1}>
      <legend>{label}</legend>
      {hint !== undefined && <p className="hint">{hint}</p>}
      {pairs.map(([key, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair whose name is typed is known by its place
        <fieldset key={index} className="item" aria-label={deliverWords.form.item(label, index + 1)}>
          <div className="fields">
            <Field
              label={deliverWords.form.mapKey}
              value={key}
              maxLength={64}
              onChange={({ currentTarget }) => replace(index, [currentTarget.value, value])}
            />
            <Field
              label={deliverWords.form.mapValue}
              value={value}
              maxLength={500}
              onChange={({ currentTarget }) => replace(index, [key, currentTarget.value])}
            />
          </div>
          <Button
            look="quiet"
            aria-label={deliverWords.form.removeOf(label, index + 1)}
            onClick={() => change(pairs.filter((_, at) => at !== index))}
          >
            {deliverWords.form.remove}
          </Button>
        </fieldset>
      ))}
      {problem !== undefined && <p className="problem">{problem}</p>}
      {pairs.length < maxPairs && (
        <p>
          <Button onClick={() => setTyped([...pairs, ['', '']])}>
            {deliverWords.form.add(itemNameOf(props.field.name))}
          </Button>
        </p>
      )}
    </fieldset>
  )
}
