import { type SsoBackend, sso, ssoBackends } from '@brokerdeck/contract/system/sso.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { EnterpriseOnly } from '#features/system/edition/enterprise-only.tsx'
import { Page } from '#kit/page/page.tsx'
import { paths } from '#lib/paths.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { backends } from './backends.ts'
import { m } from './messages.ts'
import { NewSsoForm } from './new-sso-form.tsx'
import { RemoveSso } from './remove-sso.tsx'
import { SsoForm } from './sso-form.tsx'

/** The route knows no other backend. */
export function SsoBackendPage() {
  const given = useParams({ strict: false, select: ({ backend }) => backend })
  const backend = ssoBackends.find((one) => one === given)
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      {backend !== undefined && <Way backend={backend} />}
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
      breadcrumbs={[{ to: paths.sso(), label: m.title }]}
      actions={isSetUp && <RemoveSso backend={backend} />}
    >
      {data !== undefined && <Form backend={backend} />}
      {data === undefined && error !== null && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </Page>
  )
}
