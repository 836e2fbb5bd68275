import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '#api/query.ts'
import { eventTitle } from '#features/integration/rules/list/event-title.ts'
import { inputKinds, inputs, inputDialog as m } from '#features/integration/rules/messages/rule-form.ts'
import type { FormFault, Section } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { BridgeChoice } from './bridge-choice.tsx'
import { inputKind } from './rule-sections.ts'

interface InputDialogProps {
  /** The source as it stands in FROM; undefined for a new source. */
  readonly before: string | undefined
  /** The kind of a new source. */
  readonly kind?: ReturnType<typeof inputKind>
  readonly others: readonly string[]
  /** Tells whether a name can be written in FROM, which has two kinds of quotes but cannot hold both in one name. */
  readonly isWritable: (name: string) => boolean
  readonly onAnswer: (name: string | undefined) => void
}

/** Edits one source of a rule: messages by their topic, an event, or messages from another system. */
export function InputDialog({ before, kind, others, isWritable, onAnswer }: InputDialogProps) {
  const { data = [] } = useQuery({ ...read(rules.events, {}), staleTime: Number.POSITIVE_INFINITY })
  const sections = useMemo(() => sectionsWith(eventOptions(data, before)), [data, before])
  const document = useMemo(() => toInputDocument(before, kind), [before, kind])
  return (
    <FormDialog
      title={before === undefined ? inputs.add : m.edit}
      submitLabel={before === undefined ? inputs.add : inputs.change}
      isLocal
      onClose={() => onAnswer(undefined)}
      plan={{
        sections,
        document,
        isNew: before === undefined,
        plan: () => undefined,
        check: (next) => findInputFaults(next, others, isWritable),
        apply: async () => ({ kind: 'applied' }),
        onApplied: (next) => onAnswer(toInputName(next)),
      }}
    >
      <Sources />
    </FormDialog>
  )
}

/** A source hands on to rules, and names nothing of them. */
const noRule = { id: '', sql: '' }

/** Loaded only when the user chooses a source. */
function Sources() {
  const { value } = useFieldState('kind')
  return value === 'source' ? <BridgeChoice kind="source" path="source" rule={noRule} /> : null
}

function sectionsWith(
  events: readonly { readonly value: string; readonly label: string }[],
): readonly Section[] {
  const only = (kind: string) => [{ path: 'kind', is: [kind] }]
  return [
    {
      id: 'input',
      title: inputs.title,
      fields: [
        {
          kind: 'select',
          path: 'kind',
          label: m.kind,
          width: 12,
          options: Object.entries(inputKinds).map(([value, label]) => ({ value, label })),
        },
        {
          kind: 'topic',
          path: 'message',
          label: m.topic,
          isFilter: true,
          isRequired: true,
          width: 12,
          when: only('message'),
        },
        {
          kind: 'select',
          path: 'event',
          label: m.event,
          isRequired: true,
          width: 12,
          when: only('event'),
          options: events,
        },
        {
          kind: 'text',
          path: 'source',
          label: m.source,
          help: m.sourceHelp,
          isCode: true,
          isRequired: true,
          width: 12,
          when: only('source'),
          pattern: { regex: /^[^:]+:[^:]+$/, message: m.sourceRule },
        },
      ],
    },
  ]
}

type BrokerEvent = { readonly event: string; readonly title: { readonly en: string; readonly zh: string } }

/** Lists the events in the broker's order, without messages and sources, which have kinds of their own. */
function eventOptions(events: readonly BrokerEvent[], before: string | undefined) {
  const named = events
    .filter(({ event }) => event.startsWith('$events/') && event !== '$events/message_publish')
    .map(({ event, title }) => ({ value: event, label: eventTitle(event, title) }))
  // An event of another version, or one that is not known yet, is kept unless the user chooses another event.
  const isUnknown =
    before !== undefined && inputKind(before) === 'event' && !named.some(({ value }) => value === before)
  return isUnknown ? [{ value: before, label: before }, ...named] : named
}

const prefix = '$bridges/'

function toInputDocument(
  name: string | undefined,
  ofNew: ReturnType<typeof inputKind> = 'message',
): ApiDocument {
  const kind = name === undefined ? ofNew : inputKind(name)
  return { kind, [kind]: kind === 'source' ? name?.replace(/^\$(?:bridges|sources)\//, '') : (name ?? '') }
}

function toInputName({ kind, message, event, source }: ApiDocument): string {
  const chosen = kind === 'event' ? event : kind === 'source' ? source : message
  const text = typeof chosen === 'string' ? chosen : ''
  return kind === 'source' ? `${prefix}${text}` : text
}

function findInputFaults(
  next: ApiDocument,
  others: readonly string[],
  isWritable: (name: string) => boolean,
): readonly FormFault[] {
  const name = toInputName(next)
  const path = typeof next['kind'] === 'string' ? next['kind'] : 'message'
  if (name === '' || name === prefix) return []
  if (others.includes(name)) return [{ path, message: m.twice }]
  return isWritable(name) ? [] : [{ path, message: m.unwritable }]
}
