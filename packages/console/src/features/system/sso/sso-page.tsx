import { ssoBackends } from '@brokerdeck/contract/console-server.ts'
import { type SsoStatus as ReportedStatus, sso } from '@brokerdeck/contract/system/sso.ts'
import { useQuery } from '@tanstack/react-query'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { sso as m } from '#features/system/messages/accounts.ts'
import { Link } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { backends } from './backends.ts'
import classes from './sso-page.module.css'

export function SsoPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <Page title={m.title} summary={m.summary}>
        <Ways />
      </Page>
    </EnterpriseOnly>
  )
}

function Ways() {
  const { data, error, refetch, isFetching } = useQuery(read(sso.list, {}))
  if (data !== undefined) return <Cards told={data} />
  if (error === null) return null
  return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
}

function Cards({ told }: { readonly told: readonly ReportedStatus[] }) {
  return (
    <div className={classes['cards']}>
      {ssoBackends.map((backend) => {
        const { name, about } = backends[backend]
        const known = told.find((one) => one.backend === backend)
        const isSetUp = known !== undefined
        return (
          <Panel
            key={backend}
            title={name}
            padded
            actions={
              (isSetUp || whyNoWrite() === undefined) && (
                <Link
                  to={linkTo('ssoBackend', { backend })}
                  aria-label={isSetUp ? m.editOf(name) : m.setUpOf(name)}
                >
                  {isSetUp ? m.edit : m.setUp}
                </Link>
              )
            }
          >
            <p>{about}</p>
            <p>
              <SsoStatus told={known} />
            </p>
          </Panel>
        )
      })}
    </div>
  )
}

/** Shows whether users can sign in with this backend, and why not. `told` is undefined if it was never configured. */
function SsoStatus({ told }: { readonly told: ReportedStatus | undefined }) {
  if (told === undefined) return <Status kind="off">{m.notConfigured}</Status>
  if (!told.enable) return <Status kind="off">{m.disabled}</Status>
  if (told.running) return <Status kind="ok">{m.running}</Status>
  return (
    <>
      <Status kind="bad">{m.notRunning}</Status>{' '}
      {told.last_error !== '' && <Verbatim text={told.last_error} wrap />}
    </>
  )
}
