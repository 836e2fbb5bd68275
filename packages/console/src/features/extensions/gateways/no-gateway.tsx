import {
  communityGateways,
  type GatewayKind,
} from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { ReactNode } from 'react'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { gateways as m } from '#features/extensions/messages/gateways.ts'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { EmptyState } from '#ui/states.tsx'
import { gatewayNames } from './gateways.tsx'

/** Shown if a URL names a gateway that does not exist. */
export function NoGateway() {
  return (
    <Page title={m.title} breadcrumbs={[{ to: linkTo('gateways'), label: m.title }]}>
      <EmptyState title={m.absentTitle}>{m.absentText}</EmptyState>
    </Page>
  )
}

interface UnlessLackingProps {
  readonly gateway: GatewayKind
  readonly title: string
  readonly children: ReactNode
}

/**
 * Renders its children unless the broker lacks the gateway: Community refuses even the name of a gateway that only
 * Enterprise has.
 */
export function UnlessLacking({ gateway, title, children }: UnlessLackingProps) {
  if (communityGateways.includes(gateway)) return children
  return (
    <EnterpriseOnly title={title} part={gatewayNames[gateway]}>
      {children}
    </EnterpriseOnly>
  )
}
