import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { useQueryClient } from '@tanstack/react-query'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { ChainCreateForm } from '#features/access/access-chain/chain-create-form.tsx'
import { authnChain } from '../authn-chain.ts'
import type { AuthnKind } from '../authn-kind.ts'
import { createRequest } from '../authn-request.ts'
import { tokenFaults } from '../token-faults.ts'
import { m } from './messages.ts'

interface ConfigurationFormProps {
  readonly kind: AuthnKind
  /** Nobody was asked for anything until now. */
  readonly isFirst: boolean
}

/** The last step: the settings of what was chosen. */
export function ConfigurationForm({ kind, isFirst }: ConfigurationFormProps) {
  const client = useQueryClient()
  const toRequest = createRequest(kind)
  return (
    <ChainCreateForm
      chain={authnChain}
      kind={kind}
      write={writePlan(client, authentication.create, {
        toRequest,
        refreshes: [],
        faultsOf: tokenFaults,
      })}
      words={{ create: m.create, created: m.created, impact: isFirst ? m.impactFirst : m.impact }}
    />
  )
}
