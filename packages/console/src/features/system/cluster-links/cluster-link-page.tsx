import { clusterLinks as endpoints } from '@brokerdeck/contract/system/cluster-links.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { clusterLinkForm, clusterLinks as m } from '#features/system/messages/cluster-links.ts'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import {
  clusterLinkSections,
  linkBody,
  linkCautions,
  linkFaults,
  toLinkSettings,
} from './cluster-link-document.ts'
import { clusterLinkResource } from './cluster-links.tsx'

/** Shows one link: its state on each node, its forwarding metrics, and its settings. */
export function ClusterLinkPage() {
  const { name } = usePageParams('clusterLink')
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedItemPage
        key={name}
        resource={clusterLinkResource}
        id={name}
        content={{ settings: () => <ClusterLinkSettings name={name} /> }}
      />
    </EnterpriseOnly>
  )
}

function ClusterLinkSettings({ name }: { readonly name: string }) {
  return (
    <EndpointForm
      sections={clusterLinkSections}
      reads={endpoints.get}
      given={{ params: { name } }}
      pickDocument={toLinkSettings}
      writes={endpoints.update}
      toRequest={(document, { enable }) => ({
        params: { name },
        body: linkBody({ ...document, name, enable }),
      })}
      check={linkFaults}
      cautions={linkCautions}
      impact={() => warnIf(true, clusterLinkForm.impact)}
      beforeWrite={askBeforeSave((_next, _before, { enable }) => ({
        interrupts: enable ? 'data' : 'nothing',
        text: clusterLinkForm.impact,
      }))}
      appliedMessage={clusterLinkForm.saved}
      hasDefaults
    />
  )
}
