import { flag, formerly, repeated, required, text, UsageError } from '@spindle/command-line'
import { isCalendarDate } from '@spindle/contract'
import { asOperator } from '../operator-command/operator.ts'
import {
  type OperatorCommand,
  type OperatorContext,
  operatorCommand,
  show,
} from '../operator-command/operator-command.ts'
import { operatorName, releaseId } from '../operator-command/options.ts'
import { formatTakedown } from './format-takedown.ts'
import { named } from './reviews.ts'

/** Takedowns by the operator, and how to undo them. */

const outlet = repeated('--outlet <id>', 'Only this outlet; may be repeated (default: all)')

const takeDownRelease = operatorCommand({
  name: 'releases takedown',
  summary: 'Take a release down, now or on a day; its account cannot undo it',
  examples: [
    'spindle-hub releases takedown rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB --preview',
    'spindle-hub releases takedown rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB --reason "Rights claim" --on 2026-12-31',
  ],
  hasJson: true,
  input: {
    arguments: { releaseId },
    options: {
      reason: text('--reason <text>', 'Why, as the account reads it'),
      on: text('--on <date>', 'Day of the takedown, such as 2026-12-31 (default: now)'),
      isPreview: formerly('--plan', flag('--preview', 'Only show what the takedown would do')),
      isCancel: flag('--cancel', 'Cancel a planned takedown'),
      outlet,
      by: operatorName,
    },
  },
  async run(input, { releaseId: id, reason = '', on, isPreview, isCancel, outlet: outletIds, by: name }) {
    const outlets = outletIds && [...outletIds]
    if (isPreview) return showTakedown(input, id, outlets)
    const by = named(name)
    if (isCancel) {
      await asOperator(input, ({ releases }) => releases.reviews.cancelTakedown(id, by))
      return undefined
    }
    if (reason.trim() === '') throw new UsageError('--reason is missing')
    const request = { outlets, reason: reason.trim().slice(0, 1000) }
    if (on === undefined) {
      await asOperator(input, ({ releases }) => releases.reviews.takeDown(id, by, request))
      return undefined
    }
    if (!isCalendarDate(on)) throw new UsageError('--on must be a date such as 2026-12-31')
    const at = await asOperator(input, ({ releases }) => releases.reviews.planTakedown(id, by, { ...request, on }))
    input.err(`Planned for ${at.toISOString()}. To cancel it: releases takedown ${id} --cancel`)
    return undefined
  },
})

async function showTakedown(input: OperatorContext, id: string, outlets: string[] | undefined): Promise<undefined> {
  const preview = await asOperator(input, ({ releases }) => releases.reviews.previewTakedown(id, outlets))
  show(input, preview, formatTakedown(preview))
  if (preview.outlets.length === 0) input.err('This release was never delivered to an outlet.')
}

const markReleaseLive = operatorCommand({
  name: 'releases live',
  summary: 'Mark a release as live at stores that do not report it themselves',
  input: {
    arguments: { releaseId },
    options: { outlet: required({ ...outlet, summary: 'Store that has it live; may be repeated' }), by: operatorName },
  },
  async run(input, { releaseId: id, outlet: outlets, by }) {
    await asOperator(input, ({ releases }) => releases.reviews.markLive(id, named(by), [...outlets]))
    return undefined
  },
})

const reinstateRelease = operatorCommand({
  name: 'releases reinstate',
  summary: 'Undo your takedown of a release at some outlets, while others have it',
  input: { arguments: { releaseId }, options: { outlet, by: operatorName } },
  async run(input, { releaseId: id, outlet: outlets, by }) {
    await asOperator(input, ({ releases }) => releases.reviews.reinstate(id, named(by), outlets && [...outlets]))
    return undefined
  },
})

export const releaseCommands: readonly OperatorCommand[] = [takeDownRelease, markReleaseLive, reinstateRelease]
