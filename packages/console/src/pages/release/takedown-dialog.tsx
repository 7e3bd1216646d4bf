import type { Release, TakedownPreview } from '@spindle/client'
import { takedownWays } from '@spindle/contract/vocabulary'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import { releaseKey, useTakedownPreview } from '../../data/queries/queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { findMissing } from '../../parts/forms/check-fields.ts'
import { Field, Select } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { pathOf } from '../../routes.ts'
import { writeValue } from '../../words/account/member-words.ts'
import { takedownWords as texts } from '../../words/releases/takedown-words.ts'
import { words } from '../../words/words.ts'
import { TakedownOutlets } from './takedown-outlets.tsx'

export interface TakedownDialogProps {
  readonly accountId: string
  readonly release: Release
  readonly onClose: () => void
}

/** Takes a release down everywhere or at some outlets, now or on a day, after it has shown what ends where. */
export function TakedownDialog({ accountId, release, onClose }: TakedownDialogProps) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [day, setDay] = useState<string>()
  const [outlets, setOutlets] = useState<readonly string[]>()
  const [outletProblem, setOutletProblem] = useState<string>()
  const preview = useTakedownPreview(accountId, release.id)
  const { actions } = words.release
  const take = useMutation({
    mutationFn: () =>
      hubOf(accountId).releases.takedown(release.id, {
        reason: reason.trim(),
        ...(day !== undefined && { on: day }),
        ...(outlets !== undefined && { outlets: [...outlets] }),
      }),
    onSuccess: (changed) => {
      client.setQueryData(releaseKey(accountId, release.id), changed)
      onClose()
    },
  })
  return (
    <Dialog title={outlets === undefined ? texts.title : texts.titleChosen} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          const missing = findMissing(reason, texts.reason)
          setProblem(missing)
          const noOutlet = outlets?.length === 0 ? texts.noOutlet : undefined
          setOutletProblem(noOutlet)
          if (missing === undefined && noOutlet === undefined && !take.isPending) take.mutate()
        }}
      >
        <p>{texts.text}</p>
        <Meaning preview={preview} />
        <TakedownOutlets
          outlets={preview.data?.outlets ?? []}
          chosen={outlets}
          problem={outletProblem}
          onChange={setOutlets}
        />
        <p className="small soft">
          {texts.territories}{' '}
          <Link
            href={`${pathOf('editStep', { accountId, releaseId: release.id, step: 'release' })}#release/territories`}
          >
            {texts.territoriesLink}
          </Link>
        </p>
        <TakedownDay release={release} day={day} onChange={setDay} />
        <Field
          label={texts.reason}
          value={reason}
          maxLength={500}
          problem={problem}
          required
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {take.error && <FailureNotice error={take.error} />}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{actions.cancel}</Button>
          <Button type="submit" look="danger" isBusy={take.isPending}>
            {day === undefined ? actions.takedown : texts.plan}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

interface TakedownDayProps {
  readonly release: Release
  /** Undefined: now. */
  readonly day: string | undefined
  readonly onChange: (day: string | undefined) => void
}

/** Now, or on a day that is still to come. */
function TakedownDay({ release, day, onChange }: TakedownDayProps) {
  // The account cannot postpone a takedown that the operator planned: it can only take it down earlier.
  if (release.plannedTakedown?.actor.type === 'operator') return null
  return (
    <>
      <Select
        label={texts.when}
        value={day === undefined ? 'now' : 'day'}
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'day' ? '' : undefined)}
      >
        <option value="now">{texts.now}</option>
        <option value="day">{texts.onDay}</option>
      </Select>
      {day !== undefined && (
        <Field
          type="date"
          label={texts.day}
          hint={texts.dayHint(release.timeZone ?? 'UTC')}
          value={day}
          required
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </>
  )
}

function Meaning({ preview }: { readonly preview: ReturnType<typeof useTakedownPreview> }) {
  if (preview.error) return <FailureNotice error={preview.error} onRetry={() => void preview.refetch()} />
  return (
    <section className="stack tight" aria-label={texts.meaning}>
      {preview.data ? (
        <ul className="rows">
          {groupByEffect(preview.data.outlets).map(({ names, ...effect }) => (
            <li key={names.join()} className="stack tight">
              <bdi className="release-title">{names.join(', ')}</bdi>
              <Effect {...effect} />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton rows={2} />
      )}
    </section>
  )
}

type Outlet = TakedownPreview['outlets'][number]
type OutletEffect = Pick<Outlet, 'effect' | 'notice'>

/** Most outlets receive the same: it is shown once. */
function groupByEffect(outlets: readonly Outlet[]): (OutletEffect & { readonly names: readonly string[] })[] {
  const groups = new Map<string, OutletEffect & { names: string[] }>()
  for (const { outlet, effect, notice } of outlets) {
    const key = JSON.stringify([effect, notice])
    const group = groups.get(key) ?? { effect, notice, names: [] }
    group.names.push(outlet.name)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function Effect({ effect, notice }: OutletEffect) {
  if (effect === 'down') return <p className="small soft">{texts.down}</p>
  if (effect === 'withdrawn' || !notice) return <p className="small soft">{texts.withdrawn}</p>
  return (
    <>
      <p className="small soft">
        {texts.waysTold}: {takedownWays[notice.way]}
      </p>
      {notice.ends.map(describeEnd).map((end) => (
        <p key={end} className="small soft">
          {texts.ends}: {end}
        </p>
      ))}
    </>
  )
}

/** `Everywhere: Stream, Radio (Subscription, Ad-supported)` */
function describeEnd({ territories, models, uses }: NonNullable<Outlet['notice']>['ends'][number]): string {
  const where = writeValue('territories', territories)
  return models.length === 0 ? where : `${where}: ${writeValue('uses', uses)} (${writeValue('models', models)})`
}
