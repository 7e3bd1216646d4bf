import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Failure, toFailure } from '../../data/failure.ts'

export type Values<Name extends string> = Readonly<Record<Name, string>>
export type Problems<Name extends string> = Readonly<Partial<Record<Name, string>>>

export interface FormOptions<Name extends string> {
  readonly initial: Values<Name>
  /** What is wrong before anything is sent. */
  readonly check: (values: Values<NoInfer<Name>>) => Problems<NoInfer<Name>>
  readonly send: (values: Values<NoInfer<Name>>) => Promise<unknown>
  /** Fields that an error of the hub is about, beside those it points to. */
  readonly fieldOf?: Readonly<Record<string, NoInfer<Name>>>
  /** The field that a pointer is shown at, if that is not its name. */
  readonly place?: (pointer: string) => NoInfer<Name> | undefined
}

export interface Form<Name extends string> {
  readonly values: Values<Name>
  readonly problems: Problems<Name>
  readonly isSending: boolean
  /** The hub's message that no field shows. */
  readonly failure: Failure | undefined
  readonly formRef: RefObject<HTMLFormElement | null>
  bind(name: Name): {
    readonly name: Name
    readonly value: string
    readonly problem: string | undefined
    /** For inputs, choices and long texts. */
    readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
  }
  /** Sets a value that no input of the person does. */
  set(name: Name, value: string): void
  submit(event: FormEvent): void
}

/** A form whose first invalid field gets the focus, whether the page or the hub found it. */
export function useForm<Name extends string>({ initial, check, send, fieldOf, place }: FormOptions<Name>): Form<Name> {
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems<Name>>(() => ({}) as Problems<Name>)
  const [failure, setFailure] = useState<Failure>()
  const [isSending, setSending] = useState(false)
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.values(problems).length > 0)
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  const submit = async (): Promise<void> => {
    const found = check(values)
    setFailure(undefined)
    setProblems(found)
    if (Object.keys(found).length > 0 || isSending) return
    setSending(true)
    try {
      await send(values)
    } catch (error) {
      const told = toFailure(error)
      const atFields = problemsOf(told, place ?? nameIn(initial), fieldOf)
      setProblems(atFields)
      if (Object.keys(atFields).length === 0) setFailure(told)
    } finally {
      setSending(false)
    }
  }
  const set = (name: Name, value: string): void => setValues((before) => ({ ...before, [name]: value }))
  return {
    values,
    problems,
    isSending,
    failure,
    formRef,
    bind: (name) => ({
      name,
      value: values[name],
      problem: problems[name],
      onChange: ({ currentTarget: { value } }) => set(name, value),
    }),
    set,
    submit(event) {
      event.preventDefault()
      void submit()
    },
  }
}

const nameIn =
  <Name extends string>(names: Values<Name>) =>
  (pointer: string): Name | undefined => {
    const name = pointer.slice(1)
    return name in names ? (name as Name) : undefined
  }

function problemsOf<Name extends string>(
  { code, message, fields }: Failure,
  place: (pointer: string) => Name | undefined,
  fieldOf: Readonly<Record<string, Name>> = {},
): Problems<Name> {
  const own = fieldOf[code]
  const pointed = fields.flatMap(({ pointer, detail, fix }) => {
    const name = place(pointer)
    return name === undefined ? [] : [[name, fix === undefined ? detail : `${detail} ${fix}`] as const]
  })
  return Object.fromEntries(pointed.length > 0 || own === undefined ? pointed : [[own, message]]) as Problems<Name>
}
