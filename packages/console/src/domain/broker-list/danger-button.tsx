import { whyNoWrite } from '#api/permission/write-permission.ts'
import { Button } from '#ui/button.tsx'

interface DangerButtonProps {
  readonly label: string
  /** Why not now, for whoever may at all. */
  readonly disabledReason?: string | undefined
  readonly onClick: () => void
}

/** Takes something away, of a list or of what is selected in it. */
export function DangerButton({ label, disabledReason, onClick }: DangerButtonProps) {
  return (
    <Button size="small" variant="danger" disabledReason={whyNoWrite() ?? disabledReason} onClick={onClick}>
      {label}
    </Button>
  )
}
