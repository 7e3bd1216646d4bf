/** The texts of the list of connected applications, loaded with the pages that show it. */

const en = {
  lead: 'AI agents and other programs that can act for you. They can do no more than your role allows.',
  emptyTitle: 'No connected applications',
  empty:
    'Add the address of this hub, followed by /mcp, to your AI agent. The agent then sends you here to approve it. If the agent asks for a client id, create one below.',
  in: (account: string) => `${account}:`,
  since: (day: string) => `connected ${day}`,
  used: (day: string) => `last used ${day}`,
  unused: 'never used',
  until: (day: string) => `expires ${day}`,
  end: 'Disconnect',
  endOf: (program: string) => `Disconnect ${program}`,
  endTitle: (program: string) => `Disconnect “${program}”?`,
  endText: 'It loses access immediately. It can request access again, and you can deny the request.',
}

/** Of the language of this build. */
export const connectedWords = en
