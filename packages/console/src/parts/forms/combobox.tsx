import { type KeyboardEvent, useId, useState } from 'react'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { controlAttributes, FieldFrame } from './field.tsx'

/** A code with the name that people know it by. */
export interface NamedOption {
  readonly code: string
  readonly name: string
}

export interface ComboboxProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isNeeded?: boolean | undefined
  readonly 'data-place'?: string
  readonly options: readonly NamedOption[]
  /** The chosen code. */
  readonly value: string | undefined
  /** Understands what is not in the list. */
  readonly parse?: ((text: string) => NamedOption | undefined) | undefined
  /** Undefined when the field was emptied. */
  readonly onChoose: (code: string | undefined) => void
}

const mostShown = 60

/**
 * A field for one of many: the name is typed or chosen, the code is kept (ARIA Authoring Practices, editable combobox
 * with list autocomplete). A name or code that is typed to its end counts at once, without choosing.
 */
export function Combobox({ label, hint, problem, isNeeded, options, value, parse, onChoose, ...place }: ComboboxProps) {
  const id = useId()
  const { text, isOpen, matches, active, isWrong, ...does } = useChoice({ options, value, parse, onChoose })
  const said = isWrong ? deliverWords.form.notInList(text) : problem
  const optionId = (index: number): string => `${id}-option-${index}`
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={said} isNeeded={isNeeded}>
      <div className="combobox">
        <input
          {...place}
          {...controlAttributes(id, { hint, problem: said, isNeeded })}
          role="combobox"
          aria-expanded={matches.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active !== undefined && matches[active] ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={text}
          onChange={({ currentTarget }) => does.type(currentTarget.value)}
          onClick={does.open}
          onBlur={does.leave}
          onKeyDown={does.onKeyDown}
        />
        <div id={`${id}-list`} className="options" role="listbox" aria-label={label} hidden={matches.length === 0}>
          {matches.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            <div
              key={option.code}
              ref={index === active ? showOption : undefined}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => does.choose(option)}
            >
              <bdi>{option.name}</bdi> <span className="small soft">{option.code}</span>
            </div>
          ))}
        </div>
      </div>
      <span className="visually-hidden" role="status">
        {isOpen ? deliverWords.form.matches(matches.length) : ''}
      </span>
    </FieldFrame>
  )
}

interface Typing {
  readonly text: string
  /** The code that counts if the text turns out to be no name: parts of names may be codes of others. */
  readonly before: string | undefined
}

/** What is typed, what it may mean, and what was chosen. */
function useChoice({
  options,
  value,
  parse,
  onChoose,
}: Pick<ComboboxProps, 'options' | 'value' | 'parse' | 'onChoose'>) {
  const [typing, setTyping] = useState<Typing>()
  const [active, setActive] = useState<number>()
  const [isOpen, setOpen] = useState(false)
  const typed = typing?.text
  const matches = isOpen ? findMatches(options, typed ?? '') : []
  const close = (): void => {
    setOpen(false)
    setActive(undefined)
  }
  const choose = ({ code }: NamedOption): void => {
    setTyping(undefined)
    close()
    onChoose(code)
  }
  const takeBack = (): void => {
    if (typing) onChoose(typing.before)
    setTyping(undefined)
    close()
  }
  const move = (step: number): void => {
    setOpen(true)
    const count = isOpen ? matches.length : options.length
    setActive((at) => moveIn(Math.min(count, mostShown), at, step))
  }
  const find = (text: string): NamedOption | undefined => findMeant(text, options, parse)
  return {
    text: typed ?? (value === undefined ? '' : nameOf(value, options, parse)),
    isOpen,
    matches,
    active,
    isWrong: !isOpen && typed !== undefined && typed.trim() !== '',
    choose,
    open: () => setOpen(true),
    type(text: string): void {
      const before = typing ? typing.before : value
      setTyping({ text, before })
      setOpen(true)
      setActive(undefined)
      onChoose(text.trim() === '' ? undefined : (find(text)?.code ?? before))
    },
    leave(): void {
      close()
      if (typed !== undefined && (typed.trim() === '' || find(typed))) setTyping(undefined)
    },
    onKeyDown(event: KeyboardEvent): void {
      const step = steps[event.key]
      const chosen = active === undefined ? undefined : matches[active]
      if (step !== undefined) move(step)
      else if (event.key === 'Enter' && chosen) choose(chosen)
      else if (event.key === 'Escape' && isOpen) takeBack()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

const showOption = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const moveIn = (count: number, at: number | undefined, step: number): number | undefined => {
  if (count === 0) return undefined
  return at === undefined ? (step > 0 ? 0 : count - 1) : (at + step + count) % count
}

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

const nameOf = (code: string, options: readonly NamedOption[], parse: ComboboxProps['parse']): string =>
  options.find((option) => option.code === code)?.name ?? parse?.(code)?.name ?? code

/** What a text names in full. */
const findMeant = (
  text: string,
  options: readonly NamedOption[],
  parse: ComboboxProps['parse'],
): NamedOption | undefined => {
  const wanted = fold(text)
  if (wanted === '') return undefined
  return options.find(({ code, name }) => fold(name) === wanted || fold(code) === wanted) ?? parse?.(text.trim())
}

/** Those whose code or name begins so, then those with a word that does, then those that contain it. */
function findMatches(options: readonly NamedOption[], text: string): readonly NamedOption[] {
  const wanted = fold(text)
  const ranked = options.flatMap((option) => {
    const rank = rankOf(option, wanted)
    return rank === undefined ? [] : [{ option, rank }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, mostShown)
    .map(({ option }) => option)
}

function rankOf({ code, name }: NamedOption, wanted: string): number | undefined {
  const folded = fold(name)
  if (fold(code) === wanted) return 0
  if (folded.startsWith(wanted)) return 1
  if (folded.split(/[\s(,-]+/).some((word) => word.startsWith(wanted))) return 2
  return folded.includes(wanted) ? 3 : undefined
}
