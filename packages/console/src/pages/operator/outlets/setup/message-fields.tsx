import { usualResendFiles } from '@spindle/contract/vocabulary'
import { outletSetupWords as texts } from '../../../../words/operator/outlet-setup-words.ts'
import { ChoiceField, optionsOf, TextField } from './form-fields.tsx'
import { type OutletForm, profileOf } from './outlet-values.ts'

/** What the messages to a new store are like. Choices that are left alone are those of its profile. */
export function MessageFields({ form }: { readonly form: OutletForm }) {
  const { leastRecipients, takedownStyle } = profileOf(form.values)
  const usualTakedown = texts.usual(texts.takedownStyles[takedownStyle])
  return (
    <>
      <div className="fields">
        <TextField form={form} name="dpid" maxLength={40} isCode />
        <TextField form={form} name="recipient" />
        {leastRecipients > 1 && (
          <>
            <TextField form={form} name="dpid2" maxLength={40} isCode />
            <TextField form={form} name="recipient2" />
          </>
        )}
        <ChangeableFields form={form} isNew />
      </div>
      <details>
        <summary>{texts.more}</summary>
        <div className="fields">
          <ChoiceField
            form={form}
            name="takedownStyle"
            options={[['', usualTakedown], ...optionsOf(texts.takedownStyles)]}
          />
          <ChoiceField form={form} name="choreography" options={optionsOf(texts.choreographies)} />
          <ChoiceField
            form={form}
            name="profile"
            options={optionsOf({ Audio: 'Audio', SimpleAudioSingle: 'SimpleAudioSingle' })}
          />
          <TextField form={form} name="avsVersion" maxLength={10} isCode />
          <DetailFields form={form} isNew />
          <TextField form={form} name="askEverySeconds" maxLength={5} inputMode="numeric" isCode />
        </div>
      </details>
    </>
  )
}

interface ChangeableProps {
  readonly form: OutletForm
  /** A new store may leave choices to its profile. */
  readonly isNew: boolean
}

/** What also can change later, and people look for first. */
export function ChangeableFields({ form, isNew }: ChangeableProps) {
  const { versions } = profileOf(form.values)
  const known = versions.map((version) => [version, version] as const)
  return (
    <>
      <ChoiceField
        form={form}
        name="ernVersion"
        options={isNew ? [['', texts.usualVersion(versions[0])], ...known] : known}
      />
      <ChoiceField form={form} name="acknowledges" options={optionsOf(texts.acknowledges)} />
      <ChoiceField form={form} name="liveOn" options={optionsOf(texts.liveOn)} />
      <ChoiceField form={form} name="isTest" options={optionsOf(texts.isTest)} />
    </>
  )
}

/** The rest of it. */
export function DetailFields({ form, isNew }: ChangeableProps) {
  const usual = texts.resendFiles[usualResendFiles({ acknowledges: form.values.acknowledges === 'true' })]
  return (
    <>
      <ChoiceField form={form} name="writeFiles" options={optionsOf(texts.writeFiles)} />
      <ChoiceField
        form={form}
        name="resendFiles"
        options={isNew ? [['', texts.usual(usual)], ...optionsOf(texts.resendFiles)] : optionsOf(texts.resendFiles)}
      />
      <ChoiceField form={form} name="manifestHash" options={optionsOf(texts.hashes)} />
    </>
  )
}
