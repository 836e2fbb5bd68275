import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog-shell.module.css'
import { useFocusGivenBack } from './use-focus-given-back.ts'

interface DrawerShellProps {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly footer?: ReactNode
  /** The width, 480 by default; like every size of Mantine, it follows the root font size. */
  readonly size?: number
  readonly children: ReactNode
}

/** A sheet at the right, for viewing or editing an object beside its list. */
export function DrawerShell({ title, isOpen, onClose, footer, size, children }: DrawerShellProps) {
  useFocusGivenBack()
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={title}
      classNames={{ title: classes['title'] ?? '' }}
      {...(size === undefined ? {} : { size })}
    >
      <div className={classes['body']}>{children}</div>
      {footer !== undefined && <div className={classes['footer']}>{footer}</div>}
    </Drawer>
  )
}
