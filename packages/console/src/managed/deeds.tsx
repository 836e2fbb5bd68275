import { type Action, action, tellFailure } from '#acting/action.tsx'
import { whenRefreshed } from '#api/query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { MenuAction } from '#ui/menu.tsx'
import classes from './deeds.module.css'
import type { ItemAction, ManagedResource } from './managed-resource.ts'
import { managed as m } from './messages.ts'
import type { Move } from './order.ts'
import { questionOf, removing } from './removing.tsx'

/** Switches one on or, after a question, off. Undefined where a resource has no switch. */
export function enabling<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  isOn: boolean,
): Action<Item> | undefined {
  const { nameOf, enable, preview, ownedBy } = resource
  if (enable === undefined) return undefined
  const switchOne = action<Item>(enable.set(isOn), {
    ask: (item) => {
      const name = nameOf(item)
      if (isOn && preview?.({ kind: 'enable', item }) === undefined) return undefined
      return isOn
        ? questionOf(
            resource,
            { kind: 'enable', item },
            { title: m.enableTitle(name), text: <p>{enable.enabling}</p>, action: m.enableIt },
          )
        : questionOf(
            resource,
            { kind: 'disable', item },
            {
              title: m.disableTitle(name),
              text: <p>{enable.disabling}</p>,
              action: m.disable,
              cutsConnections: enable.cutsConnections === true,
            },
          )
    },
    told: (item) => (isOn ? m.enabledDone : m.disabledDone)(nameOf(item)),
  })
  return {
    ...switchOne,
    whyNot: (item) => switchOne.whyNot(item) ?? ownedBy?.(item),
    run: async (item, onSending) => {
      const isDone = await switchOne.run(item, onSending)
      await whenRefreshed()
      return isDone
    },
  }
}

/** Puts one elsewhere; asks first where something can be said of what comes of it. Resolves to whether it moved. */
export async function moveOne<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  move: Move<Item>,
  names: readonly string[],
): Promise<boolean> {
  const { nameOf, order, preview } = resource
  const { item, to } = move
  if (preview !== undefined) {
    const asked = {
      title: m.moveTitle(nameOf(item), to + 1),
      text: <NewOrder names={names} moved={to} />,
      action: m.moveIt,
    }
    if (!(await confirm(questionOf(resource, { kind: 'move', item, to }, asked)))) return false
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
  /** As they will stand. */
  readonly names: readonly string[]
  /** Which of them gets another place. */
  readonly moved: number
}

/** The order that a move comes to. */
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

/** What can be done with one; the promise is kept once it was done, or was not after all. */
export type ActionsOf<Item> = (
  item: Item,
) => readonly (MenuAction & { readonly onSelect: () => Promise<void> })[]

/** Everything that can be done with one, in its row and on its page. `onGone`: it is no longer there. */
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
      const { label, danger = false, whyNot } = one
      return {
        label: typeof label === 'string' ? label : label(item),
        danger,
        disabledReason: ownReason(one, item) ?? whyNot?.(item, all),
        onSelect: () => run(one, item, all, onGone),
      }
    })
}

function ownReason<Item>(one: ItemAction<Item>, item: Item): string | undefined {
  if ('does' in one) return one.does.whyNot(item)
  return 'doesMany' in one ? one.doesMany.whyNot(item) : undefined
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
