import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { FormFault } from '#kit/form/field.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument, FormPlan } from '#kit/form/shell/form-plan.ts'
import { type TemplateHelp, TemplateHelpContext } from '#kit/form/template-help.ts'
import { valueAt } from '#kit/form/values-at.ts'
import { bridgeForm as m } from '../messages/bridge-form.ts'
import { type BridgeType, copiedSettings, maskPaths, newSettings, storedSettings } from './bridge-document.ts'
import { bridgeSections } from './bridge-sections.ts'

interface BridgeFormProps extends BridgeType {
  /** What is edited or copied, as the broker answered it; without it something new is created. */
  readonly stored?: ApiDocument
  /** `stored` is the model of something new. */
  readonly isCopy?: boolean
  /** Names of the connectors that an action or a source of the type can use. */
  readonly connectors?: readonly string[]
  /** What is sent, and sending it: of something new with its type and name, of something stored what `PUT` takes. */
  readonly write: Pick<FormPlan, 'plan' | 'apply'>
  /** Of the rule behind an action: its columns are offered in templates, which are shown with an example of it. */
  readonly sql?: string
  readonly createLabel: string
  readonly appliedMessage: string
  readonly onApplied?: (document: ApiDocument) => void
  readonly impact?: (document: ApiDocument, before: ApiDocument) => ReactNode
  readonly lockedReason?: string | undefined
}

/** The settings of a connector, an action or a source, as the connected broker describes its type. */
export function BridgeForm(props: BridgeFormProps) {
  const { kind, type, schema, stored, isCopy = false, connectors } = props
  const isNew = stored === undefined || isCopy
  const { sections, document, secrets } = useMemo(() => {
    const of: BridgeType = { kind, type, schema }
    const begun = beginning(of, stored, isCopy)
    const purpose = isNew ? 'post' : 'put'
    const options = { purpose, stored: begun.document, connectors } as const
    return { ...begun, sections: bridgeSections(of, options) }
  }, [kind, type, schema, stored, isCopy, isNew, connectors])
  return (
    <TemplateHelpContext value={useSampleHelp(kind, props.sql)}>
      <FormLayout
        {...(isNew ? { createLabel: props.createLabel } : {})}
        appliedMessage={props.appliedMessage}
        hasDefaults={!isNew}
        plan={{
          ...props.write,
          sections,
          document,
          isNew,
          isConfiguration: true,
          lockedReason: props.lockedReason,
          ...(isNew ? { check: leftMasks, cautions: (next) => notCopied(secrets, next) } : {}),
          ...(props.impact === undefined ? {} : { impact: props.impact }),
          ...(props.onApplied === undefined ? {} : { onApplied: props.onApplied }),
        }}
      />
    </TemplateHelpContext>
  )
}

const noHelp: TemplateHelp = { columns: [] }

/** The evaluator of rules is loaded beside the form. */
function useSampleHelp(kind: BridgeType['kind'], sql: string | undefined): TemplateHelp {
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
  return help
}

function beginning(of: BridgeType, stored: ApiDocument | undefined, isCopy: boolean) {
  if (stored === undefined) return { document: newSettings(of), secrets: [] }
  return isCopy ? copiedSettings(of, stored) : { document: storedSettings(of, stored), secrets: [] }
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
