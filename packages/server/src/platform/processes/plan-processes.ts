import { jobConnections } from '../job-lanes.ts'

/** How many processes one start of the hub runs. */
export interface ProcessPlan {
  /** Processes that answer requests, on one port. */
  readonly api: number
  /** Processes that run jobs. */
  readonly workers: 0 | 1
}

export interface PlanOptions {
  /** `SPINDLE_PROCESSES`: how many processes answer requests. */
  readonly processes: number | 'auto'
  readonly role: 'api' | 'worker' | 'all'
  readonly cores: number
  /** Database connections of each process for requests. */
  readonly databasePool: number
  /** True if the hub shares a PostgreSQL that accepts few connections: one of the operator, without a pooler. */
  readonly sharesDatabase: boolean
}

/** The largest `SPINDLE_PROCESSES`. */
export const mostApiProcesses = 32
/** Further ones help little: the database has to keep up. */
const mostAutomatic = 8
/** Of PostgreSQL's own default (100), without those for superusers. */
const usualConnections = 97

/** Undefined if one process does everything that its role says. */
export function planProcesses(options: PlanOptions): ProcessPlan | undefined {
  const { processes, role } = options
  if (role === 'worker') return undefined
  const api = processes === 'auto' ? countAutomatically(options) : processes
  return api === 1 ? undefined : { api, workers: role === 'all' ? 1 : 0 }
}

/** One core is left for jobs and the database. A node of a larger deployment (`--role api`) stays one process. */
function countAutomatically({ role, cores, databasePool, sharesDatabase }: PlanOptions): number {
  if (role !== 'all' || cores < 3) return 1
  const ofApi = databasePool + 1
  // In a restart, one process more than usual is connected.
  const fitting = Math.floor((usualConnections - ofApi - jobConnections) / ofApi) - 1
  return Math.max(1, Math.min(cores - 1, mostAutomatic, sharesDatabase ? fitting : mostAutomatic))
}

/** The connections that all processes of a plan may hold, in a restart too. */
export const connectionsOfPlan = ({ api, workers }: ProcessPlan, databasePool: number): number =>
  (api + workers + 1) * (databasePool + 1) + (workers + 1) * jobConnections
