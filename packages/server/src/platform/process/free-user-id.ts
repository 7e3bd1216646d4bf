import { readFileSync } from 'node:fs'

/**
 * User ids that no account of this machine has, for processes that the hub starts as root. Each use has its own, because
 * processes of one user can signal and read each other.
 */
const uses = ['media', 'programs'] as const

/** Not the account of the database either: such a process can signal neither it nor the hub. */
export function findFreeUserId(use: (typeof uses)[number]): number {
  const passwd = readFileSync('/etc/passwd', 'latin1')
  const free: number[] = []
  for (let uid = 65_533; free.length < uses.length; uid--) if (!passwd.includes(`:${uid}:`)) free.push(uid)
  return free[uses.indexOf(use)] ?? 65_533
}
