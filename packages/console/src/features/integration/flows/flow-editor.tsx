import type { Rule } from '@brokerdeck/contract/integration/rules.ts'
import { integration } from '#routes/integration-routes.ts'
import { flowEditor as m } from '../messages/flow-editor.ts'
import { CreateRule } from '../rule-form/create-rule.tsx'
import { RuleSettings } from '../rule-form/rule-settings.tsx'
import { FlowParts } from './flow-parts.tsx'

/** The form of a rule with its statement drawn as a flow: what is saved is the same rule. */
export function FlowEditor({ rule }: { readonly rule?: Rule }) {
  const statement = <FlowParts id={rule?.id} />
  if (rule !== undefined) return <RuleSettings rule={rule} statement={statement} />
  return <CreateRule statement={statement} createLabel={m.createTitle} then={integration.routes.flows.path} />
}
