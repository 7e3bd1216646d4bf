import { isCalendarDate } from '@spindle/contract'
import { type Command, type CommandInput, exitCodes, show, UsageError } from './command.ts'
import { formatTakedown } from './format-takedown.ts'
import { asOperator } from './operator.ts'
import { operatorName, parseOptions, requireOption } from './options.ts'
import { named } from './reviews.ts'

/** What the operator takes from outlets, and gives back. */

const outlet = { type: 'string', multiple: true } as const

const takedownOptions = {
  by: operatorName,
  reason: { type: 'string' },
  on: { type: 'string' },
  preview: { type: 'boolean', default: false },
  cancel: { type: 'boolean', default: false },
  outlet,
} as const

export const takeDownRelease: Command = {
  name: 'releases takedown',
  usage:
    'releases takedown <release id> (--reason <text> [--on <date>] | --preview | --cancel) [--outlet <id> ...] [--by <name>]',
  summary:
    'Take a release down at all outlets, or at those that are named, now or on a day; its account cannot undo it',
  hasJson: true,
  async run(input) {
    const { positionals, values } = parseOptions(input.args, takedownOptions)
    const id = requireOption(positionals[0], '<release id>')
    if (values.preview) return showTakedown(input, id, values.outlet)
    const by = named(values.by)
    if (values.cancel) {
      await asOperator(input, ({ releases }) => releases.reviews.cancelTakedown(id, by))
      return exitCodes.ok
    }
    const request = { outlets: values.outlet, reason: requireOption(values.reason, '--reason').slice(0, 1000) }
    const { on } = values
    if (on === undefined) {
      await asOperator(input, ({ releases }) => releases.reviews.takeDown(id, by, request))
      return exitCodes.ok
    }
    if (!isCalendarDate(on)) throw new UsageError('--on is a date such as 2026-12-31')
    const at = await asOperator(input, ({ releases }) => releases.reviews.planTakedown(id, by, { ...request, on }))
    input.err(`Planned for ${at.toISOString()}. To call it off: releases takedown ${id} --cancel`)
    return exitCodes.ok
  },
}

async function showTakedown(input: CommandInput, id: string, outlets: string[] | undefined): Promise<number> {
  const preview = await asOperator(input, ({ releases }) => releases.reviews.previewTakedown(id, outlets))
  show(input, preview, formatTakedown(preview))
  if (preview.outlets.length === 0) input.err('No outlet was ever given this release.')
  return exitCodes.ok
}

export const markReleaseLive: Command = {
  name: 'releases live',
  usage: 'releases live <release id> --outlet <id> ... [--by <name>]',
  summary: 'Say that stores offer a release they took, where they do not say so themselves',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, { by: operatorName, outlet })
    const id = requireOption(positionals[0], '<release id>')
    const outlets = values.outlet ?? []
    if (outlets.length === 0) throw new UsageError('--outlet is missing')
    await asOperator(input, ({ releases }) => releases.reviews.markLive(id, named(values.by), outlets))
    return exitCodes.ok
  },
}

export const reinstateRelease: Command = {
  name: 'releases reinstate',
  usage: 'releases reinstate <release id> [--outlet <id> ...] [--by <name>]',
  summary: 'Give a release back to outlets where you took it down, while others have it',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, { by: operatorName, outlet })
    const id = requireOption(positionals[0], '<release id>')
    await asOperator(input, ({ releases }) => releases.reviews.reinstate(id, named(values.by), values.outlet))
    return exitCodes.ok
  },
}
