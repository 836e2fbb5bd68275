import { configs } from '@brokerdeck/contract/settings/configs.ts'
import type { GlobalZone } from '@brokerdeck/contract/settings/mqtt-config.ts'
import type { Section } from '#kit/form/field.ts'
import type { ApiDocument, FormImpact, FormSpec } from '#kit/form/shell/form-spec.ts'
import type { BeforeWrite } from './ask-before-save.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { parseBody } from './parse-body.ts'

interface ZoneFormProps {
  readonly root: 'mqtt' | 'durable_sessions' | 'force_shutdown' | 'flapping_detect'
  readonly sections: readonly Section[]
  readonly impact: (document: ApiDocument, before: ApiDocument) => FormImpact
  readonly check?: FormSpec['check']
  readonly cautions?: FormSpec['cautions']
  readonly beforeWrite?: BeforeWrite
}

/**
 * The form for one root of the global zone. The broker accepts all five roots or none, so the other roots are sent
 * unchanged.
 */
export function ZoneForm({ root, sections, impact, ...rules }: ZoneFormProps) {
  return (
    <EndpointForm
      sections={sections}
      reads={configs.getGlobalZone}
      given={{}}
      pickDocument={(zone: GlobalZone) => zone[root]}
      place={root}
      writes={configs.putGlobalZone}
      toRequest={(document, zone: GlobalZone) => ({
        body: parseBody(configs.putGlobalZone.body, { ...zone, [root]: document }),
      })}
      impact={impact}
      hasDefaults
      {...rules}
    />
  )
}
