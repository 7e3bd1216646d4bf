import { exitCodes, flag, UsageError } from '@spindle/command-line'
import type { NodesFeature } from '../../features/nodes/index.ts'
import { type SealedCounts, type SealedValues, workThrough } from '../../platform/secrets/reseal.ts'
import { asOperator } from '../operator-command/operator.ts'
import {
  type OperatorCommand,
  type OperatorContext,
  operatorCommand,
  show,
} from '../operator-command/operator-command.ts'

type Counted = SealedCounts & Pick<SealedValues, 'name'>

const rotateSecret = operatorCommand({
  name: 'secret rotate',
  summary: 'Seal everything with SPINDLE_SECRET that SPINDLE_SECRET_PREVIOUS had sealed; may be repeated',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'a node runs with another secret, or something cannot be opened' },
  input: {},
  run: (input) =>
    asOperator(
      input,
      async ({ nodes, sealed, identity }) => {
        if (await isOtherSecretInUse(input, nodes)) return exitCodes.failed
        const report: Counted[] = []
        for (const values of sealed) {
          const counts = await workThrough(values, 'reseal', ({ resealed }) =>
            input.progress?.(`${values.name}: ${resealed}`),
          )
          report.push({ name: values.name, ...counts })
        }
        show(input, report, report.map(describe))
        const isDone = report.every(({ unopened }) => unopened === 0)
        if (isDone) await identity.acceptSecret()
        return conclude(input, isDone)
      },
      'secret',
    ),
})

const replaceSecret = operatorCommand({
  name: 'secret replace',
  summary: 'Use a new secret because the old one is lost; lists what must be entered again',
  hasJson: true,
  exitCodes: { [exitCodes.failed]: 'a node runs with another secret' },
  input: { options: { confirm: flag('--confirm', 'The old secret is lost') } },
  async run(input, { confirm }) {
    if (!confirm)
      throw new UsageError(
        'Use this only if the secret of the hub is lost. Data encrypted with it can no longer be read. To continue, add --confirm.',
      )
    return asOperator(
      input,
      async ({ nodes, sealed, identity, forgetAnswers }) => {
        if (await isOtherSecretInUse(input, nodes)) return exitCodes.failed
        const report: (Counted & Pick<SealedValues, 'remedy'>)[] = []
        for (const each of sealed) {
          const counts = await workThrough(each, 'discard')
          report.push({ name: each.name, remedy: each.remedy, ...counts })
        }
        await forgetAnswers()
        await identity.acceptSecret()
        show(
          input,
          report,
          report
            .filter(({ unopened }) => unopened > 0)
            .map(({ name, unopened, remedy }) => `${name}: ${unopened} cannot be decrypted: ${remedy}`),
        )
        input.err('The hub now uses this secret. Cursors, upload tokens and sessions are no longer valid.')
        return exitCodes.ok
      },
      'lost secret',
    )
  },
})

async function isOtherSecretInUse(
  { err }: Pick<OperatorContext, 'err'>,
  nodes: Pick<NodesFeature, 'listWithOtherSecret'>,
): Promise<boolean> {
  const others = await nodes.listWithOtherSecret()
  if (others.length === 0) return false
  const names = others.map(({ host, process }) => `${host}:${process}`).join(', ')
  err(`Nothing was done: ${names} runs with another SPINDLE_SECRET and could not read re-encrypted data.`)
  err('Restart it with the new secret, or wait a minute if it has stopped. Then run this again.')
  return true
}

const describe = ({ name, resealed, current, unopened }: Counted): string =>
  `${name}: ${resealed} re-encrypted, ${current} already up to date, ${unopened} cannot be decrypted`

function conclude({ err }: Pick<OperatorContext, 'err'>, isDone: boolean): number {
  if (!isDone) {
    err(
      'Data that cannot be decrypted was encrypted with a third secret. Set SPINDLE_SECRET_PREVIOUS to that secret and run this again.',
    )
    return exitCodes.failed
  }
  err(
    'SPINDLE_SECRET now decrypts all stored data. Keep SPINDLE_SECRET_PREVIOUS for one day, because stored responses last that long.',
  )
  return exitCodes.ok
}

export const secretCommands: readonly OperatorCommand[] = [rotateSecret, replaceSecret]
