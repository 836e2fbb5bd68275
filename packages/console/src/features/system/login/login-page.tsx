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

/** The reason why a login at an identity provider failed, and the advice for it. */
const causes: Readonly<Record<SsoFailure, string>> = {
  denied: m.ssoDenied,
  expired: m.ssoExpired,
  rejected: m.ssoRejected,
  'switched-off': m.ssoSwitchedOff,
  provider: m.providerFailedHint,
  broker: m.ssoBrokerFailed,
}

interface LoginPageProps {
  /** The reason why the last session ended, if it has just ended. */
  readonly end: SessionEnd | undefined
  /** The user whose unsaved changes are kept until the next login. */
  readonly waitsFor: string | undefined
  /** A session from an identity provider that was not requested by this page. */
  readonly arrived: Session | undefined
  /** The identity provider at which a login has just failed, and the cause. */
  readonly refused: { readonly backend: SsoBackend; readonly cause: SsoFailure } | undefined
  readonly isEmbedded: boolean
  /** The cluster of this login, if there are several. */
  readonly cluster: string | undefined
  /** The controls for language and theme. */
  readonly preferences: ReactNode
  /** Called before the browser leaves for the page of an identity provider. */
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
        // The user learns of the missing code when they log in.
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

/**
 * Asks whether to start a session that was not requested: a link can carry a session, so a user could work under
 * another account without noticing.
 */
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
  /** Called before the browser leaves for the page of the provider. */
  onLeave(backend: SsoBackend): void
}

/** Offers the identity providers that are available beside the broker's own users. */
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
