import { users } from '@brokerdeck/contract/system/users.ts'
import { type FormEvent, useState } from 'react'
import { describeError, type ErrorDescription } from '#api/errors.ts'
import { request } from '#api/http.ts'
import type { Session } from '#api/session.ts'
import { login as m } from '#features/system/messages/accounts.ts'
import { NewPasswordFields } from '#features/system/password/new-password-fields.tsx'
import { checkNewPassword } from '#features/system/password/password-rules.ts'
import { Button } from '#ui/button.tsx'
import type { Credentials } from './is-default-password.ts'
import classes from './login-page.module.css'
import { LoginProblem } from './login-problem.tsx'
import { signIn } from './sign-in.ts'

interface DefaultPasswordFormProps {
  /** A session that has not started: its token is used for the password change only. */
  readonly session: Session
  readonly credentials: Credentials
  onDone(session: Session): void
}

export function DefaultPasswordForm({ session, credentials, onDone }: DefaultPasswordFormProps) {
  const { username, password: current } = credentials
  const [next, setNext] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorDescription>()
  const faults = checkNewPassword({ current, next, repeated })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setChecked(true)
    if (isBusy || Object.keys(faults).length > 0) return
    setBusy(true)
    setProblem(undefined)
    try {
      const change = { params: { username }, body: { old_pwd: current, new_pwd: next } }
      await request(users.changePassword, change, { token: session.token })
      onDone(await signIn({ username, password: next }))
    } catch (error) {
      setProblem(describeError(error))
      setBusy(false)
    }
  }

  return (
    <>
      <h1 className={classes['title']}>{m.defaultTitle}</h1>
      <p className={classes['intro']}>{m.defaultIntro(username)}</p>
      <form noValidate className={classes['form']} onSubmit={(event) => void submit(event)}>
        {/* The field is not of type `hidden`, because password managers only read text fields and need the user name. */}
        <input hidden readOnly type="text" autoComplete="username" name="username" value={username} />
        <NewPasswordFields
          next={next}
          repeated={repeated}
          faults={isChecked ? faults : {}}
          onNext={setNext}
          onRepeated={setRepeated}
        />
        <LoginProblem problem={problem} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {m.changePassword}
        </Button>
        <Button variant="quiet" tooltip={m.skipHint} onClick={() => onDone(session)}>
          {m.skip}
        </Button>
      </form>
    </>
  )
}
