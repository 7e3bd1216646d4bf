import { readConfig } from '../../config/config.ts'
import type { Accepted } from '../../features/hub-identity/index.ts'
import { withServices } from '../../services.ts'
import type { OperatorContext } from './operator-command.ts'

export type Services = Parameters<Parameters<typeof withServices>[1]>[0]

/** Runs `work` with the services of the hub that the environment names. The hub may be running. */
export const asOperator = <T>(
  { environment }: Pick<OperatorContext, 'environment'>,
  work: (services: Services) => Promise<T>,
  ...accepted: Accepted[]
): Promise<T> => withServices(readConfig(environment), work, { accepted: new Set(accepted) })
