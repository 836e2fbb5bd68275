import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { type StatusKind, StatusShape } from '#ui/status.tsx'
import classes from './notify.module.css'

function show(kind: StatusKind, title: ReactNode, detail?: ReactNode): void {
  notifications.show({
    title,
    message: detail,
    icon: <StatusShape kind={kind} coloured />,
    role: kind === 'bad' ? 'alert' : 'status',
    autoClose: kind === 'bad' ? 12_000 : 5000,
    classNames: {
      root: classes['root'] ?? '',
      icon: classes['icon'] ?? '',
      title: classes['title'] ?? '',
      description: classes['detail'] ?? '',
    },
  })
}

/** Shows a notice about the result of an action. A failure shown here must also be visible where it happened. */
export const notify = {
  success: (title: ReactNode, detail?: ReactNode) => show('ok', title, detail),
  info: (title: ReactNode, detail?: ReactNode) => show('off', title, detail),
  warning: (title: ReactNode, detail?: ReactNode) => show('warn', title, detail),
  failure: (title: ReactNode, detail?: ReactNode) => show('bad', title, detail),
}
