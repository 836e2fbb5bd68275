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

/** The content before the path of every page: the menu knows to which area the page belongs. */
export const PageArea = createContext<ReactNode>(undefined)

interface PageProps extends Omit<PageHeadProps, 'heading'> {
  /** The title of the document, and the heading unless `heading` is given. */
  readonly title: string
  readonly heading?: ReactNode
  readonly children: ReactNode
}

/** The frame of every page: a document title, a heading, a line of summary, its actions, its content. */
export function Page({ title, heading, children, ...head }: PageProps) {
  const { clusters, brokerName } = consoleConfig()
  const place = [environment && environmentNames[environment], clusters && brokerName]
    .map((name) => (name ? ` · ${visibleText(name, 40)}` : ''))
    .join('')
  const documentTitle = `${visibleText(title, 80)}${place} · Brokerdeck`
  // A layout effect sets the title together with the render: plain effects of a first view run after the paint.
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
  /** The parents of this page, outermost first; a list opens as it was left. */
  readonly breadcrumbs?: readonly {
    readonly to: Address
    readonly label: string
  }[]
  /** Content beside the heading: a copy button, status pills. */
  readonly badges?: ReactNode
  /** A line of summary: the number of objects and their state. */
  readonly summary?: ReactNode
  /** The actions at the right, as small buttons, the primary one last. */
  readonly actions?: ReactNode
  /** True if the heading is an identifier of the broker. */
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

/** The steps in which the first view of a visit renders: the head, then the content, then the parts out of sight. */
const steps = ['head', 'content', 'all'] as const
type Step = (typeof steps)[number]

let reached = 0
const listeners = new Set<() => void>()

/** Tells whether a step is due: on a slow machine the head of a page appears most of a second before the rest. */
export function useIsDrawn(step: Step): boolean {
  return useSyncExternalStore(subscribe, () => reached >= steps.indexOf(step))
}

/** Renders the first page in steps: each step begins after the previous step has been painted. */
function useDrawInSteps(): void {
  useEffect(() => {
    if (reached === steps.length - 1) return undefined
    const left = new AbortController()
    afterPaint(() => reach(1), left.signal)
    whenIdle(() => reach(2), left.signal)
    // The next page continues from the step that this page reached.
    return () => left.abort()
  }, [])
}

/**
 * The milliseconds in which a first view on a slow line gets its first responses; the parts out of sight must not
 * delay rendering them.
 */
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

/** The milliseconds after which a frame is no longer awaited. */
const withoutFrames = 1_000

/**
 * Runs the callback after a paint: a frame is painted after its callbacks, so the task after them runs once it is
 * visible. A hidden tab has no frames.
 */
function afterPaint(run: () => void, left: AbortSignal): void {
  if (document.hidden) later(run, left)
  else {
    requestAnimationFrame(() => later(run, left))
    // An embedded page may get no frames either; running the callback twice does no harm.
    later(run, left, withoutFrames)
  }
}

function later(run: () => void, left: AbortSignal, milliseconds = 0): void {
  setTimeout(() => !left.aborted && run(), milliseconds)
}
