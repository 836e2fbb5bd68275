import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { type Described, describeError } from '#api/describe-problem.ts'
import type { Session } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import classes from './login-page.module.css'
import { LoginProblem } from './login-problem.tsx'
import { m } from './messages.ts'
import { type Credentials, signIn } from './sign-in.ts'

interface LoginFormProps {
  readonly isEmbedded: boolean
  onSignedIn(session: Session, credentials: Credentials): void
}

export function LoginForm({ isEmbedded, onSignedIn }: LoginFormProps) {
  const [username, setUsername] = useState('')
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
      <TextInput
        ref={usernameInput}
        label={m.username}
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        value={username}
        error={isChecked && name === '' ? m.usernameRequired : undefined}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordInput}
        label={m.password}
        name="password"
        autoComplete="current-password"
        value={password}
        error={isChecked && password === '' ? m.passwordRequired : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
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
