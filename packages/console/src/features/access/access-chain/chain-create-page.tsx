import type { ReactNode } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { Page } from '#kit/page/page.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import type { ChainAnswer } from './chain.ts'

interface ChainCreatePageProps<Data> {
  readonly chain: { readonly path: string; readonly words: { readonly title: string } }
  readonly title: string
  /** Who is in the chain: each may be there once. */
  readonly answer: ChainAnswer<Data>
  readonly children: (chain: Data) => ReactNode
}

/** The steps towards a new one of a chain. */
export function ChainCreatePage<Data>({ chain, title, answer, children }: ChainCreatePageProps<Data>) {
  const { data, error, refetch, isFetching } = answer
  return (
    <Page title={title} breadcrumbs={[{ to: chain.path, label: chain.words.title }]}>
      {data !== undefined && children(data)}
      {data === undefined && error !== null && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </Page>
  )
}
