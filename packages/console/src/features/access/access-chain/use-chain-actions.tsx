import type { ReactNode } from 'react'
import { tellFailure } from '#acting/action.tsx'
import { whenRefreshed } from '#api/query.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { accessChain as m } from '../messages/access.ts'
import type { Chain, ChainChange, ChainItem } from './chain.ts'
import classes from './chain-order.module.css'
import type { ChainPosition } from './chain-position.ts'

interface Question {
  readonly title: string
  readonly text: ReactNode
  readonly action: string
  readonly typedName?: string
}

/** What can be done with one of a chain. The chain has been read again when a promise resolves. */
export function useChainActions<Item extends ChainItem, Count extends string>(chain: Chain<Item, Count>) {
  const { nameOf, preview, words } = chain
  const ask = (change: ChainChange<Item>, question: Question) =>
    confirm({
      title: question.title,
      body: (
        <>
          {question.text}
          {preview?.(change)}
        </>
      ),
      action: question.action,
      ...(question.typedName === undefined ? {} : { typedName: question.typedName }),
      danger: change.kind === 'disable' || change.kind === 'remove',
      ...(preview === undefined ? {} : { size: 720 }),
    })
  const mayEnable = (item: Item, isOn: boolean) => {
    const name = nameOf(item)
    if (!isOn) {
      const text = <p>{words.disabling}</p>
      return ask({ kind: 'disable', item }, { title: m.disableTitle(name), text, action: m.disable })
    }
    if (preview === undefined) return true
    const text = <p>{m.enabling}</p>
    return ask({ kind: 'enable', item }, { title: m.enableTitle(name), text, action: m.enableIt })
  }
  return {
    /** Where something can be said of what comes of it. Resolves to whether to do it. */
    mayMove: async (item: Item, to: number, names: readonly string[]): Promise<boolean> => {
      if (preview === undefined) return true
      const text = <ChainOrder names={names} moved={to} />
      const title = m.moveTitle(nameOf(item), to + 1)
      return await ask({ kind: 'move', item, to }, { title, text, action: m.moveIt })
    },
    move: async (item: Item, position: ChainPosition) => {
      try {
        await chain.move(item, position)
      } finally {
        await whenRefreshed()
      }
    },
    /** Asks first. */
    enable: async (item: Item, isOn: boolean) => {
      const name = nameOf(item)
      if (!(await mayEnable(item, isOn))) return
      try {
        await chain.enable(item, isOn)
        notify.success(isOn ? m.enabledDone(name) : m.disabledDone(name))
      } catch (error) {
        tellFailure(error)
      } finally {
        await whenRefreshed()
      }
    },
    /** Asks first. Resolves to whether it is gone. */
    remove: async (item: Item): Promise<boolean> => {
      const name = nameOf(item)
      // What cannot be counted may be many.
      const lost = await chain.countLost(item).catch(() => undefined)
      const question = {
        title: m.removeTitle,
        text: <p>{joinSentences(m.removeOne(name), chain.removal(item, lost))}</p>,
        action: m.remove,
        ...(lost === 0 ? {} : { typedName: name }),
      }
      if (!(await ask({ kind: 'remove', item }, question))) return false
      try {
        await chain.remove(item)
        notify.success(m.removed(name))
        return true
      } catch (error) {
        tellFailure(error)
        return false
      }
    },
  }
}

interface ChainOrderProps {
  /** As they will stand. */
  readonly names: readonly string[]
  /** Which of them gets another place. */
  readonly moved: number
}

/** The order that a move comes to. */
function ChainOrder({ names, moved }: ChainOrderProps) {
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
