import type { Trace } from '@brokerdeck/contract/diagnose/trace.ts'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useMutation } from '@tanstack/react-query'
import type { TraceLogView } from '#domain/trace/log/use-trace-log.ts'
import { trace as m } from '#features/diagnose/messages/trace.ts'
import { formatBytes } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Definition } from '#ui/definition.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import classes from './trace.module.css'
import { downloadTrace, whyNoTraceFile } from './traces.tsx'

interface LogBarProps {
  readonly trace: Trace
  readonly log: TraceLogView
  readonly node: string | undefined
  readonly onNode: (node: string | undefined) => void
  readonly isFollowing: boolean
  readonly onFollow: (isFollowing: boolean) => void
}

/** Chooses the node whose log is shown, and whether the log is followed. */
export function LogBar({ trace, log, node, onNode, isFollowing, onFollow }: LogBarProps) {
  const download = useMutation({ mutationFn: () => downloadTrace(trace, node) })
  const files = log.files ?? []
  return (
    <div className={classes['bar']}>
      <Definition definition={m.nodeHelp}>{m.node}</Definition>
      <span className={classes['node']}>
        <SelectBox
          aria-label={m.node}
          value={node ?? ''}
          options={[
            { value: '', label: m.allNodes },
            ...files.map((file) => ({
              value: file.node,
              label: m.nodeOf(visibleText(file.node), formatBytes(file.size)),
            })),
          ]}
          onChange={(next) => onNode(next === '' ? undefined : next)}
        />
      </span>
      <span className={classes['end']}>
        {trace.status !== 'stopped' && (
          <>
            <span role="status">{isFollowing ? m.following : m.paused}</span>
            <Button
              size="small"
              icon={
                isFollowing ? (
                  <IconPlayerPause size={16} stroke={1.5} aria-hidden />
                ) : (
                  <IconPlayerPlay size={16} stroke={1.5} aria-hidden />
                )
              }
              onClick={() => onFollow(!isFollowing)}
            >
              {isFollowing ? m.pause : m.follow}
            </Button>
          </>
        )}
        {node !== undefined && (
          <Button
            size="small"
            isBusy={download.isPending}
            disabledReason={whyNoTraceFile()}
            onClick={() => download.mutate()}
          >
            {m.downloadNode}
          </Button>
        )}
      </span>
    </div>
  )
}
