import '../../../style/files.css'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type OutletSettings, operatorApi } from '../../../data/api/operator-api.ts'
import { operatorKey, useHubOutlet } from '../../../data/queries/operator-queries.ts'
import { FormProblems } from '../../../parts/forms/form-problems.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { FactList } from '../../../parts/layout/fact-list.tsx'
import { FailureNotice, Notice } from '../../../parts/layout/notice.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { Skeleton } from '../../../parts/layout/skeleton.tsx'
import { useConfirmed } from '../../../parts/sign-in/confirmation.tsx'
import { pathOf } from '../../../routes.ts'
import { outletSetupWords as texts } from '../../../words/operator/outlet-setup-words.ts'
import { OutletTest } from './outlet-test.tsx'
import { checkChange } from './setup/check-values.ts'
import { BucketSignIn, ServerSignIn } from './setup/connection-fields.tsx'
import { HostKeyField } from './setup/host-key-field.tsx'
import { ChangeableFields, DetailFields } from './setup/message-fields.tsx'
import { type OutletForm, type OutletName, storedValues } from './setup/outlet-values.ts'
import { RemoveOutlet } from './setup/remove-outlet.tsx'
import { TakesFields } from './setup/takes-fields.tsx'
import { placeOf, toUpdate } from './setup/to-body.ts'

/** The settings of a store that an operator added. */
export function OutletPage({ outletId }: { readonly outletId: string }) {
  const outlet = useHubOutlet(outletId)
  const [isTesting, setTesting] = useState(false)
  const [, navigate] = useLocation()
  const { data } = outlet
  return (
    <Page
      title={data?.name ?? texts.settings}
      actions={data && <Button onClick={() => setTesting(true)}>{texts.test}</Button>}
    >
      <p className="small">
        <Link href={pathOf('outlets')}>{texts.back}</Link>
      </p>
      {outlet.isPending && <Skeleton rows={6} />}
      {outlet.error && <FailureNotice error={outlet.error} onRetry={() => void outlet.refetch()} />}
      {data && (
        <>
          <Place outlet={data} />
          {data.program ? <p className="hint">{texts.programText}</p> : <SettingsForm outlet={data} />}
          <RemoveOutlet id={data.id} name={data.name} onRemoved={() => navigate(pathOf('outlets'))} />
          {isTesting && <OutletTest id={data.id} name={data.name} onClose={() => setTesting(false)} />}
        </>
      )}
    </Page>
  )
}

function Place({ outlet: { id, folder, sftp, s3, program, messages } }: { readonly outlet: OutletSettings }) {
  const { fields } = texts
  const facts: readonly (readonly [string, string])[] = [
    [fields.id, id],
    ...(folder ? ([[fields.folder, folder.folder]] as const) : []),
    ...(program ? ([[texts.program, program.program]] as const) : []),
    ...(sftp
      ? ([
          [fields.host, `${sftp.user}@${sftp.host}:${sftp.port}`],
          [fields.directory, sftp.directory],
        ] as const)
      : []),
    ...(s3
      ? ([
          [fields.bucket, `s3://${s3.bucket}/${s3.prefix}`],
          [fields.region, s3.region],
          ...(s3.endpoint === undefined ? [] : ([[fields.endpoint, s3.endpoint]] as const)),
        ] as const)
      : []),
    [fields.store, texts.profiles[messages.store]],
    [fields.recipient, messages.recipients.map(({ dpid, name }) => `${name} (${dpid})`).join(', ')],
    [fields.takedownStyle, texts.takedownStyles[messages.takedownStyle]],
  ]
  return (
    <section className="card stack tight" aria-labelledby="outlet-place">
      <h2 id="outlet-place">{texts.place}</h2>
      <FactList className="facts" facts={facts} />
      <p className="hint">{texts.placeText}</p>
    </section>
  )
}

function SettingsForm({ outlet }: { readonly outlet: OutletSettings }) {
  const confirmed = useConfirmed()
  const client = useQueryClient()
  const [said, setSaid] = useState<string>()
  const stored = useMemo(() => storedValues(outlet), [outlet])
  const form = useForm<OutletName>({
    initial: stored,
    check: (values) => {
      setSaid(undefined)
      const isHalf = values.accessKeyId !== stored.accessKeyId && values.secretAccessKey === ''
      return { ...checkChange(values), ...(isHalf && { secretAccessKey: texts.problems.secretNeeded }) }
    },
    async send(values) {
      const update = toUpdate(values, stored)
      if (!update) return setSaid(texts.nothingChanged)
      const changed = await confirmed((options) => operatorApi.updateOutlet(outlet.id, update, options))
      client.setQueryData([...operatorKey, 'outlet', outlet.id], changed)
      for (const name of ['password', 'privateKey', 'secretAccessKey'] as const) form.set(name, '')
      setSaid(texts.saved)
    },
    place: placeOf,
  })
  return (
    <form ref={form.formRef} className="card stack" noValidate onSubmit={form.submit}>
      <FormProblems form={form} />
      {!outlet.folder && <SignIn form={form} isStored={outlet.hasSecret} />}
      <h2>{texts.messagesHeading}</h2>
      <div className="fields">
        <ChangeableFields form={form} isNew={false} />
        <DetailFields form={form} isNew={false} />
      </div>
      <h2>{texts.takesHeading}</h2>
      <TakesFields form={form} />
      {said !== undefined && (
        <Notice tone="good" isAlert>
          <p>{said}</p>
        </Notice>
      )}
      <p>
        <Button type="submit" look="primary" isBusy={form.isSending}>
          {texts.save}
        </Button>
      </p>
    </form>
  )
}

interface SignInSectionProps {
  readonly form: OutletForm
  readonly isStored: boolean
}

const SignIn = ({ form, isStored }: SignInSectionProps) => (
  <>
    <h2>{texts.signIn}</h2>
    <div className="fields">
      {form.values.kind === 'sftp' ? (
        <>
          <HostKeyField form={form} />
          <ServerSignIn form={form} isStored={isStored} />
        </>
      ) : (
        <BucketSignIn form={form} isStored={isStored} />
      )}
      <p className="hint wide">{texts.secrets}</p>
    </div>
  </>
)
