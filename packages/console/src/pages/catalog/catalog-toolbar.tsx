import { useEffect, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { words } from '../../words/words.ts'
import { type Filters, statuses, types } from './use-catalog-filters.ts'

export interface CatalogToolbarProps {
  readonly filters: Filters
  readonly onChange: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Absent while nothing is filtered. */
  readonly onClear: (() => void) | undefined
}

export function CatalogToolbar({ filters, onChange, onClear }: CatalogToolbarProps) {
  const { catalog, release } = words
  return (
    <search className="toolbar">
      <SearchField value={filters.q ?? ''} onChange={(q) => onChange({ q })} />
      <Select
        label={catalog.status}
        value={filters.status ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ status: value })}
      >
        <option value="">{catalog.any}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {release.statuses[status]}
          </option>
        ))}
      </Select>
      <Select
        label={catalog.type}
        value={filters.type ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ type: value })}
      >
        <option value="">{catalog.any}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {release.types[type]}
          </option>
        ))}
      </Select>
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
    </search>
  )
}

const pauseMs = 250

/** Asks once the typing pauses, and follows the address when that changes by itself. */
function SearchField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  if (value !== asked) {
    setAsked(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => {
      setAsked(typed.trim())
      onChange(typed.trim())
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <div className="toolbar-search">
      <Field
        label={words.catalog.search}
        placeholder={words.catalog.searchHint}
        type="search"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </div>
  )
}
