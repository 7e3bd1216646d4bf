import type { CodeField, TextField } from '../../delivery/document/field-types.ts'
import { words } from '../../words/words.ts'
import { Combobox, type NamedOption } from '../forms/combobox.tsx'
import { type MemberFieldProps, useFieldPlace } from './field-place.ts'
import { useReference } from './use-reference.ts'

export interface NamedCodeProps extends MemberFieldProps<TextField | CodeField> {
  readonly list: 'languages' | 'territories'
}

/** A code of a long list, shown and typed by its name. Languages may also be any tag of BCP 47. */
export function NamedCodeMember({ list, ...props }: NamedCodeProps) {
  const { set, ...place } = useFieldPlace(props)
  const options = useReference(list)
  return (
    <Combobox
      {...place}
      options={options}
      value={typeof props.value === 'string' && props.value !== '' ? props.value : undefined}
      parse={list === 'languages' ? parseTag : undefined}
      onChoose={set}
    />
  )
}

/** A language with script or region, such as `ja-Latn`; undefined for what is no such tag. */
function parseTag(text: string): NamedOption | undefined {
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})+$/i.test(text)) return undefined
  try {
    const [code = text] = Intl.getCanonicalLocales(text)
    return { code, name: new Intl.DisplayNames(words.locale, { type: 'language' }).of(code) ?? code }
  } catch {
    return undefined
  }
}
