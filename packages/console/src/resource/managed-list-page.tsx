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
    /** Why none can be made now, for whoever may at all. */
    readonly disabledReason?: (items: readonly Item[]) => string | undefined
    /** The steps towards a new one, or what opens them. */
    readonly to: Address | ((items: readonly Item[]) => unknown)
  }
  /** Beside what leads to a new one. */
  readonly actions?: ReactNode
  /** One line of what there is. */
  readonly summary?: (listed: ListedItems<Item>) => ReactNode
  /** Between head and table. */
  readonly children?: ReactNode
}

/** The page of a resource that is nothing but its list. */
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

/** Leads to a new one. */
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
