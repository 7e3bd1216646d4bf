import { resealAll, type SealedCounts } from '../platform/reseal.ts'
import { type Command, type CommandInput, exitCodes, show } from './command.ts'
import { asOperator } from './operator.ts'

export const rotateSecret: Command = {
  name: 'secret rotate',
  usage: 'secret rotate',
  summary:
    'Seal anew with SPINDLE_SECRET what SPINDLE_SECRET_PREVIOUS has sealed; says what is left, and may be repeated',
  hasJson: true,
  run: (input) =>
    asOperator(input, async ({ nodes, sealed }) => {
      const others = await nodes.listWithOtherSecret()
      if (others.length > 0) {
        const names = others.map(({ host, process }) => `${host}:${process}`).join(', ')
        input.err(`Nothing was done: ${names} runs with another SPINDLE_SECRET and could not open what is sealed anew.`)
        input.err('Start it with the new one, or wait a minute if it has ended, then run this again.')
        return exitCodes.failed
      }
      const report: (SealedCounts & { readonly name: string })[] = []
      for (const values of sealed) {
        const counts = await resealAll(values, ({ resealed }) => input.progress?.(`${values.name}: ${resealed}`))
        report.push({ name: values.name, ...counts })
      }
      show(input, report, report.map(describe))
      return conclude(input, report)
    }),
}

const describe = ({ name, resealed, current, unopened }: SealedCounts & { readonly name: string }): string =>
  `${name}: ${resealed} sealed anew, ${current} were already, ${unopened} cannot be opened`

function conclude({ err }: Pick<CommandInput, 'err'>, report: readonly SealedCounts[]): number {
  if (report.some(({ unopened }) => unopened > 0)) {
    err(
      'What cannot be opened was sealed with a third secret. Set SPINDLE_SECRET_PREVIOUS to that one and run this again.',
    )
    return exitCodes.failed
  }
  err(
    'Everything stored opens with SPINDLE_SECRET alone. Keep SPINDLE_SECRET_PREVIOUS for a day: stored answers last that long.',
  )
  return exitCodes.ok
}
