import type { Rule } from '@brokerdeck/contract/integration/rules.ts'
import { useState } from 'react'
import { integration } from '#routes/integration-routes.ts'
import { flowEditor as m } from '../messages/flow-editor.ts'
import { CreateRule } from '../rule-form/create-rule.tsx'
import { RuleSettings } from '../rule-form/rule-settings.tsx'
import { FlowParts } from './flow-parts.tsx'
import { MadeHere, MadeHereContext } from './made-here.ts'

/** The form of a rule with its statement drawn as a flow: what is saved is the same rule. */
export function FlowEditor({ rule }: { readonly rule?: Rule }) {
  const [made] = useState(() => new MadeHere())
  const statement = <FlowParts id={rule?.id} />
  const { around } = made
  return (
    <MadeHereContext value={made}>
      {rule !== undefined ? (
        <RuleSettings rule={rule} statement={statement} around={around} />
      ) : (
        <CreateRule
          statement={statement}
          around={around}
          createLabel={m.createTitle}
          then={integration.routes.flows.path}
        />
      )}
    </MadeHereContext>
  )
}
