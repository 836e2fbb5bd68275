import { comparators } from '@brokerdeck/languages/rule-sql/statement.ts'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useId, useState } from 'react'
import { flowDrawers, flowEditor, flowFilter as m } from '#features/integration/flows/messages/flow-editor.ts'
import { MessageMatches } from '#features/integration/rules/lab/message-matches.tsx'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { templateColours } from '#kit/form/template-colours.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { CodeArea } from '#ui/code-area.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FieldFault, LabelledField } from '#ui/labelled-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import classes from './flow-editor.module.css'
import { type FlowCondition, type FlowGroup, isOperand, printFilter, readFilter } from './flow-filter.ts'
import { type FlowStatement, withFilter, writeFlow } from './flow-statement.ts'

interface FilterDrawerProps {
  /** The statement, including its WHERE clause. */
  readonly sql: string
  readonly flow: FlowStatement
  readonly lockedReason: string | undefined
  /** Receives undefined if nothing changes, and an empty text to remove the filter. */
  readonly onAnswer: (filter: string | undefined) => void
}

/** A form keeps the text that it was read from, so that an unchanged form returns the same bytes. */
type FilterView =
  | { readonly as: 'form'; readonly text: string; readonly group: FlowGroup }
  | { readonly as: 'sql'; readonly text: string }

const blank: FlowCondition = { left: '', comparator: '=', right: '' }

function asForm(text: string): FilterView | undefined {
  if (text.trim() === '') return { as: 'form', text, group: { kind: 'and', items: [blank] } }
  const read = readFilter(text)
  return 'group' in read ? { as: 'form', text, group: read.group } : undefined
}

/** Edits the condition of a flow as nested groups of comparisons, or as text. */
export function FilterDrawer({ sql, flow, lockedReason, onAnswer }: FilterDrawerProps) {
  const before = flow.filter ?? ''
  const [shown, setShown] = useState<FilterView>(() => asForm(before) ?? { as: 'sql', text: before })
  const [isStrict, setStrict] = useState(false)
  const { as, text } = shown
  const form = as === 'form' ? shown : asForm(text)
  const refusal = form === undefined ? findRefusal(text) : undefined
  const isFine = as === 'form' ? isWhole(shown.group) : refusal === undefined || !isFault(refusal)
  const turnTo = (next: FilterView['as']) => {
    if (next === 'form') setShown(form ?? shown)
    else if (as === 'form' && !isWhole(withoutBlank(shown.group))) setStrict(true)
    else setShown({ as: 'sql', text })
  }
  const submit = () => {
    if (isFine) onAnswer(text.trim())
    else setStrict(true)
  }
  return (
    <DrawerShell
      title={flowEditor.editFilter}
      isOpen
      size={660}
      onClose={() => onAnswer(undefined)}
      footer={
        <>
          {before !== '' && (
            <Button variant="quiet" disabledReason={lockedReason} onClick={() => onAnswer('')}>
              {m.removeFilter}
            </Button>
          )}
          <Button onClick={() => onAnswer(undefined)}>{flowDrawers.cancel}</Button>
          <Button variant="primary" disabledReason={lockedReason} onClick={submit}>
            {flowDrawers.update}
          </Button>
        </>
      }
    >
      <div className={classes['bar']}>
        <Segmented
          label={m.editAs}
          value={as}
          options={[
            { value: 'form', label: m.form, disabledReason: refusal && m.noForm },
            { value: 'sql', label: m.sql },
          ]}
          onChange={turnTo}
        />
      </div>
      {as === 'form' ? (
        <Group
          group={shown.group}
          isStrict={isStrict}
          onChange={(group) => setShown({ as, group, text: formatGroup(group, before) })}
        />
      ) : (
        <LabelledField label={m.condition} {...sayings(refusal)}>
          {(control) => (
            <CodeArea
              {...control}
              isLow
              value={text}
              highlight={sqlColours}
              isLocked={lockedReason !== undefined}
              onChange={(next) => setShown({ as, text: next })}
            />
          )}
        </LabelledField>
      )}
      <MessageMatches
        sql={isTryable(shown) ? writeFlow(sql, withFilter(flow, text.trim())) : undefined}
        before={sql}
      />
      {isStrict && !isFine && (
        <p role="alert" className={classes['fault']}>
          {flowDrawers.incomplete}
        </p>
      )}
    </DrawerShell>
  )
}

/**
 * Tells whether the condition determines which messages match: blank rows are ignored, and a half-filled row is no
 * condition.
 */
function isTryable(shown: FilterView): boolean {
  if (shown.as === 'form') return isWhole(withoutBlank(shown.group))
  const refusal = findRefusal(shown.text)
  return refusal === undefined || !isFault(refusal)
}

const sqlColours = (text: string) => templateColours(text, 'sql')

/** Prints the group; a group with the same meaning as the previous condition keeps the previous text. */
function formatGroup(group: FlowGroup, before: string): string {
  const read = readFilter(before)
  const text = printFilter(withoutBlank(group))
  return 'group' in read && printFilter(read.group) === text ? before : text
}

function withoutBlank({ kind, items }: FlowGroup): FlowGroup {
  const isBlank = (item: FlowCondition) => item.left === '' && item.right === ''
  return {
    kind,
    items: items.flatMap((item): FlowGroup['items'] =>
      'items' in item ? [withoutBlank(item)] : isBlank(item) ? [] : [item],
    ),
  }
}

function findRefusal(text: string) {
  const read = readFilter(text)
  return 'refusal' in read ? read.refusal : undefined
}

/**
 * With these kinds the statement is invalid or cannot be drawn; with the other kinds it only cannot be shown as a
 * form.
 */
const isFault = ({ kind }: NonNullable<ReturnType<typeof findRefusal>>) =>
  kind === 'syntax' || kind === 'joined'

function sayings(refusal: ReturnType<typeof findRefusal>) {
  if (refusal === undefined) return {}
  const { kind, text } = refusal
  const reason = kind === 'not' || kind === 'in' || kind === 'comparison' ? m[kind] : flowEditor[kind]
  const words = text === '' ? reason : m.withPart(reason, visibleText(text, 120))
  return isFault(refusal) ? { fault: words } : { caution: m.onlySql(words) }
}

const isWhole = ({ items }: FlowGroup): boolean =>
  items.every((item) => ('items' in item ? isWhole(item) : isOperand(item.left) && isOperand(item.right)))

interface GroupProps {
  readonly group: FlowGroup
  /** True if empty inputs are marked as errors, too. */
  readonly isStrict: boolean
  readonly onChange: (group: FlowGroup) => void
  readonly onRemove?: () => void
}

function Group({ group, isStrict, onChange, onRemove }: GroupProps) {
  const { kind, items } = group
  const become = (next: FlowGroup['items']) => onChange({ kind, items: next })
  return (
    <fieldset className={classes['group']} aria-label={m.conditions}>
      <div className={classes['bar']}>
        <Segmented
          label={m.conditions}
          value={kind}
          options={[
            { value: 'and', label: m.allOf },
            { value: 'or', label: m.anyOf },
          ]}
          onChange={(next) => onChange({ kind: next, items })}
        />
        {onRemove !== undefined && (
          <IconButton label={m.removeGroup} onClick={onRemove}>
            <IconX size={16} stroke={1.5} />
          </IconButton>
        )}
      </div>
      <ul className={classes['items']}>
        {items
          .map((item, at) => ({ item, at }))
          .map(({ item, at }) => {
            const parts = {
              isStrict,
              onRemove: () => become(items.toSpliced(at, 1)),
            }
            return (
              <li key={at}>
                {'items' in item ? (
                  <Group group={item} {...parts} onChange={(next) => become(items.with(at, next))} />
                ) : (
                  <Condition condition={item} {...parts} onChange={(next) => become(items.with(at, next))} />
                )}
              </li>
            )
          })}
      </ul>
      <div className={classes['bar']}>
        <Button size="small" onClick={() => become([...items, blank])}>
          {m.addCondition}
        </Button>
        <Button
          size="small"
          onClick={() => become([...items, { kind: kind === 'and' ? 'or' : 'and', items: [blank] }])}
        >
          {m.addGroup}
        </Button>
      </div>
    </fieldset>
  )
}

interface ConditionProps {
  readonly condition: FlowCondition
  readonly isStrict: boolean
  readonly onChange: (condition: FlowCondition) => void
  readonly onRemove: () => void
}

const choices = comparators.map((value) => ({ value, label: value }))

function Condition({ condition, isStrict, onChange, onRemove }: ConditionProps) {
  const id = useId()
  const isBad = (text: string) => (isStrict || text !== '') && !isOperand(text)
  const faults = { left: isBad(condition.left), right: isBad(condition.right) }
  return (
    <>
      <div className={classes['condition']}>
        <TextBox
          aria-label={m.left}
          isCode
          value={condition.left}
          hasFault={faults.left}
          aria-describedby={faults.left ? id : undefined}
          onChange={(left) => onChange({ ...condition, left })}
        />
        <SelectBox
          aria-label={m.comparator}
          value={condition.comparator}
          options={choices}
          onChange={(value) => {
            const comparator = comparators.find((one) => one === value)
            if (comparator !== undefined) onChange({ ...condition, comparator })
          }}
        />
        <TextBox
          aria-label={m.right}
          isCode
          value={condition.right}
          hasFault={faults.right}
          aria-describedby={faults.right ? id : undefined}
          onChange={(right) => onChange({ ...condition, right })}
        />
        <IconButton label={m.removeCondition} onClick={onRemove}>
          <IconX size={16} stroke={1.5} />
        </IconButton>
      </div>
      {(faults.left || faults.right) && <FieldFault id={id}>{m.badOperand}</FieldFault>}
    </>
  )
}
