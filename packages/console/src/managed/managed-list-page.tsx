import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { Page } from '#kit/page/page.tsx'
import { Button } from '#ui/button.tsx'
import type { ListedItems } from './managed-list.ts'
import { ManagedTable, type ManagedTableProps, useListing } from './managed-table.tsx'

interface ManagedListPageProps<Item, Name extends string>
  extends Omit<ManagedTableProps<Item, Name>, 'listing'> {
  readonly create?: {
    readonly label: string
    /** Why none can be made now, for whoever may at all. */
    readonly whyNot?: (items: readonly Item[]) => string | undefined
    /** The steps towards a new one, or what opens them. */
    readonly to: string | ((items: readonly Item[]) => unknown)
  }
  /** One line of what there is. */
  readonly summary?: (listed: ListedItems<Item>) => ReactNode
  /** Between head and table. */
  readonly children?: ReactNode
}

/** The page of a resource that is nothing but its list. */
export function ManagedListPage<Item, Name extends string>(props: ManagedListPageProps<Item, Name>) {
  const { resource, create, summary, children, ...table } = props
  const listing = useListing(resource)
  const { listed } = listing
  const items = listed.items ?? []
  const leads = create?.to
  const to = typeof leads === 'function' ? () => leads(items) : (leads ?? '')
  return (
    <Page
      title={resource.words.title}
      summary={summary?.(listed)}
      actions={
        create && <CreateButton label={create.label} disabledReason={create.whyNot?.(items)} to={to} />
      }
    >
      {children}
      <ManagedTable resource={resource} listing={listing} {...table} />
    </Page>
  )
}

interface CreateButtonProps {
  readonly label: string
  readonly disabledReason?: string | undefined
  readonly to: string | (() => unknown)
}

/** Leads to a new one. */
export function CreateButton({ label, disabledReason, to }: CreateButtonProps) {
  const navigate = useNavigate()
  return (
    <Button
      size="small"
      variant="primary"
      disabledReason={whyNoWrite() ?? disabledReason}
      onClick={() => void (typeof to === 'string' ? navigate({ to }) : to())}
    >
      {label}
    </Button>
  )
}
