import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { FormFault } from '#kit/form/field.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument, FormPlan } from '#kit/form/shell/form-plan.ts'
import { type TemplateHelp, TemplateHelpContext } from '#kit/form/template-help.ts'
import { valueAt } from '#kit/form/values-at.ts'
import { bridgeForm as m } from '../messages/bridge-form.ts'
import {
  type BridgeKind,
  type BridgeType,
  copiedSettings,
  maskPaths,
  newSettings,
} from './bridge-document.ts'
import { bridgeSections } from './bridge-sections.ts'
import { templateCautions } from './template-cautions.ts'

interface BridgeFormProps extends BridgeType {
  /** The model, as the broker answered it; without it all is as the broker has it by default. */
  readonly copied?: ApiDocument | undefined
  /** What is known before anything is typed: the connector of an action. */
  readonly given?: ApiDocument | undefined
  /** Names of the connectors that an action or a source of the type can use. */
  readonly connectors?: readonly string[]
  /** What is sent, with its type and name, and sending it. */
  readonly write: Pick<FormPlan, 'plan' | 'apply'>
  readonly createLabel: string
  readonly appliedMessage: string
  readonly onApplied?: (document: ApiDocument) => void
  readonly impact?: string
  readonly lockedReason?: string | undefined
  readonly beside?: ReactNode
}

/** A new connector, action or source, as the connected broker describes its type. */
export function BridgeForm(props: BridgeFormProps) {
  const { kind, type, schema, copied, given, connectors, impact } = props
  const { sections, document, secrets } = useMemo(() => {
    const of: BridgeType = { kind, type, schema }
    const begun =
      copied === undefined ? { document: newSettings(of), secrets: [] } : copiedSettings(of, copied)
    const options = { purpose: 'post', stored: begun.document, connectors } as const
    return { ...begun, document: { ...begun.document, ...given }, sections: bridgeSections(of, options) }
  }, [kind, type, schema, copied, given, connectors])
  return (
    <BridgeHelp kind={kind}>
      <FormLayout
        createLabel={props.createLabel}
        appliedMessage={props.appliedMessage}
        beside={props.beside}
        plan={{
          ...props.write,
          sections,
          document,
          isNew: true,
          isConfiguration: true,
          lockedReason: props.lockedReason,
          check: leftMasks,
          cautions: (next) => [...notCopied(secrets, next), ...templateCautions(type, next)],
          ...(impact === undefined ? {} : { impact: () => impact }),
          ...(props.onApplied === undefined ? {} : { onApplied: props.onApplied }),
        }}
      />
    </BridgeHelp>
  )
}

interface BridgeHelpProps {
  readonly kind: BridgeKind
  /** Of the rule behind an action: its columns are offered in templates, which are shown with an example of it. */
  readonly sql?: string | undefined
  readonly children: ReactNode
}

const noHelp: TemplateHelp = { columns: [] }

/** What templates of an action can name. The evaluator of rules is loaded beside the form. */
export function BridgeHelp({ kind, sql, children }: BridgeHelpProps) {
  const [help, setHelp] = useState(noHelp)
  useEffect(() => {
    if (kind !== 'action') return
    let isWanted = true
    void import('./sample-help.ts')
      .then(({ everyMessage, sampleHelp }) => sampleHelp(sql ?? everyMessage))
      .then(
        (found) => {
          if (isWanted) setHelp(found ?? noHelp)
        },
        // The form works without.
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [kind, sql])
  return <TemplateHelpContext value={help}>{children}</TemplateHelpContext>
}

/** The broker would store the asterisks as the secret. */
function leftMasks(document: ApiDocument): readonly FormFault[] {
  return maskPaths(document).map((path) => ({ path, message: m.mask }))
}

function notCopied(secrets: readonly string[], document: ApiDocument): readonly FormFault[] {
  return secrets
    .filter((path) => (valueAt(document, path) ?? '') === '')
    .map((path) => ({ path, message: m.notCopied }))
}
