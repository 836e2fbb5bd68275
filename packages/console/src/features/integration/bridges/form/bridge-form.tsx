import { type ReactNode, useMemo } from 'react'
import {
  type ConnectorChoice,
  settleSettings,
} from '#features/integration/bridges/catalog/bridge-adjustments.ts'
import { bridgeForm as m } from '#features/integration/bridges/messages/bridge-form.ts'
import type { FormFault, SelectField } from '#kit/form/field.ts'
import { valueAt } from '#kit/form/form-value.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument, FormSpec } from '#kit/form/shell/form-spec.ts'
import { TemplateHelpContext } from '#kit/form/template-colours.ts'
import { type BridgeType, copySettings, maskPaths, newSettings } from './bridge-document.ts'
import { bridgeSections } from './bridge-sections.ts'
import { connectorCautions, connectorFaults } from './connector-faults.ts'
import type { RuleBehind } from './sample-help.ts'
import { notProvided, templateCautions, templatesIn } from './template-cautions.ts'
import { useBridgeHelp } from './use-bridge-help.tsx'

interface BridgePlanOptions extends BridgeType {
  /** The original of the copy, as the broker returned it; without it every setting has the broker's default. */
  readonly copied?: ApiDocument | undefined
  /** The values that are known before the user types anything: the connector of an action. */
  readonly given?: ApiDocument | undefined
  /** The connectors that an action or a source of the type can use. */
  readonly connectors?: readonly ConnectorChoice[]
  /** Creates a further connector. */
  readonly newConnector?: SelectField['another']
  /** The rules that will use it, as far as they are known. */
  readonly rules?: readonly RuleBehind[]
  /** Plans the request, with the type and name, and sends it. */
  readonly write: Pick<FormSpec, 'plan' | 'apply'>
  readonly onApplied?: (document: ApiDocument) => void
  readonly impact?: string
  readonly lockedReason?: string | undefined
}

interface BridgeFormProps extends BridgePlanOptions {
  readonly createLabel: string
  readonly appliedMessage: string
  readonly beside?: ReactNode
}

/** The form of a new connector, action or source, as the connected broker describes its type. */
export function BridgeForm(props: BridgeFormProps) {
  const { plan, help } = useBridgePlan(props)
  return (
    <TemplateHelpContext value={help}>
      <FormLayout
        createLabel={props.createLabel}
        appliedMessage={props.appliedMessage}
        beside={props.beside}
        plan={plan}
      />
    </TemplateHelpContext>
  )
}

const none: readonly RuleBehind[] = []

/** Returns the form of something new, independent of the shell that draws it, and what its templates can name. */
export function useBridgePlan(options: BridgePlanOptions) {
  const { kind, type, schema, copied, given, connectors, rules = none, impact, newConnector } = options
  const { sections, document, secrets } = useMemo(() => {
    const of: BridgeType = { kind, type, schema }
    const begun = copied === undefined ? { document: newSettings(of), secrets: [] } : copySettings(of, copied)
    const shown = { purpose: 'post', stored: begun.document, connectors, newConnector } as const
    return { ...begun, document: { ...begun.document, ...given }, sections: bridgeSections(of, shown) }
  }, [kind, type, schema, copied, given, connectors, newConnector])
  const { help, provides } = useBridgeHelp(kind, type, rules)
  const templates = useMemo(() => templatesIn(sections), [sections])
  const plan: FormSpec = {
    ...options.write,
    sections,
    document,
    isNew: true,
    isConfiguration: true,
    lockedReason: options.lockedReason,
    check: (next) => [...findMasksLeft(next), ...connectorFaults({ kind, type }, next)],
    settled: (next) => settleSettings(next, undefined, { kind, type }, { stored: {}, connectors }),
    cautions: (next) => [
      ...notCopied(secrets, next),
      ...connectorCautions({ kind, type }, next),
      ...templateCautions(type, next),
      ...notProvided(templates, next, provides),
    ],
    ...(impact === undefined ? {} : { impact: () => impact }),
    ...(options.onApplied === undefined ? {} : { onApplied: options.onApplied }),
  }
  return { plan, help }
}

/** Finds masks that were left in the document: the broker would store the asterisks as the secret. */
function findMasksLeft(document: ApiDocument): readonly FormFault[] {
  return maskPaths(document).map((path) => ({ path, message: m.mask }))
}

function notCopied(secrets: readonly string[], document: ApiDocument): readonly FormFault[] {
  return secrets
    .filter((path) => (valueAt(document, path) ?? '') === '')
    .map((path) => ({ path, message: m.notCopied }))
}
