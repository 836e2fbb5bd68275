import type { SsoBackend } from '@brokerdeck/contract/system/sso.ts'
import { useState } from 'react'
import type { Described } from '#api/describe-problem.ts'
import { Button } from '#ui/button.tsx'
import { describeSignIn } from './describe-sign-in.ts'
import classes from './login-page.module.css'
import { LoginProblem } from './login-problem.tsx'
import { m } from './messages.ts'
import { leaveForProvider } from './sign-in.ts'

const names = { ldap: 'LDAP', oidc: 'OIDC', saml: 'SAML 2.0' } as const

interface OtherWaysProps {
  readonly backends: readonly SsoBackend[]
  readonly isLdap: boolean
  onLdap(isLdap: boolean): void
  /** The page is about to be left for the provider's. */
  onLeave(backend: SsoBackend): void
}

/** What runs beside the broker's own users. */
export function OtherWays({ backends, isLdap, onLdap, onLeave }: OtherWaysProps) {
  const [leaving, setLeaving] = useState<SsoBackend>()
  const [problem, setProblem] = useState<Described>()
  if (backends.length === 0) return null

  async function choose(backend: SsoBackend): Promise<void> {
    setProblem(undefined)
    if (backend === 'ldap') return onLdap(true)
    setLeaving(backend)
    try {
      await leaveForProvider(backend, () => onLeave(backend))
    } catch (error) {
      setProblem(describeSignIn(error))
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
