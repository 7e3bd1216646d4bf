import '../../style/files.css'
import {
  accountDefaultSections,
  labelDefaultSections,
  trackDefaultSections,
} from '../../delivery/document/default-fields.ts'
import type { Members } from '../../delivery/document/members.ts'
import { defaultsWords as texts } from '../../words/catalog/defaults-words.ts'
import { findMissing, onlyProblems } from '../forms/check-fields.ts'
import { Field } from '../forms/field.tsx'
import { FormProblems } from '../forms/form-problems.tsx'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../layout/button.tsx'
import { MemberFormContext } from '../members/member-form.ts'
import { Sections } from '../members/member-sections.tsx'
import { memberFormOf, placeOfPointer, useDefaultsMembers } from './use-defaults-members.ts'

export interface SavedDefaults {
  readonly name: string
  readonly defaults: Members
}

export interface DefaultsFormProps {
  readonly accountId: string
  /** Of the label; undefined for the defaults of the account. */
  readonly name: string | undefined
  readonly defaults: Members
  /** Undefined if they can only be read. */
  readonly action: string | undefined
  readonly onSave: (saved: SavedDefaults) => Promise<void>
  /** Shows what the hub has, after someone else has changed it. */
  readonly onReload?: () => void
}

/** The defaults of a label with its name, or those of the account. */
export function DefaultsForm({ accountId, name, defaults, action, onSave, onReload }: DefaultsFormProps) {
  const isOfLabel = name !== undefined
  const sections = isOfLabel ? labelDefaultSections : accountDefaultSections
  const members = useDefaultsMembers(sections, defaults)
  const form = useForm<string>({
    initial: { name: name ?? '' },
    check: (values) =>
      onlyProblems({
        ...(isOfLabel && { name: findMissing(values.name ?? '', texts.name) }),
        ...members.findProblems(),
      }),
    send: (values) => onSave({ name: (values.name ?? '').trim(), defaults: members.toSend() }),
    fieldOf: { label_name_taken: 'name' },
    place: (pointer) => (pointer === '/name' ? 'name' : placeOfPointer(sections, pointer)),
  })
  return (
    <MemberFormContext value={memberFormOf(accountId, members, form.problems, defaults)}>
      <form ref={form.formRef} className="stack form" noValidate onSubmit={form.submit}>
        <FormProblems form={form} />
        {form.failure?.code === 'precondition_failed' && onReload && (
          <p>
            <Button onClick={onReload}>{texts.reload}</Button>
          </p>
        )}
        <fieldset className="stack" disabled={action === undefined}>
          {isOfLabel && (
            <Field
              {...form.bind('name')}
              label={texts.name}
              hint={texts.nameHint}
              maxLength={200}
              autoComplete="off"
              dir="auto"
            />
          )}
          <section className="card stack" aria-labelledby="of-releases">
            <h2 id="of-releases">{texts.ofReleases}</h2>
            <Sections sections={sections} target="release" members={members.of('release')} />
          </section>
          <section className="card stack" aria-labelledby="of-tracks">
            <h2 id="of-tracks">{texts.ofTracks}</h2>
            <p className="soft">{texts.ofTracksLead}</p>
            <Sections
              sections={trackDefaultSections}
              target="tracks"
              members={members.of('tracks')}
              owner={texts.tracks}
            />
          </section>
        </fieldset>
        {action !== undefined && (
          <p>
            <Button type="submit" look="primary" isBusy={form.isSending}>
              {action}
            </Button>
          </p>
        )}
      </form>
    </MemberFormContext>
  )
}
