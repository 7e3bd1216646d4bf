import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { type LinkFacts, sessionApi } from '../../data/api/session-api.ts'
import { toFailure } from '../../data/failure.ts'
import { useLinkToken } from '../../data/session/link-token.ts'
import { leaveForOutside } from '../../data/session/outside.ts'
import { findMailProblem, findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { DoorPage } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { HostWarning, useWayIn, WayInFields } from '../../parts/sign-in/way-in.tsx'
import { routes } from '../../routes.ts'
import { words } from '../../words/words.ts'

/** The first person of a hub: joins by the link that the hub printed at its start. */
export function SetupPage() {
  const token = useLinkToken()
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => sessionApi.readLink(token),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { setup } = words
  if (token === '') return <DoorPage title={setup.noLinkTitle} lead={setup.noLink} />
  if (link.error && toFailure(link.error).code === 'link_invalid')
    return <DoorPage title={setup.deadTitle} lead={setup.dead} />
  return (
    <DoorPage title={setup.title} lead={setup.lead}>
      {link.error ? (
        <FailureNotice error={link.error} onRetry={() => void link.refetch()} />
      ) : link.data ? (
        <SetupForm token={token} link={link.data} />
      ) : (
        <Skeleton rows={6} />
      )}
    </DoorPage>
  )
}

function SetupForm({ token, link }: { readonly token: string; readonly link: LinkFacts }) {
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const wayIn = useWayIn()
  const needsLabel = link.accountName === null
  // It comes from the outside provider.
  const needsMail = wayIn.chosen !== 'outside'
  const form = useForm({
    initial: { name: '', email: '', password: '', accountName: '' },
    check: ({ name, email, password, accountName }) =>
      onlyProblems({
        name: findMissing(name, words.fields.name),
        email: needsMail ? findMailProblem(email) : undefined,
        password: wayIn.findProblem(password),
        accountName: needsLabel ? findMissing(accountName, words.fields.labelName) : undefined,
      }),
    fieldOf: { mail_taken: 'email', password_refused: 'password' },
    async send({ name, email, password, accountName }) {
      const label = needsLabel ? { accountName: accountName.trim() } : {}
      const person = { token, name: name.trim() }
      if (wayIn.chosen === 'outside')
        return leaveForOutside(() => sessionApi.beginOutsideSignIn({ link: { ...person, ...label } }), routes.start)
      const known = { ...person, email: email.trim() }
      const session = await sessionApi.setUpHub({ ...known, ...(await wayIn.take(password, known)), ...label })
      client.setQueryData(['session'], session)
      return navigate(routes.start, { replace: true })
    },
  })
  const minutes = Math.max(1, Math.round((Date.parse(link.expiresAt) - Date.now()) / 60_000))
  return (
    <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
      <FormProblems form={form} />
      <fieldset className="stack">
        <legend>
          <span className="step">1</span> {words.setup.you}
        </legend>
        <Field {...form.bind('name')} label={words.fields.name} autoComplete="name" />
        {needsMail && <Field {...form.bind('email')} label={words.fields.email} type="email" autoComplete="username" />}
      </fieldset>
      <fieldset className="stack">
        <legend>
          <span className="step">2</span> {words.setup.wayIn}
        </legend>
        <WayInFields choice={wayIn} field={form.bind('password')} />
        {wayIn.chosen !== 'outside' && <HostWarning hasPasskey={wayIn.chosen === 'passkey'} />}
      </fieldset>
      {needsLabel && (
        <fieldset className="stack">
          <legend>
            <span className="step">3</span> {words.setup.label}
          </legend>
          <Field
            {...form.bind('accountName')}
            label={words.fields.labelName}
            hint={words.fields.labelNameHint}
            autoComplete="organization"
          />
        </fieldset>
      )}
      <Button type="submit" look="primary" isBusy={form.isSending}>
        {words.setup.submit}
      </Button>
      <p className="small soft">{words.setup.expires(minutes)}</p>
    </form>
  )
}
