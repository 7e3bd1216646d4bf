import { type Command, exitCodes } from './command.ts'
import { asOperator } from './operator.ts'
import { operatorName, parseOptions, requireOption } from './options.ts'
import { named } from './reviews.ts'

/** What the operator takes from outlets, and gives back. */

const outlet = { type: 'string', multiple: true } as const

export const takeDownRelease: Command = {
  name: 'releases takedown',
  usage: 'releases takedown <release id> --reason <text> [--outlet <id> ...] [--by <name>]',
  summary: 'Take a release down at all outlets, or at those that are named; its account cannot undo it',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, { by: operatorName, reason: { type: 'string' }, outlet })
    const id = requireOption(positionals[0], '<release id>')
    const request = { outlets: values.outlet, reason: requireOption(values.reason, '--reason').slice(0, 1000) }
    await asOperator(input, ({ releases }) => releases.reviews.takeDown(id, named(values.by), request))
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
