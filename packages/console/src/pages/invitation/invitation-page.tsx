import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type LinkFacts, sessionApi } from '../../data/api/session-api.ts'
import { toFailure } from '../../data/failure.ts'
import { useSession } from '../../data/queries/queries.ts'
import { useLinkToken } from '../../data/session/link-token.ts'
import { leaveForOutside } from '../../data/session/outside.ts'
import { findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { DoorPage } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { useWayIn, WayInFields } from '../../parts/sign-in/way-in.tsx'
import { pathOf, routes } from '../../routes.ts'
import { words } from '../../words/words.ts'

/** An invitation: it adds an account to a signed-in person, and creates a user for anyone else. */
export function InvitationPage() {
  const token = useLinkToken()
  const session = useSession()
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => sessionApi.readLink(token),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { invitation } = words
  const isDead = token === '' || (link.error !== null && toFailure(link.error).code === 'link_invalid')
  if (isDead) return <DoorPage title={invitation.deadTitle} lead={invitation.dead} />
  const failed = link.error ?? session.error
  if (failed)
    return (
      <DoorPage title={words.product}>
        <FailureNotice error={failed} onRetry={() => void Promise.all([link.refetch(), session.refetch()])} />
      </DoorPage>
    )
  if (!link.data || session.data === undefined)
    return (
      <DoorPage title={words.loading}>
        <Skeleton rows={4} />
      </DoorPage>
    )
  const account = link.data.accountName ?? ''
  return (
    <DoorPage
      title={invitation.title(account)}
      lead={invitation.lead(account, invitation.roles[link.data.role ?? 'viewer'])}
    >
      {session.data ? <JoinButton token={token} account={account} /> : <SignUpForm token={token} link={link.data} />}
    </DoorPage>
  )
}

function JoinButton({ token, account }: { readonly token: string; readonly account: string }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const join = async (): Promise<void> => {
    setBusy(true)
    try {
      const { accountId } = await sessionApi.acceptInvitation(token)
      await client.invalidateQueries({ queryKey: ['session'] })
      navigate(pathOf('home', { accountId }), { replace: true })
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <FailureNotice error={error} />}
      <Button look="primary" isBusy={isBusy} onClick={() => void join()}>
        {words.invitation.join(account)}
      </Button>
    </>
  )
}

function SignUpForm({ token, link }: { readonly token: string; readonly link: LinkFacts }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const wayIn = useWayIn()
  const form = useForm({
    // The address is fixed; what the hub says about it is shown there.
    initial: { email: link.email ?? '', name: '', password: '' },
    check: ({ name, password }) =>
      onlyProblems({ name: findMissing(name, words.fields.name), password: wayIn.findProblem(password) }),
    fieldOf: { password_refused: 'password' },
    async send({ name, password }) {
      const person = { token, name: name.trim() }
      if (wayIn.chosen === 'outside')
        return leaveForOutside(() => sessionApi.beginOutsideSignIn({ link: person }), routes.start)
      const session = await sessionApi.signUpByInvitation({ ...person, ...(await wayIn.take(password, person)) })
      client.setQueryData(['session'], session)
      return navigate(routes.start, { replace: true })
    },
  })
  return (
    <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
      <FormProblems form={form} />
      {link.email !== null && (
        <Field {...form.bind('email')} label={words.fields.email} type="email" readOnly autoComplete="username" />
      )}
      <Field {...form.bind('name')} label={words.fields.name} autoComplete="name" />
      <WayInFields choice={wayIn} field={form.bind('password')} />
      <Button type="submit" look="primary" isBusy={form.isSending}>
        {words.invitation.submit}
      </Button>
    </form>
  )
}
