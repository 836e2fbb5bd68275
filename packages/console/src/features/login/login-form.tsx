import { type FormEvent, useRef, useState } from 'react'
import { type Described, describeError } from '#api/describe-problem.ts'
import type { Session } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import { TextBox } from '#ui/text-box.tsx'
import classes from './login-page.module.css'
import { LoginProblem } from './login-problem.tsx'
import { m } from './messages.ts'
import { type Credentials, signIn } from './sign-in.ts'

interface LoginFormProps {
  /** Who is expected back. */
  readonly username: string | undefined
  readonly isEmbedded: boolean
  onSignedIn(session: Session, credentials: Credentials): void
}

export function LoginForm({ username: expected, isEmbedded, onSignedIn }: LoginFormProps) {
  const [username, setUsername] = useState(expected ?? '')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Described>()
  const usernameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const name = username.trim()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setChecked(true)
    if (name === '') return usernameInput.current?.focus()
    if (password === '') return passwordInput.current?.focus()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    const credentials = { username: name, password }
    try {
      onSignedIn(await signIn(credentials), credentials)
    } catch (error) {
      setProblem(describeError(error))
      setBusy(false)
      passwordInput.current?.select()
    }
  }

  return (
    <form noValidate className={classes['form']} onSubmit={(event) => void submit(event)}>
      <LabelledField label={m.username} fault={isChecked && name === '' ? m.usernameRequired : undefined}>
        {(control) => (
          <TextBox
            {...control}
            ref={usernameInput}
            name="username"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus={expected === undefined}
            value={username}
            onChange={setUsername}
          />
        )}
      </LabelledField>
      <LabelledField label={m.password} fault={isChecked && password === '' ? m.passwordRequired : undefined}>
        {(control) => (
          <PasswordBox
            {...control}
            ref={passwordInput}
            label={m.password}
            name="password"
            autoFocus={expected !== undefined}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        )}
      </LabelledField>
      <LoginProblem problem={problem} />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {m.logIn}
      </Button>
      <details className={classes['forgot']}>
        <summary>{m.forgot}</summary>
        {isEmbedded ? (
          <p>{m.forgotEmbedded}</p>
        ) : (
          <>
            <p>{m.forgotHint}</p>
            <code>emqx ctl admins passwd {name === '' ? 'admin' : name} …</code>
          </>
        )}
      </details>
    </form>
  )
}
