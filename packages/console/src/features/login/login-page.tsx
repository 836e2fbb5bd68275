import { type ReactNode, useEffect, useState } from 'react'
import { type Session, type SessionEnd, startSession } from '#api/session.ts'
import { visibleText } from '#lib/visible-text.ts'
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
  /** Whose unsaved work is kept until they are back. */
  readonly waitsFor: string | undefined
  readonly isEmbedded: boolean
  /** Language and theme. */
  readonly preferences: ReactNode
}

interface Prompt {
  readonly session: Session
  readonly credentials: Credentials
}

export function LoginPage({ end, waitsFor, isEmbedded, preferences }: LoginPageProps) {
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
              <EndNotice end={end} waitsFor={waitsFor} />
              <LoginForm
                username={waitsFor}
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

function EndNotice({ end, waitsFor }: Pick<LoginPageProps, 'end' | 'waitsFor'>) {
  if (end === undefined) return null
  const words: Record<SessionEnd, string> = {
    'logged-out': m.loggedOut,
    'logged-out-elsewhere': m.loggedOutElsewhere,
    expired: m.expired,
    'password-changed': m.passwordChanged,
  }
  return (
    <div role="status" className={classes[end === 'expired' ? 'warning' : 'notice']}>
      <StatusShape kind={end === 'expired' ? 'warn' : 'ok'} coloured />
      <div>
        <p>
          {words[end]}
          {end === 'password-changed' && ` · ${m.passwordChangedHint}`}
        </p>
        {waitsFor !== undefined && <p>{m.waitsFor(visibleText(waitsFor, 80))}</p>}
      </div>
    </div>
  )
}
