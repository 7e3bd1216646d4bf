import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { controlAttributes, FieldFrame } from './field.tsx'

export interface Suggested {
  readonly key: string
  readonly label: string
  /** What tells it from others with the same label. */
  readonly detail?: ReactNode
}

export interface SuggestFieldProps<Item extends Suggested> {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isNeeded?: boolean | undefined
  readonly maxLength: number
  readonly 'data-place'?: string
  readonly value: string
  readonly suggestions: readonly Item[]
  readonly onType: (text: string) => void
  readonly onChoose: (item: Item) => void
}

/** A text with suggestions while it is typed (ARIA Authoring Practices, editable combobox). Any text is accepted. */
export function SuggestField<Item extends Suggested>({
  label,
  hint,
  problem,
  isNeeded,
  value,
  suggestions,
  onType,
  onChoose,
  ...input
}: SuggestFieldProps<Item>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<number>()
  const shown = isOpen ? suggestions : []
  const chosen = active === undefined ? undefined : shown[active]
  const close = (): void => {
    setOpen(false)
    setActive(undefined)
  }
  const choose = (item: Item): void => {
    close()
    onChoose(item)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && shown.length > 0)
      setActive((at) =>
        at === undefined ? (step > 0 ? 0 : shown.length - 1) : (at + step + shown.length) % shown.length,
      )
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape' && shown.length > 0) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem} isNeeded={isNeeded}>
      <div className="combobox">
        <input
          {...input}
          {...controlAttributes(id, { hint, problem, isNeeded })}
          role="combobox"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          autoComplete="off"
          dir="auto"
          value={value}
          onChange={({ currentTarget }) => {
            setOpen(true)
            setActive(undefined)
            onType(currentTarget.value)
          }}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}-list`} className="options" role="listbox" aria-label={label} hidden={shown.length === 0}>
          {shown.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            <div
              key={item.key}
              id={`${id}-${item.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={item === chosen}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
            >
              <bdi>{item.label}</bdi> <span className="small soft">{item.detail}</span>
            </div>
          ))}
        </div>
      </div>
    </FieldFrame>
  )
}
