import { PasswordField, TextArea } from '../../../../parts/forms/field.tsx'
import { outletSetupWords as texts } from '../../../../words/operator/outlet-setup-words.ts'
import { TextField } from './form-fields.tsx'
import { HostKeyField } from './host-key-field.tsx'
import type { OutletForm } from './outlet-values.ts'

/** Where the store receives packages, and how the hub signs in there. */
export function ConnectionFields({ form }: { readonly form: OutletForm }) {
  const { kind } = form.values
  if (kind === 'folder')
    return (
      <div className="fields">
        <TextField form={form} name="folder" maxLength={1000} isCode />
      </div>
    )
  return (
    <div className="fields">
      {kind === 's3' ? <BucketFields form={form} /> : <ServerFields form={form} />}
      <p className="hint wide">{texts.secrets}</p>
    </div>
  )
}

const BucketFields = ({ form }: { readonly form: OutletForm }) => (
  <>
    <TextField form={form} name="bucket" maxLength={63} isCode />
    <TextField form={form} name="prefix" maxLength={900} isOptional isCode />
    <TextField form={form} name="region" maxLength={100} isCode />
    <TextField form={form} name="endpoint" maxLength={1000} inputMode="url" isOptional isCode />
    <BucketSignIn form={form} isStored={false} />
  </>
)

const ServerFields = ({ form }: { readonly form: OutletForm }) => (
  <>
    <TextField form={form} name="host" maxLength={255} isCode />
    <TextField form={form} name="port" maxLength={5} inputMode="numeric" isCode />
    <TextField form={form} name="user" maxLength={100} isCode />
    <TextField form={form} name="directory" maxLength={1000} isCode />
    <HostKeyField form={form} />
    <ServerSignIn form={form} isStored={false} />
  </>
)

export interface SignInProps {
  readonly form: OutletForm
  /** The hub has what an empty field leaves as it is. */
  readonly isStored: boolean
}

export const ServerSignIn = ({ form, isStored }: SignInProps) => (
  <>
    <PasswordField
      {...form.bind('password')}
      label={texts.fields.password}
      hint={isStored ? texts.hints.kept : texts.hints.signIn}
      maxLength={1000}
      autoComplete="new-password"
      dir="ltr"
    />
    <TextArea
      {...form.bind('privateKey')}
      label={texts.fields.privateKey}
      hint={texts.hints.privateKey}
      rows={3}
      maxLength={20_000}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
    />
  </>
)

export const BucketSignIn = ({ form, isStored }: SignInProps) => (
  <>
    <TextField form={form} name="accessKeyId" isCode />
    <PasswordField
      {...form.bind('secretAccessKey')}
      label={texts.fields.secretAccessKey}
      hint={isStored ? texts.hints.kept : undefined}
      maxLength={1000}
      autoComplete="new-password"
      dir="ltr"
    />
  </>
)
