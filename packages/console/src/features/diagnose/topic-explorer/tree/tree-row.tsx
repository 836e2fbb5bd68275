import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconBroadcast from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs'
import { memo, type ReactNode } from 'react'
import { tree as m } from '#features/diagnose/messages/topic-explorer.ts'
import type { ExplorerRow } from '#features/diagnose/topic-explorer/engine/explorer-event.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { VerbatimPieces } from '#ui/verbatim.tsx'
import classes from './tree-list.module.css'

interface TreeRowProps {
  readonly id: string
  readonly row: ExplorerRow
  readonly top: number
  readonly isActive: boolean
  readonly isSelected: boolean
}

const step = 16
/** The maximum indent; without a limit, only the indent of deep rows would be visible. */
const deepestIndent = 12
const nameShown = 200
/** The minimum rate that is shown; a lower value stems from a single message some time ago. */
const leastRate = 0.05
const marks = {
  routes: { Icon: IconSitemap, word: m.isRoute },
  retained: { Icon: IconBookmark, word: m.isRetained },
  capture: { Icon: IconBroadcast, word: m.isCaptured },
} as const

/** Compares rows by content, because every view of the worker has new row objects with mostly equal content. */
function isSame(before: TreeRowProps, after: TreeRowProps): boolean {
  const spell = ({ row, ...place }: TreeRowProps) =>
    JSON.stringify([Object.values(place), Object.values(row)])
  return spell(before) === spell(after)
}

/** Renders one row of the tree; the tree list handles clicks and keys. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { id, row, top, isActive, isSelected } = props
  const { name, depth, hasChildren, isOpen, topics, messages, rate, sources, preview } = row
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      id={id}
      data-row={row.id}
      aria-level={depth}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-setsize={row.setSize}
      aria-posinset={row.position}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      data-found={row.isFound || undefined}
      className={classes['row']}
      style={{ top }}
    >
      <span
        className={classes['place']}
        style={{ paddingInlineStart: Math.min(depth - 1, deepestIndent) * step }}
      >
        <span
          className={classes['turn']}
          data-open={isOpen || undefined}
          data-turn={hasChildren || undefined}
        >
          {hasChildren && <IconChevronRight size={14} stroke={1.5} aria-hidden />}
        </span>
        <bdi className={classNames(classes['name'], (name === '+' || name === '#') && classes['wildcard'])}>
          {name === '' ? (
            <span className="dim">{m.emptyLevel}</span>
          ) : (
            <VerbatimPieces text={name} limit={nameShown} />
          )}
        </bdi>
        {hasChildren && (
          <Figure className={classes['below']} shown={formatNumber(topics)} unit={m.below(topics)} />
        )}
        {depth === 1 && name === '$SYS' && <Words className={classes['below']}>{m.system}</Words>}
      </span>
      <span className={classes['marks']}>
        {sources.map((source) => {
          const { Icon, word } = marks[source]
          return (
            <span key={source}>
              <Icon size={14} stroke={1.5} aria-hidden />
              <span className="visually-hidden">, {word}</span>
            </span>
          )
        })}
      </span>
      {preview === undefined ? (
        <span className={classes['preview']} />
      ) : (
        <Words className={classes['preview']}>
          <VerbatimPieces text={preview} />
        </Words>
      )}
      <Figure
        className={classes['figure']}
        shown={messages > 0 ? formatNumber(messages) : undefined}
        unit={m.messageCount(messages)}
      />
      <Figure
        className={classes['figure']}
        shown={rate >= leastRate ? formatRate(rate) : undefined}
        unit={m.perSecond}
      />
    </div>
  )
}, isSame)

interface WordsProps {
  readonly className: string | undefined
  readonly children: ReactNode
}

/** Renders words that a screen reader reads aloud after a pause. */
function Words({ className, children }: WordsProps) {
  return (
    <span className={className}>
      <span className="visually-hidden">, </span>
      {children}
    </span>
  )
}

interface FigureProps {
  readonly className: string | undefined
  readonly shown: string | undefined
  /** The unit for screen readers, which do not convey the column. */
  readonly unit: string
}

function Figure({ className, shown, unit }: FigureProps) {
  if (shown === undefined) return <span className={className} />
  return (
    <Words className={className}>
      {shown}
      <span className="visually-hidden"> {unit}</span>
    </Words>
  )
}
