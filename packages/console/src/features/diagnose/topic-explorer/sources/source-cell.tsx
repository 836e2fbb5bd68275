import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import type { ReactNode } from 'react'
import { topicExplorer as m } from '#features/diagnose/messages/topic-explorer.ts'
import {
  loadedAtOnce,
  type SourceLoader,
  type SourceState,
} from '#features/diagnose/topic-explorer/source-loader.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/button.tsx'
import { Definition } from '#ui/definition.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Status } from '#ui/status.tsx'
import { ToggleInput } from '#ui/toggle-input.tsx'
import classes from './sources-panel.module.css'

interface SourceCellProps {
  readonly name: string
  readonly meaning: string
  readonly icon: ReactNode
  readonly state: SourceState
  readonly loader: SourceLoader
}

/** Shows one list of the broker: whether it is in the tree, how much of it, and a way to load the rest. */
export function SourceCell({ name, meaning, icon, state, loader }: SourceCellProps) {
  const { isOn, isLoading, loaded, total, hasMore, problem } = state
  return (
    <div className={classNames(classes['cell'], classes['source'])}>
      <div className={classes['head']}>
        <ToggleInput isOn={isOn} label={m.showSource(name)} onChange={(to) => loader.turn(to)} />
        {icon}
        <span className={classes['name']}>
          <Definition definition={meaning}>{name}</Definition>
        </span>
        {isOn && (
          <span className={classes['end']}>
            <IconButton label={m.reload(name)} onClick={() => loader.turn(true)}>
              <IconRefresh size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <div className={classes['state']}>
        {!isOn && m.off}
        {isOn && (loaded > 0 || !isLoading) && problem === undefined && <span>{amount(loaded, total)}</span>}
        {isLoading && <span>{m.loading}</span>}
        {problem !== undefined && (
          <>
            <Status kind="bad">{problem.detail ?? problem.title}</Status>
            <Button size="small" onClick={() => void loader.more()}>
              {m.tryAgain}
            </Button>
          </>
        )}
        {hasMore && !isLoading && problem === undefined && (
          <>
            {total === undefined && <span>{m.moreNotLoaded}</span>}
            <Button size="small" onClick={() => void loader.more()}>
              {m.loadMore(formatNumber(loadedAtOnce))}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function amount(loaded: number, total: number | undefined): string {
  return total === undefined || total <= loaded
    ? m.loaded(formatNumber(loaded))
    : m.loadedOf(formatNumber(loaded), formatNumber(total))
}
