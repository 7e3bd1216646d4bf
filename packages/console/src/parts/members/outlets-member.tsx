import { useOutlets } from '../../data/queries/reference-queries.ts'
import type { OutletsField } from '../../delivery/document/field-types.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { type MemberFieldProps, useFieldPlace } from './field-place.ts'
import { useMemberForm } from './member-form.ts'

/** To every outlet, those that are added later included, or only to some. */
export function OutletsMember(props: MemberFieldProps<OutletsField>) {
  const { accountId } = useMemberForm()
  const { set, label, problem, ...place } = useFieldPlace(props)
  const outlets = useOutlets(accountId).data ?? []
  const chosen = Array.isArray(props.value) ? props.value.map(String) : undefined
  return (
    <fieldset className="choices" data-place={place['data-place']} tabIndex={-1}>
      <legend>{label}</legend>
      <label>
        <input type="radio" name={place['data-place']} checked={!chosen} onChange={() => set(undefined)} />
        {deliverWords.form.allOutlets}
      </label>
      <label>
        <input
          type="radio"
          name={place['data-place']}
          checked={chosen !== undefined}
          onChange={() => set(outlets.map(({ id }) => id))}
        />
        {deliverWords.form.someOutlets}
      </label>
      {chosen &&
        outlets.map(({ id, name }) => (
          <label key={id} className="nested">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) =>
                set(currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            <bdi>{name}</bdi>
          </label>
        ))}
      {problem !== undefined && <p className="problem">{problem}</p>}
    </fieldset>
  )
}
