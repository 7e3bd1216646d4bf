import '../../../style/files.css'
import { SpindleError } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type OutletSettings, operatorApi } from '../../../data/api/operator-api.ts'
import { operatorKey } from '../../../data/queries/operator-queries.ts'
import { FormProblems } from '../../../parts/forms/form-problems.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { FactList } from '../../../parts/layout/fact-list.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { useConfirmed } from '../../../parts/sign-in/confirmation.tsx'
import { pathOf } from '../../../routes.ts'
import { outletSetupWords as texts } from '../../../words/operator/outlet-setup-words.ts'
import { AddedOutlet } from './setup/added-outlet.tsx'
import { checkStep, type Step, steps } from './setup/check-values.ts'
import { ConnectionFields } from './setup/connection-fields.tsx'
import { MessageFields } from './setup/message-fields.tsx'
import { newValues, type OutletForm, type OutletName } from './setup/outlet-values.ts'
import { StoreFields } from './setup/store-fields.tsx'
import { TakesFields } from './setup/takes-fields.tsx'
import { placeOf, stepOf, toNewOutlet } from './setup/to-body.ts'

/** Adds a store, step by step. Credentials leave the page once, with the last step. */
export function NewOutletPage() {
  const [added, setAdded] = useState<OutletSettings>()
  return (
    <Page title={texts.title}>
      <p className="small">
        <Link href={pathOf('outlets')}>{texts.back}</Link>
      </p>
      {added ? <AddedOutlet outlet={added} /> : <Guide onAdded={setAdded} />}
    </Page>
  )
}

function Guide({ onAdded }: { readonly onAdded: (outlet: OutletSettings) => void }) {
  const [step, setStep] = useState<Step>('store')
  const confirmed = useConfirmed()
  const client = useQueryClient()
  const at = steps.indexOf(step)
  const next = steps[at + 1]
  const previous = steps[at - 1]
  const form = useForm<OutletName>({
    initial: newValues,
    check: (values) => checkStep(step, values),
    async send(values) {
      if (next) return setStep(next)
      try {
        const outlet = await confirmed((options) => operatorApi.addOutlet(toNewOutlet(values), options))
        void client.invalidateQueries({ queryKey: operatorKey })
        onAdded(outlet)
      } catch (error) {
        const refused = error instanceof SpindleError ? error.errors?.map(({ pointer }) => stepOf(pointer)) : undefined
        const back = refused?.find((one) => one !== undefined)
        if (back) setStep(back)
        throw error
      }
    },
    place: placeOf,
  })
  const heading = useFocusOnChange(step)
  return (
    <>
      <p className="soft">{texts.lead}</p>
      <StepList current={step} />
      <form ref={form.formRef} className="card stack" noValidate onSubmit={form.submit}>
        <h2 ref={heading} tabIndex={-1}>
          {texts.steps[step]} <span className="visually-hidden">{texts.step(at + 1, steps.length)}</span>
        </h2>
        <FormProblems form={form} />
        {fieldsOf[step](form)}
        <p className="row">
          {previous && <Button onClick={() => setStep(previous)}>{texts.previous}</Button>}
          <Button type="submit" look="primary" isBusy={form.isSending}>
            {next ? texts.next(texts.steps[next]) : texts.addAction}
          </Button>
        </p>
      </form>
    </>
  )
}

const fieldsOf: Readonly<Record<Step, (form: OutletForm) => ReactNode>> = {
  store: (form) => <StoreFields form={form} />,
  connection: (form) => <ConnectionFields form={form} />,
  messages: (form) => <MessageFields form={form} />,
  takes: (form) => <TakesFields form={form} />,
  finish: (form) => <Summary form={form} />,
}

/** The heading of a step gets the focus when the step begins, but not when the page opens. */
function useFocusOnChange(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}

const StepList = ({ current }: { readonly current: Step }) => (
  <ol className="guide-steps small" aria-label={texts.stepsLabel}>
    {steps.map((step, index) => (
      <li key={step} aria-current={step === current ? 'step' : undefined}>
        {index + 1}. {texts.steps[step]}
      </li>
    ))}
  </ol>
)

function Summary({ form: { values } }: { readonly form: OutletForm }) {
  const { kind, host, port, user, bucket, prefix, folder } = values
  const place = kind === 'sftp' ? `${user}@${host}:${port}` : kind === 's3' ? `s3://${bucket}/${prefix}` : folder
  return (
    <>
      <FactList
        className="facts"
        facts={[
          [texts.fields.name, values.name],
          [texts.fields.id, values.id],
          [texts.place, place],
          [texts.fields.isTest, texts.isTest[values.isTest === 'true' ? 'true' : 'false']],
        ]}
      />
      <p className="soft">
        {texts.summary} {values.isTest === 'true' ? texts.summaryTest : texts.summaryReal}
      </p>
    </>
  )
}
