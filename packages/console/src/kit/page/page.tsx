import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { page as m } from '#kit/messages/page.ts'
import { classNames } from '#lib/class-names.ts'
import { consoleConfig } from '#lib/console-config.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { Address } from '#routes/routes.ts'
import { environment, environmentNames } from './environment.ts'
import { asLeft, Link } from './link.tsx'
import classes from './page-head.module.css'

/** What stands before the path of every page: the menu knows which area it is of. */
export const PageArea = createContext<ReactNode>(undefined)

interface PageProps extends Omit<PageHeadProps, 'heading'> {
  /** The document's title, and the heading unless `heading` says more. */
  readonly title: string
  readonly heading?: ReactNode
  readonly children: ReactNode
}

/** Every page: a document title of its own, a heading, one line that sums it up, its actions, its content. */
export function Page({ title, heading, children, ...head }: PageProps) {
  const { clusters, brokerName } = consoleConfig()
  const place = [environment && environmentNames[environment], clusters && brokerName]
    .map((name) => (name ? ` · ${visibleText(name, 40)}` : ''))
    .join('')
  const documentTitle = `${visibleText(title, 80)}${place} · Brokerdeck`
  // With the drawing: effects of a first view come after it has been painted.
  useLayoutEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  useDrawInSteps()
  const isContentDue = useIsDrawn('content')
  return (
    <>
      <PageHead {...head} heading={heading ?? title} />
      {isContentDue && children}
    </>
  )
}

interface PageHeadProps {
  readonly heading: ReactNode
  /** What this page is part of, outermost first; a list is opened as it was left. */
  readonly breadcrumbs?: readonly {
    readonly to: Address
    readonly label: string
  }[]
  /** Beside the heading: a copy button, status pills. */
  readonly badges?: ReactNode
  /** One line: what there is and how it is doing. */
  readonly summary?: ReactNode
  /** At the right, small buttons, the primary one last. */
  readonly actions?: ReactNode
  /** The heading is an identifier of the broker's. */
  readonly mono?: boolean
}

/** The 52 px head of a page. */
function PageHead({ heading, breadcrumbs = [], badges, summary, actions, mono = false }: PageHeadProps) {
  const area = use(PageArea)
  return (
    <div className={classes['head']}>
      {(breadcrumbs.length > 0 || area !== undefined) && (
        <nav aria-label={m.path} className={classes['path']}>
          {area}
          {breadcrumbs.map(({ to, label }) => (
            <span key={to.to} className={classes['crumb']}>
              <Link to={asLeft(to)}>{label}</Link>
              <IconChevronRight size={12} stroke={1.5} aria-hidden />
            </span>
          ))}
        </nav>
      )}
      <h1 className={classNames(classes['heading'], mono && classes['mono'])}>{heading}</h1>
      {badges}
      {summary !== undefined && <span className={classes['summary']}>{summary}</span>}
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  )
}

/** What of a visit's first view is drawn: its head, then its content, then what is out of sight. */
const steps = ['head', 'content', 'all'] as const
type Step = (typeof steps)[number]

let reached = 0
const listeners = new Set<() => void>()

/** Whether this is due: on a slow machine the head of a page is seen most of a second before all of it is drawn. */
export function useIsDrawn(step: Step): boolean {
  return useSyncExternalStore(subscribe, () => reached >= steps.indexOf(step))
}

/** Of what is drawn first: goes on after each step has been painted. */
function useDrawInSteps(): void {
  useEffect(() => {
    if (reached === steps.length - 1) return undefined
    const left = new AbortController()
    afterPaint(() => reach(1), left.signal)
    whenIdle(() => reach(2), left.signal)
    // The next page goes on from where this one was left.
    return () => left.abort()
  }, [])
}

/** Milliseconds in which a first view on a slow line has its first answers; what is out of sight must not delay their drawing. */
const settling = 3_000

function whenIdle(run: () => void, left: AbortSignal): void {
  if (typeof requestIdleCallback === 'function')
    later(() => requestIdleCallback(() => !left.aborted && run()), left, settling)
  else afterPaint(() => afterPaint(run, left), left)
}

function reach(step: number): void {
  reached = Math.max(reached, step)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Milliseconds after which nobody waits for a frame any more. */
const withoutFrames = 1_000

/** A frame is painted after its callbacks, so the task after them comes when it is seen; a tab out of sight has no frames. */
function afterPaint(run: () => void, left: AbortSignal): void {
  if (document.hidden) later(run, left)
  else {
    requestAnimationFrame(() => later(run, left))
    // A page within another may get no frames either; to run twice does no harm.
    later(run, left, withoutFrames)
  }
}

function later(run: () => void, left: AbortSignal, milliseconds = 0): void {
  setTimeout(() => !left.aborted && run(), milliseconds)
}
