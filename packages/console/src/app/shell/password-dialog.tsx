import { users } from '@brokerdeck/contract/users.ts'
import { PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { consoleConfig } from '#api/console-config.ts'
import { type Described, describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { currentSession, endSession } from '#api/session.ts'
import { NewPasswordFields } from '#domain/password/new-password-fields.tsx'
import { checkNewPassword } from '#domain/password/password-rules.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { m } from '../messages.ts'
import classes from './password-dialog.module.css'

/** The operator's own password. It revokes the token, so the login follows. */
export function PasswordDialog({ onClose }: { onClose(): void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Described>()
  const faults = checkNewPassword({ current, next, repeated })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setChecked(true)
    const username = currentSession()?.username
    if (isBusy || username === undefined || current === '' || Object.keys(faults).length > 0) return
    setBusy(true)
    setProblem(undefined)
    try {
      await request(users.changePassword, {
        params: { username },
        body: { old_pwd: current, new_pwd: next },
      })
      endSession('password-changed')
    } catch (error) {
      setProblem(describeError(error))
      setBusy(false)
    }
  }

  return (
    <DialogShell title={m.changePassword} onClose={onClose}>
      <form noValidate className={classes['form']} onSubmit={(event) => void submit(event)}>
        <PasswordInput
          label={m.currentPassword}
          autoComplete="current-password"
          value={current}
          error={isChecked && current === '' ? m.currentRequired : undefined}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordFields
          next={next}
          repeated={repeated}
          faults={isChecked ? faults : {}}
          onNext={setNext}
          onRepeated={setRepeated}
        />
        <p className={classes['hint']}>{m.changePasswordHint}</p>
        {problem && <ErrorState {...problem} />}
        <div className={classes['actions']}>
          <Button onClick={onClose}>{m.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={isBusy}
            disabledReason={consoleConfig().readOnly ? m.readOnlyWhy : undefined}
          >
            {m.changePassword}
          </Button>
        </div>
      </form>
    </DialogShell>
  )
}
