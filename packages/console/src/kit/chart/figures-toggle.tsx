import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { IconButton } from '#ui/icon-button.tsx'
import { m } from './messages.ts'
import classes from './time-series.module.css'

interface FiguresToggleProps {
  readonly title: string
  readonly isPressed: boolean
  readonly onToggle: () => void
}

export function FiguresToggle({ title, isPressed, onToggle }: FiguresToggleProps) {
  const Icon = isPressed ? IconChartLine : IconTable
  return (
    <span className={classes['toggle']}>
      <IconButton label={isPressed ? m.showChart(title) : m.showFigures(title)} onClick={onToggle}>
        <Icon size={14} stroke={1.5} aria-hidden />
      </IconButton>
    </span>
  )
}
