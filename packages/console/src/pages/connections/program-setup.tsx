import { useState } from 'react'
import type { ToolEndpoints } from '../../data/api/session-api.ts'
import type { NativeClient } from '../../data/api/team-api.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Select } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { CopyButton } from '../../parts/layout/copy-button.tsx'
import { connectionWords as texts } from '../../words/account/connection-words.ts'
import { linesOf, type Program, programs } from './program-lines.ts'

export interface ProgramSetupProps {
  readonly client: Pick<NativeClient, 'id' | 'name'>
  readonly endpoints: ToolEndpoints
  readonly onClose: () => void
}

/** What to paste into each program. People can open it again at any time: a client id is not a secret. */
export function ProgramSetup({ client, endpoints, onClose }: ProgramSetupProps) {
  const [program, setProgram] = useState<Program>('claudeDesktop')
  const lines = linesOf[program]({ clientId: client.id, endpoints })
  return (
    <Dialog title={texts.setUpTitle(client.name)} onClose={onClose}>
      <div className="stack tight">
        <p className="small soft">{texts.clientId}</p>
        <code className="code">{client.id}</code>
        <p>
          <CopyButton text={client.id} label={texts.copyClientId} />
        </p>
      </div>
      <Select
        label={texts.program}
        value={program}
        onChange={({ currentTarget: { value } }) => setProgram(value as Program)}
      >
        {programs.map((name) => (
          <option key={name} value={name}>
            {texts.programs[name]}
          </option>
        ))}
      </Select>
      <p>{texts.steps[program]}</p>
      <code className="code answer">{lines}</code>
      <p>
        <CopyButton text={lines} label={texts.copyLines} />
      </p>
      <p className="soft">{texts.next}</p>
      <p className="row dialog-actions">
        <Button look="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </p>
    </Dialog>
  )
}
