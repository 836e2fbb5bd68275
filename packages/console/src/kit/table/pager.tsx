import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import { useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { table as m } from '#kit/messages/page.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import classes from './pager.module.css'
import { useDensity } from './table-toolbar.tsx'

type Cursor = string | undefined

/** The cursors of the visited pages, beginning with the first page (undefined). */
export type CursorTrail = readonly Cursor[]

export const startOfTrail: CursorTrail = [undefined]

/** A cursor that is not on the trail came with a link: only the existence of a first page is known. */
function walkTrail(trail: CursorTrail, current: Cursor): CursorTrail {
  const position = trail.indexOf(current)
  return position === -1 ? [undefined, current] : trail.slice(0, position + 1)
}

export function stepForward(trail: CursorTrail, current: Cursor, next: string): CursorTrail {
  return [...walkTrail(trail, current), next]
}

export function previousCursor(trail: CursorTrail, current: Cursor): Cursor {
  return walkTrail(trail, current).at(-2)
}

/** Returns the page number, counted from 1; undefined if the trail does not contain this page. */
export function pageNumber(trail: CursorTrail, current: Cursor): number | undefined {
  const position = trail.indexOf(current)
  return position === -1 ? undefined : position + 1
}

export const PAGE_SIZES = [20, 50, 100, 500] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** Uses `?page=&limit=` with the total in `meta.count`. */
interface CountPaging {
  readonly style: 'count'
  readonly page: number
  readonly size: PageSize
  readonly total: number | undefined
  readonly onChange: (to: { page: number; size: PageSize }) => void
}

/** Uses `?page=&limit=` with only `meta.hasnext`: the total is unknown. */
interface HasNextPaging {
  readonly style: 'has-next'
  readonly page: number
  readonly size: PageSize
  readonly hasNext: boolean
  readonly onChange: (to: { page: number; size: PageSize }) => void
}

/**
 * An opaque cursor leads to the next page; previous cursors are remembered. A page may hold more rows than requested.
 */
interface CursorPaging {
  readonly style: 'cursor'
  /** The cursor of the shown page; undefined for the first page. */
  readonly cursor: string | undefined
  readonly next: string | undefined
  readonly size: PageSize
  /** The total, if it is known from another source. */
  readonly total?: number | undefined
  readonly onChange: (to: { cursor: string | undefined; size: PageSize }) => void
}

/** More rows are appended at the end. */
interface ContinuationPaging {
  readonly style: 'continuation'
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly onMore: () => void
}

export type Paging = CountPaging | HasNextPaging | CursorPaging | ContinuationPaging

function isPageSize(value: unknown): value is PageSize {
  return PAGE_SIZES.some((size) => size === value)
}

function changePageSize(paging: Exclude<Paging, ContinuationPaging>, size: PageSize): void {
  if (paging.style === 'cursor') paging.onChange({ cursor: undefined, size })
  else paging.onChange({ page: 1, size })
}

interface PagerProps {
  readonly paging: Paging | undefined
  readonly rowCount: number
  readonly onMove: () => void
}

interface Moves {
  readonly range: string
  readonly previous?: (() => void) | undefined
  readonly next?: (() => void) | undefined
}

function toNumberedMoves(paging: Extract<Paging, { page: number }>, rowCount: number): Moves {
  const { page, size, onChange } = paging
  const first = (page - 1) * size + 1
  const rows =
    rowCount === 0
      ? m.rowCount(0, formatNumber(0))
      : m.rowsRange(formatNumber(first), formatNumber(first + rowCount - 1))
  const total = paging.style === 'count' && rowCount > 0 ? paging.total : undefined
  const hasNext =
    paging.style === 'has-next'
      ? paging.hasNext
      : total === undefined
        ? rowCount >= size
        : page * size < total
  const isMore = paging.style === 'has-next' && hasNext && rowCount > 0
  return {
    range:
      total !== undefined
        ? m.ofTotal(rows, formatNumber(total))
        : // At least one more row is on the next page.
          isMore
          ? m.ofAtLeast(rows, formatNumber(first + rowCount))
          : rows,
    previous: page > 1 ? () => onChange({ page: page - 1, size }) : undefined,
    next: hasNext ? () => onChange({ page: page + 1, size }) : undefined,
  }
}

function cursorMoves(
  paging: Extract<Paging, { style: 'cursor' }>,
  rowCount: number,
  trail: CursorTrail,
  setTrail: (trail: CursorTrail) => void,
): Moves {
  const { cursor, next, size, total, onChange } = paging
  const page = cursor === undefined ? 1 : pageNumber(trail, cursor)
  const rows = m.rowCount(rowCount, formatNumber(rowCount))
  const range =
    page === 1 && rowCount > 0
      ? m.rowsRange('1', formatNumber(rowCount))
      : page === undefined
        ? rows
        : m.pageOf(formatNumber(page), rows)
  const go = (to: string | undefined) => onChange({ cursor: to, size })
  // The page behind a cursor may be empty, and a page may be longer than requested, but only the last page is
  // shorter.
  const seen = page === undefined ? undefined : (page - 1) * size + rowCount
  return {
    range:
      total !== undefined
        ? m.ofTotal(range, formatNumber(total))
        : next !== undefined && seen !== undefined
          ? m.ofAtLeast(range, formatNumber(seen))
          : range,
    previous: cursor === undefined ? undefined : () => go(previousCursor(trail, cursor)),
    next:
      next === undefined
        ? undefined
        : () => {
            setTrail(stepForward(trail, cursor, next))
            go(next)
          },
  }
}

function DensityButton() {
  const [density, setDensity] = useDensity()
  const isCompact = density === 'compact'
  return (
    <IconButton
      label={m.compactRows}
      className="desktop-only"
      aria-pressed={isCompact}
      onClick={() => setDensity(isCompact ? 'normal' : 'compact')}
    >
      <IconMenu2 size={16} stroke={1.5} />
    </IconButton>
  )
}

/** The 40 px line under a table: the current range, the total, and the buttons to other pages. */
export function Pager({ paging, rowCount, onMove }: PagerProps) {
  const [trail, setTrail] = useState<CursorTrail>(startOfTrail)
  if (paging === undefined || paging.style === 'continuation') {
    return (
      <div className={classes['pager']}>
        <span>{m.rowCount(rowCount, formatNumber(rowCount))}</span>
        <span className={classes['end']}>
          <DensityButton />
          {paging !== undefined && (
            <Button
              size="small"
              isBusy={paging.isLoadingMore}
              disabledReason={paging.hasMore ? undefined : m.allLoaded}
              onClick={paging.onMore}
            >
              {m.loadMore}
            </Button>
          )}
        </span>
      </div>
    )
  }
  const moves =
    paging.style === 'cursor'
      ? cursorMoves(paging, rowCount, trail, setTrail)
      : toNumberedMoves(paging, rowCount)
  const move = (to: (() => void) | undefined) => () => {
    onMove()
    to?.()
  }
  return (
    <div className={classes['pager']}>
      <span>{moves.range}</span>
      <span className={classes['end']}>
        <span className="desktop-only">{m.rows}</span>
        <Segmented
          label={m.rowsPerPage}
          value={paging.size}
          options={PAGE_SIZES.map((size) => ({ value: size, label: size }))}
          onChange={(size) => {
            setTrail(startOfTrail)
            onMove()
            if (isPageSize(size)) changePageSize(paging, size)
          }}
        />
        <DensityButton />
        <Button
          size="small"
          disabledReason={moves.previous === undefined ? m.firstPageShown : undefined}
          onClick={move(moves.previous)}
        >
          {m.previous}
        </Button>
        <Button
          size="small"
          disabledReason={moves.next === undefined ? m.lastPageShown : undefined}
          onClick={move(moves.next)}
        >
          {m.next}
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </Button>
      </span>
    </div>
  )
}
