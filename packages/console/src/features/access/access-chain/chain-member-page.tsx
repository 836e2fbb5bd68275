import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { accessChain as m } from '../messages/access.ts'
import type { Chain, ChainAnswer, ChainItem, ChainMember } from './chain.ts'
import { ChainMetrics } from './chain-metrics.tsx'
import { ChainNodes } from './chain-nodes.tsx'
import { statusLook } from './chain-status.ts'
import { ChainSwitch } from './chain-switch.tsx'
import { useChainActions } from './use-chain-actions.tsx'

interface ChainMemberPageProps<Item extends ChainItem, Count extends string> {
  readonly chain: Chain<Item, Count>
  /** Undefined where the address names nothing that could be in the chain. */
  readonly answer: ChainAnswer<Item> | undefined
  /** Beside its state: what kind it is. */
  readonly badges?: (item: Item) => ReactNode
  /** What stands in one of the chain's `tabsOf`. */
  readonly content: (tab: string, item: Item) => ReactNode
}

const searchSchema = v.looseObject({ tab: v.fallback(v.optional(v.string()), undefined) })

/** One of a chain: what it decided, its settings, and what it keeps. */
export function ChainMemberPage<Item extends ChainItem, Count extends string>(
  props: ChainMemberPageProps<Item, Count>,
) {
  const { chain, answer } = props
  const problem = problemOf(answer?.error ?? null)
  const isAbsent = answer === undefined || (problem?.kind === 'rejected' && problem.status === 404)
  if (answer?.data !== undefined && !isAbsent) return <Known {...props} item={answer.data} />
  const { words } = chain
  return (
    <Page title={words.title} breadcrumbs={[crumbOf(chain)]}>
      {isAbsent && <EmptyState title={words.absentTitle}>{words.absentText}</EmptyState>}
      {!isAbsent && answer.error !== null && (
        <ErrorState
          {...describeError(answer.error)}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      )}
    </Page>
  )
}

function crumbOf({ path, words }: Pick<Chain<never, never>, 'path' | 'words'>) {
  return { to: path, label: words.title }
}

type KnownProps<Item extends ChainItem, Count extends string> = ChainMemberPageProps<Item, Count> &
  ChainMember<Item, Count>

function Known<Item extends ChainItem, Count extends string>(props: KnownProps<Item, Count>) {
  const { chain, item, badges, content } = props
  const [search] = useUrlSearch(searchSchema)
  const navigate = useNavigate()
  const tabs = [{ id: 'overview', label: m.overview }, ...chain.tabsOf(item)]
  const tab = tabs.find((one) => one.id === search.tab)?.id ?? 'overview'
  return (
    <Page
      title={chain.nameOf(item)}
      heading={chain.labelOf(item)}
      breadcrumbs={[crumbOf(chain)]}
      badges={
        <>
          {badges?.(item)}
          <ChainState chain={chain} item={item} />
        </>
      }
      actions={<Actions chain={chain} item={item} />}
    >
      <Tabs
        label={chain.words.tabs}
        tabs={tabs}
        value={tab}
        // The filters of one tab are no part of another.
        onChange={(to) =>
          void navigate({
            to: chain.memberPath(chain.idOf(item)),
            search: to === 'overview' ? {} : { tab: to },
            replace: true,
          })
        }
      >
        {tab === 'overview' ? (
          <ChainOverviewPanel chain={chain} item={item} />
        ) : (
          <Suspense fallback={<Skeleton height={240} />}>{content(tab, item)}</Suspense>
        )}
      </Tabs>
    </Page>
  )
}

function Actions<Item extends ChainItem, Count extends string>({ chain, item }: ChainMember<Item, Count>) {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  const { remove } = useChainActions(chain)
  return (
    <>
      <ChainSwitch chain={chain} item={item} note={m.enabled} />
      <Button
        size="small"
        variant="danger"
        disabledReason={whyNoWrite()}
        onClick={() =>
          void remove(item).then((isGone) => {
            if (isGone && isStillHere()) void navigate({ to: chain.path })
          })
        }
      >
        {m.remove}
      </Button>
    </>
  )
}

/** What it was asked and what it said. */
function ChainOverviewPanel<Item extends ChainItem, Count extends string>({
  chain,
  item,
}: ChainMember<Item, Count>) {
  const { data, dataUpdatedAt, error, refetch, isFetching } = chain.useStatus(item)
  if (data !== undefined) return <ChainMetrics status={data} readAt={dataUpdatedAt} counts={chain.counts} />
  if (error === null) return <Skeleton />
  return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
}

/** The state of the whole, and that of each node on request. */
function ChainState<Item extends ChainItem, Count extends string>({ chain, item }: ChainMember<Item, Count>) {
  const { data: status } = chain.useStatus(item)
  if (status === undefined) return null
  const { kind, word } = statusLook(status.status)
  return (
    <>
      <Status kind={kind} pill>
        {word}
      </Status>
      <ChainNodes name={chain.nameOf(item)} status={status} />
    </>
  )
}
