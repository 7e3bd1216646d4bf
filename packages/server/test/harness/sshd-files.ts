import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** The files with which OpenSSH's sshd serves SFTP on the loopback to the user who starts it. */
export interface SshdFiles {
  readonly config: string
  /** Keys in the form of .pub files, one a line, that may sign in. */
  readonly authorized: string
  /** As ssh-keygen writes it. */
  readonly hostKey: string
  /** In OpenSSH's form; it may sign in. */
  readonly privateKey: string
}

export const sshdProgram = '/usr/sbin/sshd'

/** Makes the keys and the configuration below `home`, which is empty. */
export async function writeSshdFiles(
  home: string,
  { port, sftpOptions = '' }: { readonly port: number; readonly sftpOptions?: string | undefined },
): Promise<SshdFiles> {
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', join(home, name)])
  const authorized = join(home, 'authorized_keys')
  await writeFile(authorized, await readFile(join(home, 'user.pub')))
  const [, hostKey = ''] = execFileSync('ssh-keygen', ['-l', '-f', join(home, 'host.pub')], { encoding: 'utf8' }).split(
    ' ',
  )
  return {
    config: await writeConfig(home, { port, authorized, sftpOptions }),
    ...{ authorized, hostKey },
    privateKey: await readFile(join(home, 'user'), 'utf8'),
  }
}

interface ConfigParts {
  readonly port: number
  readonly authorized: string
  readonly sftpOptions: string
}

async function writeConfig(home: string, { port, authorized, sftpOptions }: ConfigParts): Promise<string> {
  // Debian makes it when the service starts.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true })
  const path = join(home, 'sshd_config')
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(home, 'host')}`,
    'PidFile none',
    `AuthorizedKeysFile ${authorized}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication yes',
    'KbdInteractiveAuthentication no',
    'LogLevel VERBOSE',
    'MaxStartups 100',
    `Subsystem sftp internal-sftp ${sftpOptions}`,
  ]
  // Newer versions block clients that disconnect often, as tests do on purpose; older ones do not have the option.
  await writeFile(path, [...lines, 'PerSourcePenalties no', ''].join('\n'))
  if (spawnSync(sshdProgram, ['-t', '-f', path]).status !== 0) await writeFile(path, [...lines, ''].join('\n'))
  return path
}
