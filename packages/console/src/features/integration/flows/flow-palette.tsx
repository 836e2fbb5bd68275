import { type KeyboardEvent, useRef, useState } from 'react'
import { flowWorkspace as m } from '#features/integration/flows/messages/flow-editor.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { LineIcon } from '#ui/line-icon.tsx'
import { moveFocus } from '#ui/overlays.tsx'
import { Panel } from '#ui/panel.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import { flowDrawings } from './flow-drawings.ts'
import classes from './flow-editor.module.css'
import type { PaletteGroup, PaletteItem } from './use-palette.tsx'

/** The data transfer type of a palette entry that is dragged onto the drawing; an entry can also be pressed. */
export const paletteMedium = 'text/x-flow-node'

interface FlowPaletteProps {
  readonly groups: readonly PaletteGroup[]
  /** Returns the entries for actions and sources that exist in the broker, to be found by name. */
  readonly named: () => readonly PaletteItem[]
}

/** The maximum number of matches by name; users who need another match type a longer search text. */
const mostNamed = 12

export function FlowPalette({ groups, named }: FlowPaletteProps) {
  const isPhone = useIsPhone()
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const shown = search.trim() === '' ? groups : findIn(groups, named, search.trim().toLowerCase())
  const first = shown.flatMap(({ items }) => items).find(({ disabledReason }) => disabledReason === undefined)
  const step = (key: string) => list.current !== null && moveFocus(list.current, 'button', key)
  const onSearchKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event
    if (ctrlKey || metaKey || nativeEvent.isComposing) return
    if (key === 'Enter') {
      event.preventDefault()
      if (search.trim() !== '' && !nativeEvent.repeat) first?.onAdd()
    } else if (key === 'ArrowDown' && step('Home')) event.preventDefault()
    else if (key === 'Escape' && search !== '') setSearch('')
  }
  return (
    <Panel
      title={m.add}
      {...(isPhone ? {} : { caption: m.addHelp })}
      actions={
        <TextBox
          type="search"
          aria-label={m.find}
          placeholder={m.find}
          value={search}
          onChange={setSearch}
          onKeyDown={onSearchKey}
        />
      }
    >
      <div ref={list} className={classes['palette']}>
        {shown.length === 0 && <p className={classes['text']}>{m.nothingFound}</p>}
        {shown.map(({ title, items }) => (
          <section key={title} aria-label={title} className={classes['palette-group']}>
            <h3 className={classes['group-title']}>{title}</h3>
            <ul>
              {items.map((item) => (
                <PaletteEntry key={item.id} item={item} onStep={step} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  )
}

interface PaletteEntryProps {
  readonly item: PaletteItem
  /** Moves the focus to another entry on an arrow key. */
  readonly onStep: (key: string) => boolean
}

function PaletteEntry({ item, onStep }: PaletteEntryProps) {
  const { id, label, kind, count, disabledReason, onAdd } = item
  return (
    <li
      draggable={disabledReason === undefined}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(paletteMedium, id)}
    >
      <Button
        size="small"
        variant="quiet"
        icon={<LineIcon drawing={flowDrawings[kind]} />}
        disabledReason={disabledReason}
        onClick={onAdd}
        onKeyDown={(event) => {
          const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp'
          if (isStep && onStep(event.key)) event.preventDefault()
        }}
      >
        {visibleText(label, 80)} {count !== undefined && <span className={classes['count']}>{count}</span>}
      </Button>
    </li>
  )
}

/**
 * Returns the entries whose name or group title contains the whole search text, and the broker's objects of such a
 * name.
 */
function findIn(
  groups: readonly PaletteGroup[],
  named: () => readonly PaletteItem[],
  search: string,
): readonly PaletteGroup[] {
  const has = (text: string) => text.toLowerCase().includes(search)
  const existing = {
    title: m.existing,
    items: named()
      .filter(({ label }) => has(label))
      .slice(0, mostNamed),
  }
  return [
    ...groups.map(({ title, items }) => ({
      title,
      items: has(title) ? items : items.filter(({ label }) => has(label)),
    })),
    existing,
  ].filter(({ items }) => items.length > 0)
}
