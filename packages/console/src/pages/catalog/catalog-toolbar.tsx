import { useEffect, useId, useState } from 'react'
import { useOutlets } from '../../data/queries/reference-queries.ts'
import { Field, Select } from '../../parts/forms/field.tsx'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { words } from '../../words/words.ts'
import type { Filters } from './read-filters.ts'
import { states, statuses, types } from './use-catalog-filters.ts'

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
  useSearchFocus()
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
        <Choice
          label={catalog.deliveryState}
          value={filters.deliveryState}
          options={states.map((state) => [state, catalog.deliveryStates[state]])}
          onChange={(deliveryState) => onChange({ deliveryState })}
        />
        {filters.deliveryReason !== undefined && (
          <Choice
            label={catalog.deliveryReason}
            value={filters.deliveryReason}
            options={[[filters.deliveryReason, filters.deliveryReason]]}
            onChange={(deliveryReason) => onChange({ deliveryReason })}
          />
        )}
        <TaskChoice filters={filters} onChange={onChange} />
        <Choice
          label={catalog.changes}
          value={textOf(filters.hasUnsentChanges)}
          options={[
            ['true', catalog.notSubmitted],
            ['false', catalog.allSubmitted],
          ]}
          onChange={(hasUnsentChanges) => onChange({ hasUnsentChanges })}
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

const textOf = (value: boolean | undefined): string | undefined => (value === undefined ? undefined : String(value))

/** What the choices of `TaskChoice` set. */
const tasks = {
  attention: { needsAttention: 'true', hasErrors: undefined },
  issues: { needsAttention: undefined, hasErrors: 'true' },
  clean: { needsAttention: undefined, hasErrors: 'false' },
} as const
const taskNames = Object.keys(tasks) as (keyof typeof tasks)[]

function TaskChoice({ filters, onChange }: Pick<CatalogToolbarProps, 'filters' | 'onChange'>) {
  const { catalog } = words
  const needsAttention = textOf(filters.needsAttention)
  const hasErrors = textOf(filters.hasErrors)
  const chosen = taskNames.find(
    (name) => tasks[name].needsAttention === needsAttention && tasks[name].hasErrors === hasErrors,
  )
  return (
    <Choice
      label={catalog.tasks}
      value={chosen}
      options={taskNames.map((name) => [name, catalog.taskNames[name]])}
      onChange={(value) => {
        const name = taskNames.find((one) => one === value)
        onChange(name === undefined ? { needsAttention: undefined, hasErrors: undefined } : tasks[name])
      }}
    />
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

/** The shortcut of the search leads here from pages that have none. */
function useSearchFocus(): void {
  useEffect(() => {
    if (location.hash !== '#search') return undefined
    // After the frame has put the focus on the page, as after every navigation.
    const timer = setTimeout(() => {
      history.replaceState(history.state, '', location.pathname + location.search)
      document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
    })
    return () => clearTimeout(timer)
  }, [])
}
