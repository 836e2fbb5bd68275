import { type ReactNode, useId, useState } from 'react'
import { type Action, action, tellFailure } from '#acting/action.tsx'
import { describeError } from '#api/errors.ts'
import { whenRefreshed } from '#api/query.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { ConfirmRequest } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { nameInProduction } from '#kit/page/environment.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './deeds.module.css'
import type { ItemAction, LeftOver, ManagedChange, ManagedResource, Move } from './managed-resource.ts'
import { managed as m } from './messages.ts'

/**
 * Returns the action that enables or, after a confirmation, disables an item; undefined if the resource has no
 * switch.
 */
export function enabling<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  isOn: boolean,
): Action<Item> | undefined {
  const { formatName, enable, preview, ownedBy } = resource
  if (enable === undefined) return undefined
  const switchOne = action<Item>(enable.set(isOn), {
    ask: (item) => {
      const name = formatName(item)
      const interrupts = enable.interrupts(item, isOn)
      // In production, where the cluster's name has to be typed, enabling is confirmed as well if it interrupts
      // something.
      const isAsked = interrupts !== 'nothing' && nameInProduction() !== undefined
      if (isOn && !isAsked && preview?.({ kind: 'enable', item }) === undefined) return undefined
      return isOn
        ? buildConfirmRequest(
            resource,
            { kind: 'enable', item },
            { title: m.enableTitle(name), text: <p>{enable.enabling}</p>, action: m.enableIt, interrupts },
          )
        : buildConfirmRequest(
            resource,
            { kind: 'disable', item },
            {
              title: m.disableTitle(name),
              text: <p>{enable.disabling}</p>,
              action: m.disable,
              interrupts,
            },
          )
    },
    successMessage: (item) => (isOn ? m.enabledDone : m.disabledDone)(formatName(item)),
  })
  return {
    ...switchOne,
    findDisabledReason: (item) => switchOne.findDisabledReason(item) ?? ownedBy?.(item),
    run: async (item, onSending) => {
      const isDone = await switchOne.run(item, onSending)
      await whenRefreshed()
      return isDone
    },
  }
}

/** Moves an item; asks first if the resource can preview the effect. Resolves to true if the item moved. */
export async function moveOne<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  move: Move<Item>,
  names: readonly string[],
): Promise<boolean> {
  const { formatName, order, preview } = resource
  const { item, to } = move
  if (preview !== undefined) {
    const asked = {
      title: m.moveTitle(formatName(item), to + 1),
      text: <NewOrder names={names} moved={to} />,
      action: m.moveIt,
      interrupts: 'nothing',
    } as const
    if (!(await confirm(buildConfirmRequest(resource, { kind: 'move', item, to }, asked)))) return false
  }
  try {
    await order?.move(move)
    return true
  } catch (error) {
    tellFailure(error)
    return false
  } finally {
    await whenRefreshed()
  }
}

interface NewOrderProps {
  /** The names in the new order. */
  readonly names: readonly string[]
  /** The index of the item that moves. */
  readonly moved: number
}

/** Shows the order after the move. */
function NewOrder({ names, moved }: NewOrderProps) {
  return (
    <>
      <p>{m.newOrder}</p>
      <ol className={classes['order']} aria-label={m.order}>
        {names.map((name, at) => (
          <li key={name} className={at === moved ? classes['moved'] : undefined}>
            {name}
            {at === moved && <span className="visually-hidden"> {m.isMoved}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The actions for an item; the promise resolves once an action is done or was cancelled. */
export type ActionsOf<Item> = (
  item: Item,
) => readonly (MenuAction & { readonly onSelect: () => Promise<void> })[]

/** Returns all actions for an item, in its row and on its page. `onGone` is called with items that no longer exist. */
export function itemActions<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  all: readonly Item[],
  onGone: (gone: readonly Item[]) => void,
): ActionsOf<Item> {
  const remove = removing(resource)
  const declared: readonly ItemAction<Item>[] = [
    ...(resource.actions ?? []),
    ...(remove === undefined
      ? []
      : [{ label: `${m.remove}…`, danger: true, does: remove, takesAway: true } as const]),
  ]
  return (item) =>
    declared.map((one) => {
      const { label, danger = false, disabledReason } = one
      return {
        label: typeof label === 'string' ? label : label(item),
        danger,
        disabledReason: ownReason(one, item) ?? disabledReason?.(item, all),
        onSelect: () => run(one, item, all, onGone),
      }
    })
}

function ownReason<Item>(one: ItemAction<Item>, item: Item): string | undefined {
  if ('does' in one) return one.does.findDisabledReason(item)
  return 'doesMany' in one ? one.doesMany.findDisabledReason(item) : undefined
}

async function run<Item>(
  one: ItemAction<Item>,
  item: Item,
  all: readonly Item[],
  onGone: (gone: readonly Item[]) => void,
): Promise<void> {
  if ('opens' in one) {
    await one.opens(item, all)
    return
  }
  const done = 'does' in one ? (await one.does.run(item)) && [item] : await one.doesMany.run([item])
  if (done !== false && done.length > 0 && one.takesAway === true) onGone(done)
}

type ConfirmRequestOptions = Pick<ConfirmRequest, 'title' | 'action' | 'typedName' | 'interrupts'> & {
  readonly text: ReactNode
}

/** Returns the confirmation for a change, with a preview of its effect if the resource has one. */
function buildConfirmRequest<Item, Name extends string>(
  { preview }: ManagedResource<Item, Name>,
  change: ManagedChange<Item>,
  { text, ...asked }: ConfirmRequestOptions,
): ConfirmRequest {
  const shown = preview?.(change)
  return {
    ...asked,
    body: (
      <>
        {text}
        {shown}
      </>
    ),
    danger: change.kind === 'disable' || change.kind === 'remove',
    ...(shown === undefined ? {} : { size: 720 }),
  }
}

/**
 * Returns the action that deletes an item after telling what is deleted with it; undefined if the resource has none.
 */
function removing<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
): Action<Item> | undefined {
  const { formatName, remove, ownedBy } = resource
  if (remove === undefined) return undefined
  const { deed, consequence, title = m.removeTitle, countKept = () => Promise.resolve(0) } = remove
  const nothing = () => Promise.resolve([])
  const { leaves = nothing } = remove
  const removeOne = action<Removal<Item>>(
    async ({ item, choice }, signal) => {
      await deed(item, signal)
      if (choice.isTaken) await takeAlong(choice.leftOvers)
    },
    {
      ask: ({ item, kept, choice }) => {
        const name = formatName(item)
        return buildConfirmRequest(
          resource,
          { kind: 'remove', item },
          {
            title,
            text: (
              <>
                <p>{joinSentences(m.removeOne(name), consequence(item, kept))}</p>
                {choice.leftOvers.length > 0 && <AlsoRemove choice={choice} />}
              </>
            ),
            action: m.remove,
            interrupts: remove.interrupts(item),
            ...(kept === 0 ? {} : { typedName: name }),
          },
        )
      },
      successMessage: ({ item }) => m.removed(formatName(item)),
    },
  )
  return {
    findDisabledReason: (item) =>
      removeOne.findDisabledReason({ item, kept: 0, choice: { leftOvers: [], isTaken: false } }) ??
      ownedBy?.(item),
    run: async (item, onSending) => {
      const why = remove.blocked?.(item)
      if (why !== undefined) {
        await confirm({ title: m.cannotRemove(formatName(item)), body: why })
        return false
      }
      // An unknown count is treated as if there were many.
      const kept = await countKept(item).catch(() => undefined)
      // Objects that cannot be read are kept.
      const leftOvers = await leaves(item).catch(nothing)
      return await removeOne.run({ item, kept, choice: { leftOvers, isTaken: false } }, onSending)
    },
  }
}

interface Removal<Item> {
  readonly item: Item
  readonly kept: number | undefined
  readonly choice: { readonly leftOvers: readonly LeftOver[]; isTaken: boolean }
}

/**
 * Deletes the left-over objects one after the other; failures are reported by name, because the item itself is gone.
 */
async function takeAlong(leftOvers: readonly LeftOver[]): Promise<void> {
  for (const { name, remove } of leftOvers)
    await remove().catch((error: unknown) => {
      const { title, detail } = describeError(error)
      notify.failure(m.notTakenAlong(name), detail ?? title)
    })
}

/** The checkbox is unchecked by default, so that no other object is deleted unexpectedly. */
function AlsoRemove({ choice }: Pick<Removal<never>, 'choice'>) {
  const [isTaken, setTaken] = useState(choice.isTaken)
  const id = useId()
  const take = (isChecked: boolean) => {
    choice.isTaken = isChecked
    setTaken(isChecked)
  }
  return (
    <div className={classes['along']}>
      <label htmlFor={id}>
        <Checkbox id={id} checked={isTaken} onChange={take} /> {m.alsoRemove}
      </label>
      <ul>
        {choice.leftOvers.map(({ name }) => (
          <li key={name}>
            <Verbatim text={name} mono wrap />
          </li>
        ))}
      </ul>
    </div>
  )
}
