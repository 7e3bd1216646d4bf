import { type MailContent, plainName } from './message.ts'

/** Every mail of the hub. It names the account that invited, the person who acted, and no one else. */

export interface InvitationFacts {
  /** The address of the hub, such as `https://music.example`. */
  readonly hubUrl: string
  readonly accountName: string
  /** Undefined for an operator who used a command. */
  readonly inviter: string | undefined
  readonly role: string
  readonly link: string
}

export function invitationMail({ hubUrl, accountName, inviter, role, link }: InvitationFacts): MailContent {
  const [account, host] = [plainName(accountName), hostOf(hubUrl)]
  const who = inviter === undefined ? 'The operator' : plainName(inviter)
  return {
    subject: `Invitation to ${account} on ${host}`,
    paragraphs: [
      `${who} invites you to join the account ${account} on ${host} as ${role}. Open this link to accept:`,
      'The link works once, for 7 days. If you do not know the sender, ignore this message: nothing happens without the link.',
    ],
    link: { label: 'Accept the invitation', url: link },
  }
}

export function signInLinkMail({ hubUrl, link }: Pick<InvitationFacts, 'hubUrl' | 'link'>): MailContent {
  const host = hostOf(hubUrl)
  return {
    subject: `Your sign-in link for ${host}`,
    paragraphs: [
      `An operator of ${host} created this link for you. Open it to sign in:`,
      'The link works once, for 30 minutes. Do not forward it: it signs in anyone who has it. If you did not ask for it, ignore this message.',
    ],
    link: { label: 'Sign in', url: link },
  }
}

export function passwordChangedMail({ hubUrl, name }: { readonly hubUrl: string; readonly name: string }): MailContent {
  const host = hostOf(hubUrl)
  return {
    subject: `New password for ${host}`,
    paragraphs: [
      `Hello ${plainName(name)}, your password for ${host} was changed, and all your other sessions were signed out.`,
      'If you did not do this, ask an operator of the hub to block your access now.',
    ],
  }
}

export interface ConnectedProgram {
  readonly hubUrl: string
  readonly name: string
  readonly accountName: string
  /** As it calls itself. */
  readonly programName: string
}

export function programConnectedMail({ hubUrl, name, accountName, programName }: ConnectedProgram): MailContent {
  const [host, program] = [hostOf(hubUrl), plainName(programName)]
  return {
    subject: `A program was connected on ${host}`,
    paragraphs: [
      `Hello ${plainName(name)}, you allowed the program ${program} to act for you in the account ${plainName(accountName)} on ${host}.`,
      'If you did not do this, end its access in the console (Connected applications) and change your password.',
    ],
  }
}

export const testMail = (hubUrl: string): MailContent => ({
  subject: `Test message from ${hostOf(hubUrl)}`,
  paragraphs: [`The hub at ${hubUrl} can send mail. An operator sent this message as a test.`],
})

export const hostOf = (hubUrl: string): string => new URL(hubUrl).host
