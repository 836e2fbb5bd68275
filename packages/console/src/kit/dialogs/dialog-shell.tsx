import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog-shell.module.css'
import { useFocusGivenBack } from './use-focus-given-back.ts'

interface DialogShellProps {
  readonly title: ReactNode
  /** Called on Escape, on the close button and on a click outside. */
  readonly onClose: () => void
  /** The buttons, with the main button last. */
  readonly footer?: ReactNode
  readonly size?: number
  readonly children: ReactNode
}

/** A modal dialog, which traps the focus and restores it when it closes. */
export function DialogShell({ title, onClose, footer, size = 480, children }: DialogShellProps) {
  useFocusGivenBack()
  return (
    <Modal opened onClose={onClose} title={title} size={size} classNames={{ title: classes['title'] ?? '' }}>
      <div className={classes['body']}>{children}</div>
      {footer !== undefined && <div className={classes['footer']}>{footer}</div>}
    </Modal>
  )
}
