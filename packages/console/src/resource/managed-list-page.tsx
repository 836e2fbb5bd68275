import type { ReactNode } from 'react'
import { whyNoWrite } from '#api/query.ts'
import { useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import type { Address } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import type { ListedItems } from './managed-list.ts'
import { ManagedTable, type ManagedTableProps, useListing } from './managed-table.tsx'

interface ManagedListPageProps<Item, Name extends string>
  extends Omit<ManagedTableProps<Item, Name>, 'listing'> {
  readonly create?: {
    readonly label: string
    /** Returns the reason why nothing can be created now, even by users who have the right to. */
    readonly disabledReason?: (items: readonly Item[]) => string | undefined
    /** The address of the steps to create an item, or a function that opens them. */
    readonly to: Address | ((items: readonly Item[]) => unknown)
  }
  /** The buttons beside the create button. */
  readonly actions?: ReactNode
  /** Returns a summary in one line. */
  readonly summary?: (listed: ListedItems<Item>) => ReactNode
  /** The content between the header and the table. */
  readonly children?: ReactNode
}

/** Shows a resource that has no page content other than its list. */
export function ManagedListPage<Item, Name extends string>(props: ManagedListPageProps<Item, Name>) {
  const { resource, create, actions, summary, children, ...table } = props
  const listing = useListing(resource)
  const { listed } = listing
  const items = listed.items ?? []
  return (
    <Page
      title={resource.words.title}
      summary={summary?.(listed)}
      actions={
        <>
          {actions}
          {create && (
            <CreateButton
              label={create.label}
              disabledReason={create.disabledReason?.(items)}
              to={leading(create.to, items)}
            />
          )}
        </>
      }
    >
      {children}
      <ManagedTable resource={resource} listing={listing} {...table} />
    </Page>
  )
}

function leading<Item>(to: Address | ((items: readonly Item[]) => unknown), items: readonly Item[]) {
  return typeof to === 'function' ? () => to(items) : to
}

interface CreateButtonProps {
  readonly label: string
  readonly disabledReason?: string | undefined
  readonly to: Address | (() => unknown)
}

/** Opens the steps to create an item. */
export function CreateButton({ label, disabledReason, to }: CreateButtonProps) {
  const go = useGo()
  return (
    <Button
      size="small"
      variant="primary"
      disabledReason={whyNoWrite() ?? disabledReason}
      onClick={() => void (typeof to === 'function' ? to() : go(to))}
    >
      {label}
    </Button>
  )
}
