import type { AccountAuditType, ActivityEntry, ActivityKind, MemberAccess, Role } from '@spindle/contract/console'

/** Texts about the people of an account. */

export interface TeamWords {
  readonly title: string
  readonly lead: string
  readonly manage: string
  readonly invite: string
  readonly rename: string
  readonly save: string
  readonly cancel: string
  readonly more: string
  readonly role: string
  readonly roleOf: (name: string) => string
  readonly roles: Readonly<Record<Role, string>>
  readonly may: Readonly<Record<Role, string>>
  readonly joined: (when: string) => string
  readonly remove: string
  readonly removeOf: (name: string) => string
  readonly removeTitle: (name: string) => string
  readonly removeText: string
  readonly access: {
    readonly end: string
    readonly kinds: Readonly<Record<keyof MemberAccess, string>>
    readonly roleTitle: (name: string, role: Role) => string
    readonly roleText: string
    readonly changeRole: string
  }
  readonly leave: string
  readonly leaveTitle: (account: string) => string
  readonly leaveText: string
  readonly invitations: string
  readonly ends: (when: string) => string
  readonly withdraw: string
  readonly withdrawOf: (email: string) => string
  readonly withdrawTitle: (email: string) => string
  readonly withdrawText: string
  readonly makeLink: string
  readonly link: string
  readonly linkTitle: string
  readonly linkText: (email: string) => string
  readonly clients: {
    readonly title: string
    readonly lead: string
    readonly empty: string
    readonly make: string
    readonly nameHint: string
    readonly secret: string
    readonly revealTitle: string
    readonly reveal: string
  }
}

export interface ActivityWords {
  readonly title: string
  readonly lead: string
  readonly by: string
  readonly anybody: string
  readonly kind: string
  readonly anything: string
  readonly kinds: Readonly<Record<ActivityKind, string>>
  readonly from: string
  readonly to: string
  readonly exports: { readonly csv: string; readonly ndjson: string }
  readonly emptyTitle: string
  readonly empty: string
  readonly more: string
  readonly actors: Readonly<Record<ActivityEntry['actor']['type'], string>>
  /** Goes on from the name of who did it, and before the name of what it was about. */
  readonly types: Readonly<Record<AccountAuditType, string>>
}

export interface YouWords {
  readonly title: string
  readonly profile: string
  readonly pendingEmail: (email: string, pending: string) => string
  readonly passkeys: string
  readonly passkeysLead: string
  readonly noPasskeys: string
  readonly addPasskey: string
  readonly rename: string
  readonly renameOf: (label: string) => string
  readonly delete: string
  readonly deleteOf: (label: string) => string
  readonly deleteTitle: (label: string) => string
  readonly deleteText: string
  readonly outside: {
    readonly title: (provider: string) => string
    readonly lead: string
    readonly connected: (label: string) => string
    readonly connect: (provider: string) => string
    readonly disconnect: string
    readonly disconnectTitle: (provider: string) => string
    readonly disconnectText: (provider: string) => string
  }
  readonly password: string
  readonly passwordLead: string
  readonly noPassword: string
  readonly newPassword: string
  readonly changePassword: string
  readonly setPassword: string
  readonly passwordDone: string
  readonly sessions: string
  readonly seen: (when: string) => string
  readonly here: string
  readonly end: string
  readonly endOf: (device: string) => string
  readonly endOthers: string
  readonly endOthersText: string
  readonly connections: string
  readonly settings: string
  readonly shortcuts: string
}
