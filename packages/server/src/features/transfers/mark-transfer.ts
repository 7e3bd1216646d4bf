import { AppError, type FieldError, parseGtin, type TransferMark, type TransferMarked } from '@spindle/contract'
import type { Clock } from '../../platform/clock.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import type { Actor } from '../releases/index.ts'
import { deleteMarks, insertMarks, listMarkTargets, type MarkTarget } from './comparison-queries.ts'
import { lockTransfer, type TransferRow } from './transfer-queries.ts'

/**
 * Which old copies are down. Stores do not report this, so a person marks them. The new release must be live first: a store
 * can drop the plays of a recording that it does not offer for a while.
 */

export interface Marker {
  readonly trx: TenantTransaction
  readonly actor: Actor
}

interface Asked {
  readonly id: string
  readonly body: TransferMark
}

export async function markTransfer(
  { clock }: { readonly clock: Clock },
  { trx, actor }: Marker,
  { id, body }: Asked,
): Promise<TransferMarked> {
  const transfer = await lockTransfer(trx, id)
  if (!transfer) throw new AppError('transfer_not_found')
  requireReady(transfer)
  requireStore(transfer, body.outlet)
  const targets = await findTargets(trx, id, body)
  const { outlet, oldIsDown = true, reason } = body
  if (!oldIsDown) {
    const marked = targets.filter(({ state }) => state === 'old_down')
    const changed = await deleteMarks(trx, id, { outlet, positions: positionsOf(marked) })
    return { changed, unchanged: body.upcs ? targets.length - changed : 0 }
  }
  const early = targets.filter(({ state }) => state === 'not_sent' || state === 'sent')
  if (body.upcs && reason === undefined && early.length > 0) throw notLive(transfer, body, early)
  const at = new Date(clock.now())
  const mark = (positions: readonly number[], why: string | undefined) =>
    insertMarks(trx, id, { outlet, positions, at, actor, reason: why })
  const live = await mark(positionsOf(targets.filter(({ state }) => state === 'live')), undefined)
  const forced = body.upcs && early.length > 0 ? await mark(positionsOf(early), reason) : 0
  return { changed: live + forced, unchanged: body.upcs ? targets.length - live - forced : 0 }
}

const positionsOf = (targets: readonly MarkTarget[]): number[] => targets.map(({ position }) => position)

function requireReady({ status }: TransferRow): void {
  if (status === 'ready') return
  throw new AppError('state_conflict', {
    detail:
      status === 'waiting'
        ? 'The table of the transfer is not read yet. Wait until it is ready.'
        : 'The table of the transfer was refused. Create a transfer with a corrected table.',
    extensions: { state: status, allowed: [] },
  })
}

function requireStore({ outletIds }: TransferRow, outlet: string): void {
  if (outletIds.includes(outlet)) return
  throw invalid([
    {
      pointer: '/outlet',
      code: 'outlet_unknown',
      detail: `The transfer has no store "${outlet}".`,
      fix: `Its stores are ${outletIds.join(', ')}.`.slice(0, 1000),
    },
  ])
}

async function findTargets(
  trx: TenantTransaction,
  id: string,
  { outlet, upcs, reason }: TransferMark,
): Promise<MarkTarget[]> {
  if (upcs === undefined) {
    if (reason === undefined) return listMarkTargets(trx, id, { outlet, gtins: undefined })
    throw invalid([
      {
        pointer: '/reason',
        code: 'conflicting_members',
        detail: 'A reason is for named releases. Without `upcs`, only releases that are live are marked.',
        fix: 'Add `upcs`, or leave out `reason`.',
      },
    ])
  }
  const gtins = upcs.map((upc) => parseGtin(upc))
  const found = await listMarkTargets(trx, id, { outlet, gtins: gtins.filter((one) => one !== undefined) })
  const known = new Set(found.map(({ gtin14 }) => gtin14))
  const faults = upcs.flatMap((upc, index): FieldError[] => {
    const gtin = gtins[index]
    if (gtin !== undefined && known.has(gtin)) return []
    const detail =
      gtin === undefined ? `"${upc}" is not a valid UPC or EAN.` : `The transfer has no release with UPC ${upc}.`
    return [{ pointer: `/upcs/${index}`, code: 'upc_unknown', detail, fix: 'List the releases of the transfer.' }]
  })
  if (faults.length > 0) throw invalid(faults.slice(0, 100))
  return found
}

function notLive({ deadline }: TransferRow, { outlet, upcs }: TransferMark, early: readonly MarkTarget[]): AppError {
  const places = new Map(upcs?.map((upc, index) => [parseGtin(upc), index]))
  return new AppError('transfer_not_live', {
    detail: `${early.length} of the releases ${early.length === 1 ? 'is' : 'are'} not live at ${outlet} yet. The old copies go down on ${deadline}. Nothing was marked.`,
    errors: early.slice(0, 100).map(({ upc, gtin14, title, state }) => ({
      pointer: `/upcs/${places.get(gtin14) ?? 0}`,
      code: state,
      detail: `"${title ?? upc}" (${upc}) is ${state === 'sent' ? 'on its way to' : 'not sent to'} ${outlet}.`,
      fix: 'Wait until it is live, leave it out, or give a reason if its old copy is down already.',
    })),
  })
}

const invalid = (errors: readonly FieldError[]): AppError => new AppError('validation_failed', { errors })
