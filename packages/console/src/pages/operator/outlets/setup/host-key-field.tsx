import { useMutation } from '@tanstack/react-query'
import { operatorApi } from '../../../../data/api/operator-api.ts'
import { Button } from '../../../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../../../parts/layout/notice.tsx'
import { useConfirmed } from '../../../../parts/sign-in/confirmation.tsx'
import { outletSetupWords as texts } from '../../../../words/operator/outlet-setup-words.ts'
import { checkServer } from './check-values.ts'
import { TextField } from './form-fields.tsx'
import type { OutletForm } from './outlet-values.ts'

/** The key of the server: asked for and shown, and taken over only when a person trusts it. */
export function HostKeyField({ form }: { readonly form: OutletForm }) {
  const confirmed = useConfirmed()
  const ask = useMutation({
    mutationFn: () => {
      const server = { host: form.values.host.trim(), port: Number(form.values.port) }
      return confirmed((options) => operatorApi.readHostKey(server, options))
    },
  })
  const { host, port } = checkServer(form.values)
  const isReady = host === undefined && port === undefined
  const { hostKey, keyType, problem } = ask.data ?? {}
  return (
    <div className="stack tight wide">
      <TextField form={form} name="hostKey" maxLength={50} isCode />
      <p className="row">
        <Button isBusy={ask.isPending || !isReady} onClick={() => ask.mutate()}>
          {texts.readKey}
        </Button>
        {ask.isPending && (
          <span role="status" className="soft">
            {texts.readingKey}
          </span>
        )}
      </p>
      {ask.error && <FailureNotice error={ask.error} />}
      {typeof problem === 'string' && (
        <Notice tone="danger" isAlert>
          <p>{texts.noKey(problem)}</p>
        </Notice>
      )}
      {typeof hostKey === 'string' && (
        <Notice tone={form.values.hostKey === hostKey ? 'good' : 'warn'} isAlert>
          <p>{texts.keyShown}</p>
          <p className="mono host-key">
            <bdi>{hostKey}</bdi> ({keyType})
          </p>
          {form.values.hostKey === hostKey ? (
            <p>{texts.keyTrusted}</p>
          ) : (
            <>
              <p>{texts.compareKey}</p>
              <p className="notice-action">
                <Button onClick={() => form.set('hostKey', hostKey)}>{texts.trustKey}</Button>
              </p>
            </>
          )}
        </Notice>
      )}
    </div>
  )
}
