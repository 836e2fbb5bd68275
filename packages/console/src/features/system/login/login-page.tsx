import type { SsoBackend, SsoFailure } from '@brokerdeck/contract/console-server.ts'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { ErrorDescription } from '#api/errors.ts'
import { type Session, type SessionEnd, startSession } from '#api/session.ts'
import { login as m } from '#features/system/messages/accounts.ts'
import { visibleText } from '#lib/visible-text.ts'
import { BarePage } from '#ui/bare-page.tsx'
import { Button } from '#ui/button.tsx'
import { StatusShape } from '#ui/status.tsx'
import type { Credentials } from './is-default-password.ts'
import { describeFailure, loadSignIn } from './load-sign-in.ts'
import { LoginForm } from './login-form.tsx'
import classes from './login-page.module.css'
import { LoginProblem } from './login-problem.tsx'

const DefaultPasswordForm = lazy(async () => ({
  default: (await import('./default-password-form.tsx')).DefaultPasswordForm,
}))

const names = { ldap: 'LDAP', oidc: 'OIDC', saml: 'SAML 2.0' } as const

/** Why a login at an identity provider came to nothing, and what to do about it. */
const causes: Readonly<Record<SsoFailure, string>> = {
  denied: m.ssoDenied,
  expired: m.ssoExpired,
  rejected: m.ssoRejected,
  'switched-off': m.ssoSwitchedOff,
  provider: m.providerFailedHint,
  broker: m.ssoBrokerFailed,
}

interface LoginPageProps {
  /** Why the operator is here, if a session has just ended. */
  readonly end: SessionEnd | undefined
  /** Whose unsaved work is kept until they are back. */
  readonly waitsFor: string | undefined
  /** What an identity provider has given that nobody here has asked. */
  readonly arrived: Session | undefined
  /** Where a login at an identity provider has just failed. */
  readonly refused: { readonly backend: SsoBackend; readonly cause: SsoFailure } | undefined
  readonly isEmbedded: boolean
  /** Of several: which one this login is of. */
  readonly cluster: string | undefined
  /** Language and theme. */
  readonly preferences: ReactNode
  /** The page is about to be left for an identity provider's. */
  onLeave(backend: SsoBackend, isKept: boolean): void
}

interface Prompt {
  readonly session: Session
  readonly credentials: Credentials
}

export function LoginPage(props: LoginPageProps) {
  const { end, waitsFor, arrived, refused, isEmbedded, cluster, preferences, onLeave } = props
  const [prompt, setPrompt] = useState<Prompt>()
  const [unasked, setUnasked] = useState(arrived)
  const [isLdap, setLdap] = useState(false)
  const [isKept, setKept] = useState(false)
  const backends = useOfferedBackends()
  useEffect(() => {
    document.title = m.documentTitle
  }, [])
  return (
    <BarePage preferences={preferences} className={classes['main']}>
      <div className={classes['panel']}>
        {unasked ? (
          <UnaskedSession
            session={unasked}
            onContinue={() => startSession(unasked)}
            onDrop={() => setUnasked(undefined)}
          />
        ) : prompt ? (
          <Suspense fallback={null}>
            <DefaultPasswordForm {...prompt} onDone={(session) => startSession(session, isKept)} />
          </Suspense>
        ) : (
          <>
            <h1 className={classes['title']}>{m.title}</h1>
            {cluster !== undefined && <p className={classes['cluster']}>{visibleText(cluster)}</p>}
            <EndNotice end={end} waitsFor={waitsFor} />
            {refused && (
              <LoginProblem
                problem={{ title: m.ssoRefused(names[refused.backend]), detail: causes[refused.cause] }}
              />
            )}
            <LoginForm
              key={String(isLdap)}
              username={waitsFor}
              isEmbedded={isEmbedded}
              isLdap={isLdap}
              isKept={isKept}
              onKept={setKept}
              onSignedIn={(session, credentials) =>
                session.hasDefaultPassword === true
                  ? setPrompt({ session, credentials })
                  : startSession(session, isKept)
              }
            />
            <OtherWays
              backends={backends}
              isLdap={isLdap}
              onLdap={setLdap}
              onLeave={(backend) => onLeave(backend, isKept)}
            />
          </>
        )}
      </div>
    </BarePage>
  )
}

function useOfferedBackends(): readonly SsoBackend[] {
  const [backends, setBackends] = useState<readonly SsoBackend[]>([])
  useEffect(() => {
    const gone = new AbortController()
    void loadSignIn()
      .then(({ offeredBackends }) => offeredBackends(gone.signal))
      .then(
        (offered) => gone.signal.aborted || setBackends(offered),
        // Who logs in is told what has not arrived.
        () => undefined,
      )
    return () => gone.abort()
  }, [])
  return backends
}

function EndNotice({ end, waitsFor }: Pick<LoginPageProps, 'end' | 'waitsFor'>) {
  if (end === undefined) return null
  const words: Record<SessionEnd, string> = {
    'logged-out': m.loggedOut,
    'logged-out-elsewhere': m.loggedOutElsewhere,
    idle: m.idle,
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

interface UnaskedSessionProps {
  readonly session: Session
  onContinue(): void
  onDrop(): void
}

/** A link can carry a session, so that somebody works as another user without noticing: it begins only when it is wanted. */
function UnaskedSession({ session, onContinue, onDrop }: UnaskedSessionProps) {
  const name = visibleText(session.username, 80)
  return (
    <>
      <h1 className={classes['title']}>{m.unaskedTitle(name)}</h1>
      <p className={classes['intro']}>{m.unaskedIntro}</p>
      <div className={classes['form']}>
        <Button variant="primary" onClick={onContinue}>
          {m.continueAs(name)}
        </Button>
        <Button variant="quiet" onClick={onDrop}>
          {m.logInOtherwise}
        </Button>
      </div>
    </>
  )
}

interface OtherWaysProps {
  readonly backends: readonly SsoBackend[]
  readonly isLdap: boolean
  onLdap(isLdap: boolean): void
  /** The page is about to be left for the provider's. */
  onLeave(backend: SsoBackend): void
}

/** What runs beside the broker's own users. */
function OtherWays({ backends, isLdap, onLdap, onLeave }: OtherWaysProps) {
  const [leaving, setLeaving] = useState<SsoBackend>()
  const [problem, setProblem] = useState<ErrorDescription>()
  if (backends.length === 0) return null

  async function choose(backend: SsoBackend): Promise<void> {
    setProblem(undefined)
    if (backend === 'ldap') return onLdap(true)
    setLeaving(backend)
    try {
      const { leaveForProvider } = await loadSignIn()
      await leaveForProvider(backend, () => onLeave(backend))
    } catch (error) {
      setProblem(await describeFailure(error))
      setLeaving(undefined)
    }
  }

  return (
    <section className={classes['others']} aria-labelledby="other-ways">
      <h2 id="other-ways">{m.otherWays}</h2>
      {isLdap && <Button onClick={() => onLdap(false)}>{m.logInLocally}</Button>}
      {backends
        .filter((backend) => !(isLdap && backend === 'ldap'))
        .map((backend) => (
          <Button key={backend} isBusy={leaving === backend} onClick={() => void choose(backend)}>
            {m.logInBy(names[backend])}
          </Button>
        ))}
      <LoginProblem problem={problem} />
    </section>
  )
}
