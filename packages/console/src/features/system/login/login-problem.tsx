import type { ErrorDescription } from '#api/errors.ts'
import { login as m } from '#features/system/messages/accounts.ts'
import { StatusShape } from '#ui/status.tsx'
import classes from './login-page.module.css'

/** Shows a login error in the form; screen readers announce the error when it appears. */
export function LoginProblem({ problem }: { readonly problem: ErrorDescription | undefined }) {
  return (
    <div role="alert">
      {problem && (
        <div className={classes['problem']}>
          <StatusShape kind="bad" coloured />
          <div>
            <strong>{problem.title}</strong>
            {problem.detail !== undefined && <p>{problem.detail}</p>}
            {problem.raw !== undefined && (
              <details>
                <summary>{m.details}</summary>
                <code>{problem.raw}</code>
              </details>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
