import type { Webhook } from '@spindle/client'
import { useState } from 'react'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { webhookWords } from '../../words/account/webhook-words.ts'
import { words } from '../../words/words.ts'

type EventType = NonNullable<Webhook['eventTypes']>[number]

const all = Object.keys(webhookWords.eventTypes) as EventType[]

export interface WebhookChoices {
  readonly url: string
  readonly description: string | null
  /** Null: all. */
  readonly eventTypes: readonly EventType[] | null
}

export interface WebhookDialogProps {
  readonly title: string
  /** The text of the button. */
  readonly action: string
  readonly initial: WebhookChoices
  readonly onSend: (chosen: WebhookChoices) => Promise<unknown>
  readonly onClose: () => void
}

/** The form for the address and events of a webhook, for a new one and for a change. */
export function WebhookDialog({ title, action, initial, onSend, onClose }: WebhookDialogProps) {
  const [eventTypes, setEventTypes] = useState(initial.eventTypes)
  const form = useForm({
    initial: { url: initial.url, description: initial.description ?? '', eventTypes: '' },
    check: ({ url }) =>
      onlyProblems({
        url: findMissing(url, webhookWords.url),
        eventTypes: eventTypes?.length === 0 ? webhookWords.typeMissing : undefined,
      }),
    async send({ url, description }) {
      await onSend({ url: url.trim(), description: description.trim() || null, eventTypes })
      onClose()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
        <FormProblems form={form} />
        <Field
          {...form.bind('url')}
          label={webhookWords.url}
          hint={webhookWords.urlHint}
          type="url"
          maxLength={2048}
          autoComplete="off"
        />
        <Field
          {...form.bind('description')}
          label={webhookWords.description}
          isOptional
          maxLength={200}
          autoComplete="off"
        />
        <TypeChoice chosen={eventTypes} problem={form.problems.eventTypes} onChange={setEventTypes} />
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.keys.cancel}</Button>
          <Button type="submit" look="primary" isBusy={form.isSending}>
            {action}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

interface TypeChoiceProps {
  readonly chosen: readonly EventType[] | null
  readonly problem: string | undefined
  readonly onChange: (chosen: readonly EventType[] | null) => void
}

const TypeChoice = ({ chosen, problem, onChange }: TypeChoiceProps) => (
  <fieldset className="choices">
    <legend>{webhookWords.types}</legend>
    <label>
      <input type="radio" name="types" checked={chosen === null} onChange={() => onChange(null)} />
      {webhookWords.allTypes}
    </label>
    <label>
      <input type="radio" name="types" checked={chosen !== null} onChange={() => onChange([])} />
      {webhookWords.chosenTypes}
    </label>
    {chosen && (
      <fieldset className="choices nested">
        <legend className="visually-hidden">{webhookWords.chosenTypes}</legend>
        {all.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              aria-invalid={problem !== undefined || undefined}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, type] : chosen.filter((one) => one !== type))
              }
            />
            {webhookWords.eventTypes[type]}
          </label>
        ))}
        {problem !== undefined && <p className="problem">{problem}</p>}
      </fieldset>
    )}
  </fieldset>
)
