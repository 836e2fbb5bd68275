import { type ReactNode, useId, useState } from 'react'
import { type Action, action } from '#acting/action.tsx'
import { describeError } from '#api/describe-problem.ts'
import { joinSentences } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { ConfirmRequest } from '#kit/dialogs/confirm-request.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './deeds.module.css'
import type { LeftOver, ManagedChange, ManagedResource } from './managed-resource.ts'
import { managed as m } from './messages.ts'

type Asked = Pick<ConfirmRequest, 'title' | 'action' | 'typedName' | 'cutsConnections'> & {
  readonly text: ReactNode
}

/** The question before something is done, with what would come of it where that can be told. */
export function questionOf<Item, Name extends string>(
  { preview }: ManagedResource<Item, Name>,
  change: ManagedChange<Item>,
  { text, ...asked }: Asked,
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

/** Removes one once it was said what goes with it. Undefined where that is no part of a resource. */
export function removing<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
): Action<Item> | undefined {
  const { nameOf, remove, ownedBy } = resource
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
        const name = nameOf(item)
        return questionOf(
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
            ...(kept === 0 ? {} : { typedName: name }),
          },
        )
      },
      told: ({ item }) => m.removed(nameOf(item)),
    },
  )
  return {
    whyNot: (item) =>
      removeOne.whyNot({ item, kept: 0, choice: { leftOvers: [], isTaken: false } }) ?? ownedBy?.(item),
    run: async (item, onSending) => {
      const why = remove.blocked?.(item)
      if (why !== undefined) {
        await confirm({ title: m.cannotRemove(nameOf(item)), body: why })
        return false
      }
      // What cannot be counted may be many.
      const kept = await countKept(item).catch(() => undefined)
      // What cannot be asked about stays.
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

/** One after the other; what stays is named, since the one that used it is gone already. */
async function takeAlong(leftOvers: readonly LeftOver[]): Promise<void> {
  for (const { name, remove } of leftOvers)
    await remove().catch((error: unknown) => {
      const { title, detail } = describeError(error)
      notify.failure(m.notTakenAlong(name), detail ?? title)
    })
}

/** Off until it is chosen: what else goes is never a surprise. */
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
