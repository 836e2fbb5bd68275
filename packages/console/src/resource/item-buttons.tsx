import { useState } from 'react'
import { useGo } from '#kit/page/link.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { Button } from '#ui/button.tsx'
import { type ActionsOf, itemActions } from './item-actions.tsx'
import type { ManagedResource } from './managed-resource.ts'

interface ItemButtonsProps<Item, Name extends string> {
  readonly resource: ManagedResource<Item, Name>
  readonly item: Item
  /** Called once the item is gone; without it, the page returns to the list. */
  readonly onGone?: () => void
}

/** The buttons for all actions of an item on its own page. */
export function ItemButtons<Item, Name extends string>(props: ItemButtonsProps<Item, Name>) {
  const { resource, item } = props
  const go = useGo()
  const isStillHere = useStillHere()
  const toList = () => {
    if (isStillHere()) void go(resource.address)
  }
  const { onGone = toList } = props
  return itemActions(resource, [item], onGone)(item).map((one) => <ItemButton key={one.label} {...one} />)
}

/** A button that is busy until its action has finished. */
function ItemButton({ label, danger, disabledReason, onSelect }: ReturnType<ActionsOf<never>>[number]) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Button
      size="small"
      variant={danger === true ? 'danger' : 'default'}
      disabledReason={disabledReason}
      isBusy={isBusy}
      onClick={() => {
        setBusy(true)
        void onSelect().finally(() => setBusy(false))
      }}
    >
      {label.replace('…', '')}
    </Button>
  )
}
