import { comparators } from '@brokerdeck/contract/rule-sql/statement.ts'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useId, useState } from 'react'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { Button } from '#ui/button.tsx'
import { FieldFault } from '#ui/field-fault.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { TextBox } from '#ui/text-box.tsx'
import { flowEditor as m } from '../messages/flow-editor.ts'
import classes from './flow-editor.module.css'
import { type FlowGroup, isOperand } from './flow-statement.ts'

interface FilterDrawerProps {
  readonly before: FlowGroup | undefined
  /** Undefined: nothing is changed. A group without conditions: there is no filter. */
  readonly lockedReason: string | undefined
  readonly onAnswer: (filter: FlowGroup | undefined) => void
}

type FlowCondition = Exclude<FlowGroup['items'][number], FlowGroup>

const blank: FlowCondition = { left: '', comparator: '=', right: '' }

/** The condition of a flow as nested groups of comparisons. */
export function FilterDrawer({ before, lockedReason, onAnswer }: FilterDrawerProps) {
  const [group, setGroup] = useState<FlowGroup>(before ?? { kind: 'and', items: [blank] })
  const [isStrict, setStrict] = useState(false)
  const submit = () => {
    if (isWhole(group)) onAnswer(group)
    else setStrict(true)
  }
  return (
    <DrawerShell
      title={m.editFilter}
      isOpen
      size={660}
      onClose={() => onAnswer(undefined)}
      footer={
        <>
          {before !== undefined && (
            <Button
              variant="quiet"
              disabledReason={lockedReason}
              onClick={() => onAnswer({ kind: 'and', items: [] })}
            >
              {m.removeFilter}
            </Button>
          )}
          <Button onClick={() => onAnswer(undefined)}>{m.cancel}</Button>
          <Button variant="primary" disabledReason={lockedReason} onClick={submit}>
            {m.update}
          </Button>
        </>
      }
    >
      <Group group={group} isStrict={isStrict} onChange={setGroup} />
      {isStrict && !isWhole(group) && (
        <p role="alert" className={classes['fault']}>
          {m.incomplete}
        </p>
      )}
    </DrawerShell>
  )
}

const isWhole = ({ items }: FlowGroup): boolean =>
  items.every((item) => ('items' in item ? isWhole(item) : isOperand(item.left) && isOperand(item.right)))

interface GroupProps {
  readonly group: FlowGroup
  /** What is still empty is marked as well. */
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
