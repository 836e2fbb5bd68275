import { type SsoBackend, sso, ssoBackends } from '@brokerdeck/contract/sso.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { backends } from './backends.ts'
import { m } from './messages.ts'
import { NewSsoForm } from './new-sso-form.tsx'
import { RemoveSso } from './remove-sso.tsx'
import { SsoForm } from './sso-form.tsx'

export function SsoBackendPage() {
  const given = useParams({ strict: false, select: ({ backend }) => backend })
  const backend = ssoBackends.find((one) => one === given)
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      {backend === undefined ? (
        <Page title={m.title}>
          <EmptyState title={m.unknownTitle}>{m.unknownText}</EmptyState>
        </Page>
      ) : (
        <Way backend={backend} />
      )}
    </EnterpriseOnly>
  )
}

function Way({ backend }: { readonly backend: SsoBackend }) {
  const { data, error, refetch, isFetching } = useQuery(read(sso.list, {}))
  const isSetUp = data?.some((one) => one.backend === backend) === true
  const Form = isSetUp ? SsoForm : NewSsoForm
  const { name, about } = backends[backend]
  return (
    <Page
      title={name}
      summary={about}
      breadcrumbs={[
        <Link key="sso" to={paths.sso()}>
          {m.title}
        </Link>,
      ]}
      actions={isSetUp && <RemoveSso backend={backend} />}
    >
      {data !== undefined && <Form backend={backend} />}
      {data === undefined && error !== null && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </Page>
  )
}
