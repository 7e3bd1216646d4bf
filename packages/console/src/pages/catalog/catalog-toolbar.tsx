import { useId, useState } from 'react'
import { useOutlets } from '../../data/queries/reference-queries.ts'
import { Field, Select } from '../../parts/forms/field.tsx'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { words } from '../../words/words.ts'
import { type Filters, statuses, types } from './use-catalog-filters.ts'

export interface CatalogToolbarProps {
  readonly accountId: string
  readonly filters: Filters
  /** How many filters are set. */
  readonly chosen: number
  readonly onChange: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Absent while nothing is filtered. */
  readonly onClear: (() => void) | undefined
}

/** On a phone the search stays visible and the rest is behind one button. */
export function CatalogToolbar({ accountId, filters, chosen, onChange, onClear }: CatalogToolbarProps) {
  const { catalog, release } = words
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <search className="toolbar">
      <SearchField
        label={catalog.search}
        placeholder={catalog.searchHint}
        value={filters.query ?? ''}
        onChange={(query) => onChange({ query })}
      />
      <Button className="toolbar-toggle" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {catalog.filters(chosen)}
      </Button>
      <div id={id} className="toolbar-filters" data-open={isOpen || undefined}>
        <Choice
          label={catalog.status}
          value={filters.status}
          options={statuses.map((status) => [status, release.statuses[status]])}
          onChange={(status) => onChange({ status })}
        />
        <Choice
          label={catalog.type}
          value={filters.type}
          options={types.map((type) => [type, release.types[type]])}
          onChange={(type) => onChange({ type })}
        />
        <StoreChoice
          accountId={accountId}
          value={filters.deliveredTo}
          onChange={(deliveredTo) => onChange({ deliveredTo })}
        />
        <Field
          label={catalog.from}
          type="date"
          value={filters.releasedFrom ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ releasedFrom: value })}
        />
        <Field
          label={catalog.to}
          type="date"
          value={filters.releasedTo ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ releasedTo: value })}
        />
        {onClear && (
          <Button look="quiet" onClick={onClear}>
            {catalog.clear}
          </Button>
        )}
      </div>
    </search>
  )
}

interface StoreChoiceProps extends Pick<ChoiceProps, 'value' | 'onChange'> {
  readonly accountId: string
}

function StoreChoice({ accountId, value, onChange }: StoreChoiceProps) {
  const outlets = useOutlets(accountId).data ?? []
  const options = outlets.map(({ id, name }) => [id, name] as const)
  // One that the hub no longer has, or whose name is not loaded yet.
  const isKnown = value === undefined || options.some(([id]) => id === value)
  return (
    <Choice
      label={words.catalog.store}
      value={value}
      options={isKnown ? options : [...options, [value, value]]}
      onChange={onChange}
    />
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <Select label={label} value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
    <option value="">{words.catalog.any}</option>
    {options.map(([name, text]) => (
      <option key={name} value={name}>
        {text}
      </option>
    ))}
  </Select>
)
