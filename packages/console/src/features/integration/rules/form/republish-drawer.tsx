import { type RepublishArgs, republishArgsSchema } from '@brokerdeck/contract/integration/rules.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { useMemo } from 'react'
import * as v from 'valibot'
import { republish as m, outputs } from '#features/integration/rules/messages/rule-form.ts'
import { formatList } from '#i18n/sentences.ts'
import type { FormFault, Section, TextField } from '#kit/form/field.ts'
import { FormDrawer } from '#kit/form/shell/form-drawer.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'

const truths = [
  { value: true, label: m.isTrue },
  { value: false, label: m.isFalse },
] as const

const property = (name: string, label: string, more: Partial<TextField> = {}): TextField => ({
  kind: 'text',
  path: `mqtt_properties.${name}`,
  label,
  isCode: true,
  isOmittedEmpty: true,
  ...more,
})

/** The maximum number of sources that the note names. */
const mostNamed = 5

/** Returns a note with the sources of the rule beside the target topic: republishing to the same topic makes a loop. */
function toSourceNote(sql: string): Pick<Section, 'note'> {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) return {}
  const names = parsed.statement.sources.map(({ name }) => visibleText(name, 80))
  const more = names.length > mostNamed ? ['…'] : []
  return { note: m.readsFrom(formatList([...names.slice(0, mostNamed), ...more])) }
}

const sectionsFor = (sql: string): readonly Section[] => [
  {
    id: 'message',
    title: m.message,
    ...toSourceNote(sql),
    fields: [
      {
        kind: 'topic',
        path: 'topic',
        label: m.topic,
        help: m.topicHelp,
        isFilter: false,
        isRequired: true,
        width: 12,
      },
      {
        kind: 'text',
        path: 'qos',
        label: m.qos,
        isCode: true,
        suggestions: [
          ...[0, 1, 2].map((value) => ({ value, label: String(value) })),
          { value: `\${qos}`, label: m.qosOfEvent },
        ],
      },
      {
        kind: 'text',
        path: 'retain',
        label: m.retain,
        isCode: true,
        suggestions: [...truths, { value: `\${flags.retain}`, label: m.retainOfEvent }],
      },
      {
        kind: 'lines',
        path: 'payload',
        label: m.payload,
        help: m.payloadHelp,
        isCode: true,
        rows: 5,
        width: 12,
      },
      {
        kind: 'text',
        path: 'direct_dispatch',
        label: m.directDispatch,
        help: m.directDispatchHelp,
        isCode: true,
        suggestions: truths,
        width: 12,
      },
    ],
  },
  {
    id: 'properties',
    title: m.properties,
    note: m.propertiesNote,
    fields: [
      property('Payload-Format-Indicator', m.format, {
        suggestions: [
          { value: '0', label: m.formatBytes },
          { value: '1', label: m.formatText },
        ],
      }),
      property('Message-Expiry-Interval', m.expiry, { help: m.expiryHelp }),
      property('Content-Type', m.contentType),
      property('Response-Topic', m.responseTopic),
      property('Correlation-Data', m.correlationData),
      {
        kind: 'text',
        path: 'user_properties',
        label: m.userProperties,
        help: m.userPropertiesHelp,
        isCode: true,
        isOptional: true,
      },
    ],
  },
]

/** The default of a new republish action: the unchanged result, and the user properties of the incoming message. */
const fresh: ApiDocument = {
  topic: '',
  qos: 0,
  retain: false,
  payload: '',
  mqtt_properties: {},
  user_properties: `\${user_properties}`,
  direct_dispatch: false,
}

interface RepublishDrawerProps {
  /** The statement of the rule. */
  readonly sql: string
  /** Undefined for a new action. */
  readonly before: RepublishArgs | undefined
  readonly onAnswer: (
    made: { readonly function: 'republish'; readonly args: RepublishArgs } | undefined,
  ) => void
}

/** Edits all arguments of one republish action. */
export function RepublishDrawer({ sql, before, onAnswer }: RepublishDrawerProps) {
  const sections = useMemo(() => sectionsFor(sql), [sql])
  return (
    <FormDrawer
      title={outputs.republish}
      submitLabel={before === undefined ? outputs.add : outputs.update}
      onClose={() => onAnswer(undefined)}
      plan={{
        sections,
        document: before === undefined ? fresh : toFormDocument(before),
        isNew: before === undefined,
        plan: () => undefined,
        check: numberFaults,
        apply: async () => ({ kind: 'applied' }),
        onApplied: (document) => {
          onAnswer({ function: 'republish', args: v.parse(republishArgsSchema, document) })
        },
      }}
    />
  )
}

/**
 * Converts the properties to texts, as they are typed in the form, so that a number among them does not count as a
 * change.
 */
function toFormDocument({ mqtt_properties: given, ...args }: RepublishArgs): ApiDocument {
  const properties = Object.entries(given).map(([name, value]) => [name, String(value)] as const)
  return { ...args, mqtt_properties: Object.fromEntries(properties) }
}

/**
 * A value that is neither a number in the valid range nor a placeholder is rejected by the broker or sent as another
 * value.
 */
function numberFaults({ qos }: ApiDocument): readonly FormFault[] {
  const isFine = qos === 0 || qos === 1 || qos === 2 || (typeof qos === 'string' && qos.includes('${'))
  return isFine ? [] : [{ path: 'qos', message: m.badNumber }]
}
