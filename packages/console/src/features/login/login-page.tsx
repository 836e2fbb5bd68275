import { type ReactNode, useEffect, useState } from 'react'
import { type Session, type SessionEnd, startSession } from '#api/session.ts'
import { Logo } from '#ui/logo.tsx'
import { StatusShape } from '#ui/status-shape.tsx'
import { DefaultPasswordForm } from './default-password-form.tsx'
import { LoginForm } from './login-form.tsx'
import classes from './login-page.module.css'
import { m } from './messages.ts'
import { type Credentials, isDefaultPassword } from './sign-in.ts'

interface LoginPageProps {
  /** Why the operator is here, if a session has just ended. */
  readonly end: SessionEnd | undefined
  readonly isEmbedded: boolean
  /** Language and theme. */
  readonly preferences: ReactNode
}

interface Prompt {
  readonly session: Session
  readonly credentials: Credentials
}

export function LoginPage({ end, isEmbedded, preferences }: LoginPageProps) {
  const [prompt, setPrompt] = useState<Prompt>()
  useEffect(() => {
    document.title = m.documentTitle
  }, [])
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <Logo />
        <div className={classes['preferences']}>{preferences}</div>
      </header>
      <main className={classes['main']}>
        <div className={classes['panel']}>
          {prompt ? (
            <DefaultPasswordForm {...prompt} onDone={startSession} />
          ) : (
            <>
              <h1 className={classes['title']}>{m.title}</h1>
              <EndNotice end={end} />
              <LoginForm
                isEmbedded={isEmbedded}
                onSignedIn={(session, credentials) =>
                  isDefaultPassword(credentials) ? setPrompt({ session, credentials }) : startSession(session)
                }
              />
            </>
          )}
        </div>
      </main>
    </div>
  )
}

function EndNotice({ end }: { readonly end: SessionEnd | undefined }) {
  if (end === undefined) return null
  const words: Record<SessionEnd, string> = {
    'logged-out': m.loggedOut,
    expired: m.expired,
    'password-changed': m.passwordChanged,
  }
  return (
    <p role="status" className={classes[end === 'expired' ? 'warning' : 'notice']}>
      <StatusShape kind={end === 'expired' ? 'warn' : 'ok'} coloured />
      <span>
        {words[end]}
        {end === 'password-changed' && ` · ${m.passwordChangedHint}`}
      </span>
    </p>
  )
}
