import { useState } from 'react'
import { useGo } from '#kit/page/link.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { Button } from '#ui/button.tsx'
import { type ActionsOf, itemActions } from './item-actions.tsx'
import type { ManagedResource } from './managed-resource.ts'

interface ItemButtonsProps<Item, Name extends string> {
  readonly resource: ManagedResource<Item, Name>
  readonly item: Item
  /** In place of leading back to the list once the one is gone. */
  readonly onGone?: () => void
}

/** Everything that can be done with one, where it is shown alone. */
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

/** Busy until what it does is done. */
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
