import type { ReactNode } from 'react'
import type { Field, GroupField, ListField } from '../../delivery/document/field-types.ts'
import { isBegun, isMembers, memberAt } from '../../delivery/document/members.ts'
import { itemNameOf } from '../../words/account/member-words.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { Button } from '../layout/button.tsx'
import { type FieldPlace, type MemberFieldProps, useFieldPlace } from './field-place.ts'
import { MapMember } from './map-member.tsx'
import { type MemberPath, pointerOf, useMemberForm } from './member-form.ts'
import { OutletsMember } from './outlets-member.tsx'
import {
  ChoiceMember,
  ChoicesMember,
  CodeMember,
  DateMember,
  FlagMember,
  NumberMember,
  TextMember,
  WordsMember,
} from './simple-fields.tsx'
import { TerritoriesMember } from './territories-member.tsx'

/** One member of the release document as people write it, whatever its kind. */
export function MemberField(props: MemberFieldProps): ReactNode {
  const { field } = props
  switch (field.kind) {
    case 'text':
      return <TextMember {...props} field={field} />
    case 'number':
      return <NumberMember {...props} field={field} />
    case 'date':
    case 'time':
      return <DateMember {...props} field={field} />
    case 'choice':
      return <ChoiceMember {...props} field={field} />
    case 'code':
      return <CodeMember {...props} field={field} />
    case 'flag':
      return <FlagMember {...props} field={field} />
    case 'choices':
      return <ChoicesMember {...props} field={field} />
    case 'words':
      return <WordsMember {...props} field={field} />
    case 'territories':
      return <TerritoriesMember {...props} field={field} />
    case 'outlets':
      return <OutletsMember {...props} field={field} />
    case 'map':
      return <MapMember {...props} field={field} />
    // It is chosen in the field of the name.
    case 'party':
      return null
    case 'group':
      return <GroupMember {...props} field={field} />
    case 'list':
      return <ListMember {...props} field={field} />
  }
}

export interface MemberFieldsProps {
  readonly fields: readonly Field[]
  readonly target: string
  /** The path of the object that they are members of. */
  readonly path?: MemberPath
  readonly members: unknown
  readonly owner?: string
}

/** Members beside each other, in the order of the form. */
export function MemberFields({ fields, target, path = [], members, owner }: MemberFieldsProps) {
  const { notesAt } = useMemberForm()
  return (
    <div className="fields">
      {fields.map((field) => (
        <div key={field.name} className={isWide(field) ? 'wide' : undefined}>
          {notesAt?.(target, pointerOf([...path, field.name]))}
          <MemberField
            field={field}
            target={target}
            path={[...path, field.name]}
            value={memberAt(members, [field.name])}
            owner={owner}
          />
        </div>
      ))}
    </div>
  )
}

const isWide = (field: Field): boolean =>
  ['group', 'list', 'territories', 'outlets', 'map', 'choices'].includes(field.kind) ||
  (field.kind === 'text' && (field.isLong === true || field.name === 'title'))

function GroupMember(props: MemberFieldProps<GroupField>) {
  const { field, target, path, value } = props
  return (
    <MemberGroup place={useFieldPlace(props)} isBegun={isBegun(field, value)}>
      <MemberFields fields={field.fields} target={target} path={path} members={value} />
    </MemberGroup>
  )
}

interface MemberGroupProps {
  readonly place: FieldPlace
  /** Parts of it are missing. */
  readonly isBegun: boolean
  readonly children: ReactNode
  /** Below the remarks. */
  readonly actions?: ReactNode
}

/** Several fields under one name. */
function MemberGroup({ place, isBegun: isIncomplete, children, actions }: MemberGroupProps) {
  const { neededHintId } = useMemberForm()
  return (
    <fieldset
      className="group stack tight"
      data-place={place['data-place']}
      tabIndex={-1}
      aria-describedby={place.isNeeded ? neededHintId : undefined}
    >
      <legend data-needed={place.isNeeded || undefined}>{place.label}</legend>
      {place.hint !== undefined && <p className="hint">{place.hint}</p>}
      {children}
      {isIncomplete && <p className="hint">{deliverWords.form.begun}</p>}
      {place.problem !== undefined && <p className="problem">{place.problem}</p>}
      {actions}
    </fieldset>
  )
}

/** Fields that an item shows at once; the others open on request. */
const shownFields = 2

function ListMember(props: MemberFieldProps<ListField>) {
  const { field, target, path, value } = props
  const place = useFieldPlace(props)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const focusLast = (): void => {
    const inner = `${target}${pointerOf([...path, items.length, field.fields[0]?.name ?? ''])}`
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-place="${CSS.escape(inner)}"]`)?.focus())
  }
  const add = (): void => {
    place.set([...items, field.initial ?? {}])
    focusLast()
  }
  return (
    <MemberGroup
      place={place}
      isBegun={isBegun(field, value)}
      actions={
        <p>
          <Button onClick={add}>{deliverWords.form.add(itemNameOf(field.name))}</Button>
        </p>
      }
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place, here and in the document
        <fieldset key={index} className="item" aria-label={deliverWords.form.item(place.label, index + 1)}>
          <ListItem field={field} target={target} path={[...path, index]} item={item} />
          <Button
            look="quiet"
            aria-label={deliverWords.form.removeOf(place.label, index + 1)}
            onClick={() => place.set(items.filter((_, at) => at !== index))}
          >
            {deliverWords.form.remove}
          </Button>
        </fieldset>
      ))}
    </MemberGroup>
  )
}

interface ListItemProps {
  readonly field: ListField
  readonly target: string
  readonly path: MemberPath
  readonly item: unknown
}

function ListItem({ field, target, path, item }: ListItemProps) {
  const required = field.fields.filter(({ isRequired }) => isRequired)
  const first = required.length > 0 ? required : field.fields.slice(0, shownFields)
  const more = field.fields.filter((one) => !first.includes(one) && one.kind !== 'party')
  const isFilled = isMembers(item) && more.some(({ name }) => item[name] !== undefined)
  return (
    <div className="stack tight">
      <MemberFields fields={first} target={target} path={path} members={item} />
      {more.length > 0 && (
        <details open={isFilled || undefined}>
          <summary className="small">{deliverWords.form.more}</summary>
          <MemberFields fields={more} target={target} path={path} members={item} />
        </details>
      )}
    </div>
  )
}
