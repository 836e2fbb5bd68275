import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as v from 'valibot'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import { integration } from '#routes/integration-routes.ts'
import { ruleForm as m } from '../messages/rules.ts'
import { RuleForm } from './rule-form.tsx'
import { ruleSections, settingsBody } from './rule-sections.ts'

const idSchema = v.object({ id: v.optional(v.string(), '') })

export function CreateRule() {
  const navigate = useNavigate()
  const document = useMemo(
    () => ({ id: randomRuleId(), description: '', sql: 'SELECT\n  *\nFROM\n  "t/#"', actions: [] }),
    [],
  )
  return (
    <FormLayout
      createLabel={m.createTitle}
      appliedMessage={m.created}
      arranged={{ fields: <RuleForm /> }}
      plan={{
        ...writePlan(rules.create, {
          toRequest: (given) => ({
            body: { id: v.parse(idSchema, given).id, ...settingsBody(given), enable: true },
          }),
          faultsOf: (words) =>
            words.includes('rule id already exists') ? [{ path: 'id', message: m.idTaken }] : [],
        }),
        sections: ruleSections.create,
        document,
        isNew: true,
        lockedReason: whyNoWrite(),
        onApplied: () => void navigate({ to: integration.routes.rules.path }),
      }}
    />
  )
}

const signs = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** `rule_` and four signs at random: 1.6 million names, of which a cluster has some hundreds. */
function randomRuleId(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(4))
  return `rule_${[...drawn].map((number) => signs.charAt(number % signs.length)).join('')}`
}
