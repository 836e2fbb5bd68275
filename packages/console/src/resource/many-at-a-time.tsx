import type { ReactNode } from 'react'
import { action } from '#acting/action.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { Interruption } from '#kit/dialogs/dialog-store.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './deeds.module.css'
import type { ItemAction, ManagedResource } from './managed-resource.ts'
import { managed as m } from './messages.ts'

type Many<Item> = ItemAction<Item> & { readonly label: string }

/** Returns the actions to enable, disable and delete several items, if the resource has a text for their number. */
export function manyAtATime<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
): readonly Many<Item>[] {
  const { enable, remove } = resource
  if (resource.words.counted === undefined) return []
  return [
    ...(enable === undefined
      ? []
      : [switchingMany(resource, enable, true), switchingMany(resource, enable, false)]),
    ...(remove === undefined ? [] : [removingMany(resource, remove)]),
  ]
}

/** Returns a text such as "3 rules", or the name of a single item. */
function formatCalled<Item, Name extends string>(
  { formatName, words }: ManagedResource<Item, Name>,
  count: number,
  only: Item | undefined,
): string {
  const shown = formatNumber(count)
  return only === undefined ? (words.counted?.(count, shown) ?? shown) : formatName(only)
}

function switchingMany<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  { set, enabling, disabling, interrupts }: NonNullable<ManagedResource<Item>['enable']>,
  isOn: boolean,
): Many<Item> {
  const { formatName, preview } = resource
  const kind = isOn ? 'enable' : 'disable'
  const label = isOn ? m.enableIt : m.disable
  const doesMany = action<Item>(set(isOn), {
    formatName,
    ask: (items, only) => {
      const concerned = withNotes(items, (item) => preview?.({ kind, item }))
      return {
        title: (isOn ? m.enableTitle : m.disableTitle)(formatCalled(resource, items.length, only)),
        body: (
          <>
            <p>{isOn ? enabling : disabling}</p>
            <Notes formatName={formatName} notes={concerned} only={only} />
          </>
        ),
        action: label,
        danger: !isOn,
        interrupts: findInterruption(items, (item) => interrupts(item, isOn)),
        ...wide(concerned),
      }
    },
    successMessage: (count, _, only) =>
      (isOn ? m.manyEnabled : m.manyDisabled)(formatCalled(resource, count, only)),
  })
  return { label, doesMany }
}

function removingMany<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  remove: NonNullable<ManagedResource<Item>['remove']>,
): Many<Item> {
  const { formatName, preview } = resource
  const { deed, interrupts, blocked, consequence, title = m.removeTitle } = remove
  const removeThem = (kept: number | undefined, staying: readonly Note<Item>[]) =>
    action<Item>(deed, {
      formatName,
      takesAway: true,
      ask: (items, only) => {
        const notes = withNotes(items, (item) => preview?.({ kind: 'remove', item }))
        const [first] = items
        const means = first === undefined ? '' : consequence(first, kept)
        return {
          title: only === undefined ? m.removeManyTitle(formatCalled(resource, items.length, only)) : title,
          body: (
            <>
              <p>{only === undefined ? means : joinSentences(m.removeOne(formatName(only)), means)}</p>
              <Notes formatName={formatName} notes={notes} only={only} />
              {staying.length > 0 && <p>{m.staying(formatCalled(resource, staying.length, undefined))}</p>}
              <Notes formatName={formatName} notes={staying} only={undefined} />
            </>
          ),
          action: m.remove,
          interrupts: findInterruption(items, interrupts),
          danger: true,
          ...wide([...notes, ...staying]),
          ...(kept === 0 ? {} : { typedName: only === undefined ? String(items.length) : formatName(only) }),
        }
      },
      successMessage: (count, _, only) => m.manyRemoved(formatCalled(resource, count, only)),
    })
  return {
    label: m.remove,
    danger: true,
    takesAway: true,
    doesMany: {
      findDisabledReason: removeThem(0, []).findDisabledReason,
      run: async (items) => {
        const staying = withNotes(items, (item) => blocked?.(item))
        const free = items.filter((item) => staying.every((one) => one.item !== item))
        if (free.length === 0) {
          const only = items.length === 1 ? items[0] : undefined
          await confirm({
            title: m.cannotRemove(formatCalled(resource, items.length, only)),
            body: <Notes formatName={formatName} notes={staying} only={only} />,
            ...wide(staying),
          })
          return []
        }
        return await removeThem(await keepWithin(free, remove), staying).run(free)
      },
    },
  }
}

/** Returns the interruption of any of the items. */
function findInterruption<Item>(
  items: readonly Item[],
  interrupts: (item: Item) => Interruption,
): Interruption {
  return items.map(interrupts).find((one) => one !== 'nothing') ?? 'nothing'
}

/** Counts the records deleted with all items; resolves to undefined if the number is unknown and may be large. */
async function keepWithin<Item>(
  items: readonly Item[],
  { countKept }: NonNullable<ManagedResource<Item>['remove']>,
): Promise<number | undefined> {
  let sum = 0
  for (const item of items) {
    const kept = countKept === undefined ? 0 : await countKept(item).catch(() => undefined)
    if (kept === undefined) return undefined
    sum += kept
  }
  return sum
}

interface Note<Item> {
  readonly item: Item
  readonly note: ReactNode
}

/** Returns the items for which there is a note. */
function withNotes<Item>(
  items: readonly Item[],
  noteOf: (item: Item) => ReactNode | undefined,
): readonly Note<Item>[] {
  return items.flatMap((item) => {
    const note = noteOf(item)
    return note === undefined ? [] : [{ item, note }]
  })
}

const wide = (notes: readonly unknown[]) => (notes.length === 0 ? {} : { size: 720 })

/** The maximum number of notes shown; for more notes, only their number is shown. */
const mostNotes = 50

interface NotesProps<Item> {
  readonly formatName: (item: Item) => string
  readonly notes: readonly Note<Item>[]
  /** The only item, which the title already names. */
  readonly only: Item | undefined
}

/* axe requires that a scrollable region can be focused. */
const reachable = { tabIndex: 0 } as const

function Notes<Item>({ formatName, notes, only }: NotesProps<Item>) {
  if (notes.length === 0) return null
  if (only !== undefined) return <>{notes.map(({ note }) => note)}</>
  return (
    <ul className={classes['notes']} {...reachable}>
      {notes.slice(0, mostNotes).map(({ item, note }) => (
        <li key={formatName(item)}>
          <Verbatim text={formatName(item)} mono wrap />
          {note}
        </li>
      ))}
      {notes.length > mostNotes && <li>{m.moreNotes(formatNumber(notes.length - mostNotes))}</li>}
    </ul>
  )
}
