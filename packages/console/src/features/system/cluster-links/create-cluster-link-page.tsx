import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { clusterLink, clusterLinks as endpoints } from '@brokerdeck/contract/system/cluster-links.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read, whyNoWrite } from '#api/query.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { clusterLinkForm as m, clusterLinks as words } from '#features/system/messages/cluster-links.ts'
import { toFields } from '#kit/form/described-form.ts'
import { newDocument } from '#kit/form/document.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { clusterLinkSections, linkBody, linkCautions, linkFaults } from './cluster-link-document.ts'

const newFields = toFields(clusterLink, [
  {
    path: 'name',
    label: m.name,
    help: m.nameHelp,
    isCode: true,
    pattern: { regex: /^[A-Za-z0-9][A-Za-z0-9-_]*$/, message: m.nameRule },
    maxLength: 255,
  },
  { path: 'enable', label: m.enable, note: m.enableNote },
])

const [general, ...others] = clusterLinkSections
const sections =
  general === undefined ? [] : [{ ...general, fields: [...newFields, ...general.fields] }, ...others]

/** Creates a link. With TLS, the link verifies the server certificate, unlike the broker's default. */
export function CreateClusterLinkPage() {
  return (
    <EnterpriseOnly title={words.create} part={words.title}>
      <Page title={words.create} breadcrumbs={[{ to: linkTo('clusterLinks'), label: words.title }]}>
        <NewLink />
      </Page>
    </EnterpriseOnly>
  )
}

function NewLink() {
  const go = useGo()
  const { data: links = [] } = useQuery(read(endpoints.list, {}))
  const { data: own } = useQuery(read(cluster.get, {}))
  const document = useMemo(
    () => ({ ...newDocument(sections), topics: [], ssl: { enable: false, verify: 'verify_peer' } }),
    [],
  )
  return (
    <FormLayout
      plan={{
        sections,
        document,
        isNew: true,
        ...writePlan(endpoints.create, { toRequest: (link: ApiDocument) => ({ body: linkBody(link) }) }),
        check: (link) => [
          ...(links.some(({ name }) => name === link['name'])
            ? [{ path: 'name', message: m.nameTaken }]
            : []),
          ...linkFaults(link),
        ],
        cautions: (link) => [
          ...(own !== undefined && own.name === link['name'] ? [{ path: 'name', message: m.ownName }] : []),
          ...linkCautions(link),
        ],
        impact: () => m.impactNew,
        isConfiguration: true,
        lockedReason: whyNoWrite(),
        onApplied: () => void go(linkTo('clusterLinks')),
      }}
      createLabel={words.create}
      appliedMessage={m.created}
    />
  )
}
