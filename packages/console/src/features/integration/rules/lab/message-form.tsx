import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { parseErlangInteger } from '@brokerdeck/languages/rule-sql/evaluate/compare-terms.ts'
import { resultJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { isMap, type Term, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { ContextKind, RuleEvent } from '@brokerdeck/languages/rule-sql/rule-event.ts'
import { ruleEvents } from '@brokerdeck/languages/rule-sql/rule-events.ts'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '#api/query.ts'
import { eventTitle } from '#features/integration/rules/list/event-title.ts'
import { labMessages as m } from '#features/integration/rules/messages/rule-lab.ts'
import { payloadFault } from '#kit/payload-input/payload-fault.ts'
import { PayloadInput } from '#kit/payload-input/payload-input.tsx'
import { base64FromBytes, bytesFromBase64, textFromBytes } from '#lib/payload.ts'
import { bytesOfDraft, type PayloadDraft, readableDraft } from '#lib/payload-draft.ts'
import { visibleText } from '#lib/visible-text.ts'
import { TextBox } from '#ui/field-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { readOutput } from './compare-outputs.ts'
import { printColumns } from './lab-message.ts'
import { messageFaultWords } from './message-words.ts'
import { bytesColumn, previewOnly, readTestContext } from './read-context.ts'
import classes from './rule-lab.module.css'

const toChoice = ({ type, topic }: RuleEvent) => ({
  value: type,
  label: m.eventChoice(type, eventTitle(topic)),
})

/**
 * Returns the events of the broker, because an edition may lack some; all known events until it has responded, and
 * always the used event.
 */
function useEventChoices(used: string) {
  const { data } = useQuery({ ...read(rules.events, {}), staleTime: Number.POSITIVE_INFINITY, retry: false })
  const offered = data && new Set(data.map(({ event }) => event))
  return ruleEvents
    .filter(({ type, topic }) => offered === undefined || type === used || offered.has(topic))
    .map(toChoice)
}

interface MessageFormProps {
  readonly columns: TermMap
  readonly onChange: (columns: TermMap) => void
  /** The payload as it was typed, if the columns cannot hold it. */
  readonly draft: PayloadDraft | undefined
  readonly onDraft: (draft: PayloadDraft) => void
}

/** Edits the columns of a message one by one. An invalid value is reported at its field, and kept as it was typed. */
export function MessageForm({ columns, onChange, draft, onDraft }: MessageFormProps) {
  const type = columns.get('event_type')
  const event = ruleEvents.find((one) => one.type === type)
  const eventChoices = useEventChoices(formatTerm(type))
  const put = (name: string, term: Term) => onChange(new Map(columns).set(name, term))
  const take = (name: string) => onChange(new Map([...columns].filter(([other]) => other !== name)))
  const names = [...columns.keys()].filter((name) => name !== 'event_type')
  const isPayload = (name: string) =>
    name === bytesColumn || (name === 'payload' && isText(columns.get(name)))
  return (
    <div className={classes['columns']}>
      <LabelledField label={m.event} fault={findColumnFault(type, 'event_type', type)}>
        {(control) => (
          <SelectBox
            {...control}
            value={formatTerm(type)}
            options={eventChoices}
            onChange={(next) => put('event_type', next)}
          />
        )}
      </LabelledField>
      {names.map((name) => (
        <Removable key={name === bytesColumn ? 'payload' : name} name={name} onRemove={() => take(name)}>
          {isPayload(name) ? (
            <PayloadField columns={columns} onChange={onChange} draft={draft} onDraft={onDraft} />
          ) : (
            <ColumnField
              name={name}
              kind={event && findColumnKind(event, name)}
              isPreviewOnly={event !== undefined && previewOnly(event).includes(name)}
              term={columns.get(name)}
              fault={findColumnFault(type, name, columns.get(name))}
              onChange={(term) => put(name, term)}
            />
          )}
        </Removable>
      ))}
      {event !== undefined && <AddColumn event={event} names={names} onAdd={put} />}
    </div>
  )
}

const isText = (term: Term) => typeof term === 'string'

function formatTerm(term: Term): string {
  return typeof term === 'string' ? term : resultJson(term)
}

/** Returns the error that the tester would report for this column alone. */
function findColumnFault(type: Term, name: string, term: Term): string | undefined {
  const read = readTestContext(
    printColumns(
      new Map([
        ['event_type', type],
        [name, term],
      ]),
    ),
  )
  if (!('fault' in read)) return undefined
  const { fault } = read
  return 'column' in fault && fault.column === name ? messageFaultWords(fault) : undefined
}

interface ColumnFieldProps {
  readonly name: string
  readonly kind: ContextKind | undefined
  /** True if the broker's tester does not accept the column. */
  readonly isPreviewOnly: boolean
  readonly term: Term
  readonly fault: string | undefined
  readonly onChange: (term: Term) => void
}

function ColumnField({ name, kind, isPreviewOnly, term, fault, onChange }: ColumnFieldProps) {
  const shown = visibleText(name, 80)
  return (
    <LabelledField
      label={isPreviewOnly ? m.previewOnly(shown) : shown}
      help={isPreviewOnly ? m.previewOnlyHelp : undefined}
      fault={fault}
    >
      {(control) => (
        <TextBox
          {...control}
          isCode
          value={formatTerm(term)}
          onChange={(text) => onChange(parseTyped(kind, text))}
        />
      )}
    </LabelledField>
  )
}

/** Parses typed text for its column; text that the column does not accept stays text and is reported as an error. */
function parseTyped(kind: ContextKind | undefined, text: string): Term {
  if (kind === 'truth' && (text === 'true' || text === 'false')) return text === 'true'
  if (kind === 'map') {
    const term = readOutput(text)?.term
    return isMap(term) && resultJson(term) === text ? term : text
  }
  const integer = kind === 'integer' || kind === 'qos' ? parseErlangInteger(text) : undefined
  return integer !== undefined && String(integer) === text ? integer : text
}

interface PayloadFieldProps {
  readonly columns: TermMap
  readonly onChange: (columns: TermMap) => void
  readonly draft: PayloadDraft | undefined
  readonly onDraft: (draft: PayloadDraft) => void
}

/** Edits the payload; bytes that are not text go into a column of this console, which only the preview knows. */
function PayloadField({ columns, onChange, draft, onDraft }: PayloadFieldProps) {
  const bytes = payloadBytes(columns)
  const shown = draft ?? (bytes === undefined ? undefined : readableDraft(bytes)) ?? toBrokenDraft(columns)
  const change = (next: PayloadDraft) => {
    onDraft(next)
    const typedBytes = bytesOfDraft(next)
    if (next.kind === 'text' || next.kind === 'json') onChange(withPayload(columns, 'payload', next.text))
    else if (typedBytes !== undefined) {
      const { text, isText: isReadable } = textFromBytes(typedBytes)
      if (isReadable) onChange(withPayload(columns, 'payload', text))
      else onChange(withPayload(columns, bytesColumn, base64FromBytes(typedBytes)))
    }
  }
  return (
    <PayloadInput label={m.payload} value={shown} fault={payloadFault(shown)} rows={4} onChange={change} />
  )
}

function payloadBytes(columns: TermMap): Uint8Array | undefined {
  const [text, base64] = [columns.get('payload'), columns.get(bytesColumn)]
  if (typeof base64 === 'string') return bytesFromBase64(base64)
  return typeof text === 'string' ? new TextEncoder().encode(text) : undefined
}

const toBrokenDraft = (columns: TermMap): PayloadDraft => ({
  kind: 'base64',
  text: formatTerm(columns.get(bytesColumn)),
})

/** Puts the payload in the place of the previous payload. */
function withPayload(columns: TermMap, name: string, text: string): TermMap {
  const isOld = (one: string) => one === 'payload' || one === bytesColumn
  return new Map([...columns].map(([one, term]) => (isOld(one) ? [name, text] : [one, term])))
}

interface RemovableProps {
  readonly name: string
  readonly onRemove: () => void
  readonly children: ReactNode
}

function Removable({ name, onRemove, children }: RemovableProps) {
  return (
    <div className={classes['column']}>
      <div>{children}</div>
      <IconButton label={m.removeColumn(visibleText(name, 80))} onClick={onRemove}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}

interface AddColumnProps {
  readonly event: RuleEvent
  readonly names: readonly string[]
  readonly onAdd: (name: string, term: Term) => void
}

function AddColumn({ event, names, onAdd }: AddColumnProps) {
  const hasPayload = names.includes(bytesColumn)
  const own = previewOnly(event)
  const absent = [...Object.keys(event.context), ...own].filter(
    (name) => !names.includes(name) && !(name === 'payload' && hasPayload),
  )
  if (absent.length === 0) return null
  const options = [
    { value: '', label: m.addColumn },
    ...absent.map((name) => ({ value: name, label: own.includes(name) ? m.previewOnly(name) : name })),
  ]
  return (
    <SelectBox
      aria-label={m.column}
      value=""
      options={options}
      onChange={(name) => name !== '' && onAdd(name, findColumnExample(event, name))}
    />
  )
}

/** Returns the kind of a column: as the tester accepts it, or as in the broker's example. */
function findColumnKind({ context, columns }: RuleEvent, name: string): ContextKind {
  const [, example] = columns.find(([one]) => one === name) ?? []
  if (Object.hasOwn(context, name)) return context[name] ?? 'text'
  if (example?.is === 'now') return 'integer'
  if (example?.is !== 'value') return 'text'
  if (typeof example.value === 'number') return 'integer'
  if (typeof example.value === 'boolean') return 'truth'
  return typeof example.value === 'object' ? 'map' : 'text'
}

const blanks: Readonly<Record<ContextKind, Term>> = {
  text: '',
  integer: 0n,
  qos: 0n,
  truth: false,
  map: new Map(),
}

/** Returns the broker's example, or else the smallest valid value. */
function findColumnExample(event: RuleEvent, name: string): Term {
  const example = event.testColumns[name]
  const value = typeof example === 'string' ? example : example?.[0]
  const read = value === undefined ? undefined : readOutput(JSON.stringify(value))
  const kind = findColumnKind(event, name)
  return read?.term ?? (kind === undefined ? '' : blanks[kind])
}
