import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { describeError } from '#api/errors.ts'
import { whyNoWrite } from '#api/query.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { WebhookLink } from '#features/integration/bridges/bridge-parts.tsx'
import { bridgeId, bridgeState, isOfWebhook } from '#features/integration/bridges/bridge-state.ts'
import { bridgeType } from '#features/integration/bridges/catalog/bridge-catalog.ts'
import type { RuleBehind } from '#features/integration/bridges/form/sample-help.ts'
import type { NewBridge } from '#features/integration/bridges/new-bridge-drawer.tsx'
import {
  actionChoice,
  bridgeChoice as m,
  sourceChoice,
} from '#features/integration/rules/messages/rule-form.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { Link } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { LineIcon } from '#ui/line-icon.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './rule-form.module.css'

/** Loaded lazily with the forms of all types, so that the choice of an existing bridge does not wait for it. */
const NewBridgeDrawer = lazy(async () => ({
  default: (await import('#features/integration/bridges/new-bridge-drawer.tsx')).NewBridgeDrawer,
}))

const kinds = {
  action: actionChoice,
  source: sourceChoice,
} as const

/** The maximum number of rows at a time; typing narrows them down. */
const mostShown = 50

interface BridgeChoiceProps {
  readonly kind: keyof typeof kinds
  /** The path of the field that holds the ID; an ID that is not in the list can be typed there. */
  readonly path: string
  /** The rule in its current state: it determines what a new action can name. */
  readonly rule: RuleBehind
}

/** Lists the existing actions or sources, each with its state. */
export function BridgeChoice({ kind, path, rule }: BridgeChoiceProps) {
  const words = kinds[kind]
  const { value, change } = useFieldState(path)
  const create = async () => {
    const made = await askDialog<NewBridge | undefined>((answer) => (
      <Suspense fallback={null}>
        <NewBridgeDrawer kind={kind} rules={[rule]} onAnswer={answer} />
      </Suspense>
    ))
    if (made !== undefined) change(bridgeId(made))
  }
  const { data, error, refetch, isFetching } = useQuery({
    ...readSummaries(kind, { pollSeconds: 10 }),
    retry: false,
  })
  if (data === undefined)
    return error === null ? (
      <Skeleton height={80} />
    ) : (
      <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  const typed = typeof value === 'string' ? value.trim() : ''
  const isThere = data.some((one) => bridgeId(one) === typed)
  const found = data.filter((one) => isThere || bridgeId(one).includes(typed))
  const isMeant = /^[^:]+:[^:]+$/.test(typed)
  return (
    <div className={classes['choice']}>
      {found.length > 0 && (
        <ul aria-label={words.list} className={classes['choices']}>
          {found.slice(0, mostShown).map((one) => {
            const id = bridgeId(one)
            const { kind: look, word } = bridgeState(one)
            return (
              <li key={id} className={classes['item']} data-chosen={id === typed}>
                <button
                  type="button"
                  className={classes['pick']}
                  aria-pressed={id === typed}
                  onClick={() => change(id)}
                >
                  <LineIcon drawing={bridgeType(one.type).icon} />
                  <span className={classes['name']}>
                    <Verbatim text={id} mono />
                  </span>
                  <Status kind={look}>{word}</Status>
                </button>
                <WebhookLink name={one.name} isOfOne={isOfWebhook(one)} />
                <Link
                  to={linkTo(kind, { id })}
                  target="_blank"
                  rel="opener"
                  className={classes['open']}
                  aria-label={m.open(visibleText(id, 80))}
                  title={m.open(visibleText(id, 80))}
                >
                  <IconExternalLink size={16} stroke={1.5} aria-hidden />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {found.length > mostShown && (
        <p className={classes['note']}>{m.more(formatNumber(found.length - mostShown))}</p>
      )}
      {data.length === 0 && <p className={classes['note']}>{words.none}</p>}
      {isMeant && !isThere && <p className={classes['note']}>{words.absent}</p>}
      <div className={classes['create']}>
        <Button size="small" disabledReason={whyNoWrite()} onClick={() => void create()}>
          {words.create}
        </Button>
        <span>{words.createHelp}</span>
      </div>
    </div>
  )
}
