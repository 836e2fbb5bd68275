import { type FormEvent, useId, useRef, useState } from 'react'
import type { ErrorDescription } from '#api/errors.ts'
import type { Session } from '#api/session.ts'
import { login as m } from '#features/system/messages/accounts.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import type { Credentials } from './is-default-password.ts'
import { describeFailure, loadSignIn } from './load-sign-in.ts'
import classes from './login-page.module.css'
import { LoginProblem } from './login-problem.tsx'

interface LoginFormProps {
  /** The user whose return is expected. */
  readonly username: string | undefined
  readonly isEmbedded: boolean
  /** True if an LDAP directory, not the broker, checks the password. */
  readonly isLdap: boolean
  readonly isKept: boolean
  onKept(isKept: boolean): void
  onSignedIn(session: Session, credentials: Credentials): void
}

export function LoginForm(props: LoginFormProps) {
  const { username: expected, isEmbedded, isLdap, isKept, onKept, onSignedIn } = props
  const [username, setUsername] = useState(expected ?? '')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorDescription>()
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
      const { signIn, signInByLdap } = await loadSignIn()
      onSignedIn(await (isLdap ? signInByLdap : signIn)(credentials), credentials)
    } catch (error) {
      setProblem(await describeFailure(error))
      setBusy(false)
      passwordInput.current?.select()
    }
  }

  return (
    <form noValidate className={classes['form']} onSubmit={(event) => void submit(event)}>
      <LabelledField
        label={isLdap ? m.ldapUsername : m.username}
        fault={isChecked && name === '' ? m.usernameRequired : undefined}
      >
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
      <KeepSignedIn isKept={isKept} onKept={onKept} />
      <LoginProblem problem={problem} />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {m.logIn}
      </Button>
      {!isLdap && <ForgottenPassword username={name} isEmbedded={isEmbedded} />}
    </form>
  )
}

function KeepSignedIn({ isKept, onKept }: Pick<LoginFormProps, 'isKept' | 'onKept'>) {
  const id = useId()
  return (
    <div className={classes['keep']}>
      <Checkbox id={id} checked={isKept} aria-describedby={`${id}-hint`} onChange={onKept} />
      <label htmlFor={id}>{m.keep}</label>
      <p id={`${id}-hint`}>{isKept ? m.keepHint : m.dropHint}</p>
    </div>
  )
}

interface ForgottenPasswordProps {
  readonly username: string
  readonly isEmbedded: boolean
}

function ForgottenPassword({ username, isEmbedded }: ForgottenPasswordProps) {
  return (
    <details className={classes['forgot']}>
      <summary>{m.forgot}</summary>
      {isEmbedded ? (
        <p>{m.forgotEmbedded}</p>
      ) : (
        <>
          <p>{m.forgotHint}</p>
          <code>emqx ctl admins passwd {username === '' ? 'admin' : username} …</code>
        </>
      )}
    </details>
  )
}
