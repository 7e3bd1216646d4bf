import type { Release } from '@spindle/client'
import { useState } from 'react'
import { type DeliveryState, uploadFinder } from '../../delivery/delivery-state.ts'
import { requestOf, requestOfRelease } from '../../delivery/document/draft.ts'
import { isMembers, isSame, textOf } from '../../delivery/document/members.ts'
import { audioOf } from '../../delivery/document/merge-drafts.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { Notice } from '../../parts/layout/notice.tsx'
import { labelOf, optionOf } from '../../words/account/member-words.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { formatAgo } from '../../words/words.ts'
import { useOpenedDelivery } from './delivery-context.ts'

/** Another version was saved elsewhere: both are shown, and the person chooses. */
export function ConflictNotice() {
  const { delivery, state } = useOpenedDelivery()
  const [isClosed, setClosed] = useState(false)
  const { theirs } = state
  if (!theirs) return null
  const { conflict } = deliverWords
  const when = formatAgo(theirs.updatedAt)
  if (isClosed)
    return (
      <Notice tone="warn" isAlert>
        <p>
          {conflict.text(when)} <Button onClick={() => setClosed(false)}>{conflict.title}</Button>
        </p>
      </Notice>
    )
  return (
    <Dialog title={conflict.title} onClose={() => setClosed(true)}>
      <p>{conflict.text(when)}</p>
      <table className="table small versions">
        <thead>
          <tr>
            <th scope="col">{conflict.what}</th>
            <th scope="col">{conflict.theirs}</th>
            <th scope="col">{conflict.mine}</th>
          </tr>
        </thead>
        <tbody>
          {listDifferences(state, theirs).map(([label, their, mine]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-label={conflict.theirs}>
                <bdi>{their}</bdi>
              </td>
              <td data-label={conflict.mine}>
                <bdi>{mine}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="row dialog-actions">
        <Button look="quiet" onClick={() => setClosed(true)}>
          {conflict.later}
        </Button>
        <Button onClick={() => delivery.takeTheirs()}>{conflict.takeTheirs}</Button>
        <Button look="primary" onClick={() => delivery.keepMine()}>
          {conflict.keepMine}
        </Button>
      </p>
    </Dialog>
  )
}

type Difference = readonly [label: string, theirs: string, mine: string]

function listDifferences(state: DeliveryState, theirs: Release): readonly Difference[] {
  const { tracks: theirTracks, ...their } = requestOfRelease(theirs)
  const { tracks: myTracks, ...mine } = requestOf(state.draft, uploadFinder(state.files))
  const ofRelease = differencesOf(their, mine, '')
  const isOtherOrder = !isSame(theirTracks.map(audioOf), myTracks.map(audioOf))
  const order: readonly Difference[] = isOtherOrder
    ? [[deliverWords.conflict.tracksDiffer, listTitles(theirTracks), listTitles(myTracks)]]
    : []
  const ofTracks = myTracks.flatMap((track) => {
    const same = theirTracks.find((one) => audioOf(one) === audioOf(track))
    const { id: _id, uploadId: _upload, ...told } = track
    const { id: _theirId, uploadId: _theirUpload, ...theirTold } = same ?? { id: '', uploadId: '' }
    return same ? differencesOf(theirTold, told, `${String(track.title)}: `) : []
  })
  return [...ofRelease, ...order, ...ofTracks]
}

const listTitles = (tracks: readonly Readonly<Record<string, unknown>>[]): string =>
  tracks.map(({ title }) => String(title)).join(', ')

function differencesOf(
  theirs: Readonly<Record<string, unknown>>,
  mine: Readonly<Record<string, unknown>>,
  prefix: string,
): readonly Difference[] {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  return names
    .filter((name) => !isSame(theirs[name], mine[name]))
    .map((name) => [`${prefix}${labelOf(name)}`, show(theirs[name]), show(mine[name])])
}

export function show(value: unknown): string {
  if (value === undefined || value === null || value === '') return deliverWords.conflict.nothing
  if (Array.isArray(value)) return value.map(show).join('; ')
  if (isMembers(value)) return typeof value.name === 'string' ? value.name : Object.values(value).map(show).join(' ')
  return typeof value === 'boolean'
    ? value
      ? deliverWords.form.yes
      : deliverWords.form.no
    : optionOf(typeof value === 'number' ? String(value) : textOf(value))
}
