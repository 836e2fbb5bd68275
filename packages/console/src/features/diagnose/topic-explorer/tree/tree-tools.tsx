import IconFoldDown from '@tabler/icons-react/dist/esm/icons/IconFoldDown.mjs'
import IconFoldUp from '@tabler/icons-react/dist/esm/icons/IconFoldUp.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { tree as m } from '#features/diagnose/messages/topic-explorer.ts'
import type { ExplorerSearch } from '#features/diagnose/topic-explorer/explorer-search.ts'
import type { ExplorerStore } from '#features/diagnose/topic-explorer/explorer-store.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { TextBox } from '#ui/field-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import classes from './tree-panel.module.css'

interface TreeToolsProps {
  readonly store: ExplorerStore
  readonly search: ExplorerSearch
  readonly found: number | undefined
  readonly onChange: (change: Partial<Pick<ExplorerSearch, 'q' | 'show' | 'sort'>>) => void
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** The delay until a typed search starts, in milliseconds, because each search looks at every topic. */
const typingPause = 200

/** Chooses which part of the tree is shown, and in which order. */
export function TreeTools({ store, search, found, onChange }: TreeToolsProps) {
  const [typed, setTyped] = useState(search.q)
  const [applied, setApplied] = useState(search.q)
  if (search.q !== applied) {
    setApplied(search.q)
    setTyped(search.q)
  }
  const apply = useEffectEvent(() => onChange({ q: typed }))
  useEffect(() => {
    if (typed === applied) return
    const timer = setTimeout(() => apply(), typingPause)
    return () => clearTimeout(timer)
  }, [typed, applied])
  return (
    <div className={classes['tools']}>
      <div className={classes['find']}>
        <TextBox
          type="search"
          isCode
          icon={<IconSearch {...icon} />}
          aria-label={m.find}
          placeholder={m.findPlaceholder}
          value={typed}
          onChange={setTyped}
        />
      </div>
      {found !== undefined && <span className={classes['found']}>{m.found(found, formatNumber(found))}</span>}
      <Segmented
        label={m.show}
        value={search.show}
        options={[
          { value: 'all', label: m.all },
          { value: 'routes', label: m.routes },
          { value: 'retained', label: m.retained },
          { value: 'capture', label: m.captured },
        ]}
        onChange={(show) => onChange({ show })}
      />
      <Segmented
        label={m.sort}
        value={search.sort}
        options={[
          { value: 'name', label: m.byName },
          { value: 'activity', label: m.byActivity },
        ]}
        onChange={(sort) => onChange({ sort })}
      />
      <span className={classes['buttons']}>
        {search.sort === 'activity' && (
          <IconButton label={m.sortAgain} onClick={() => store.send({ kind: 'arrange', by: 'activity' })}>
            <IconRefresh {...icon} />
          </IconButton>
        )}
        <IconButton label={m.expandAll} onClick={() => store.send({ kind: 'turn-all', isOpen: true })}>
          <IconFoldDown {...icon} />
        </IconButton>
        <IconButton label={m.collapseAll} onClick={() => store.send({ kind: 'turn-all', isOpen: false })}>
          <IconFoldUp {...icon} />
        </IconButton>
      </span>
    </div>
  )
}
