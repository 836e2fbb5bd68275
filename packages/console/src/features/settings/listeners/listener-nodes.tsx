import type { ListenerStatus, ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { listeners as m } from '#features/settings/messages/listeners.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { addLabel } from '#i18n/sentences.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/meter.tsx'
import { Popover } from '#ui/overlays.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './listener-nodes.module.css'

/** Shows the number of nodes on which a listener runs; opens a popover with its state on each node. */
export function ListenerNodes({ listener }: { readonly listener: ListenerSummary }) {
  const { id, enable, node_status: nodes } = listener
  const running = nodes.filter(({ status }) => status.running === true).length
  return (
    <Popover
      label={m.nodesOf(id)}
      trigger={(trigger) => (
        <Button
          size="small"
          variant="quiet"
          icon={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
          aria-label={addLabel(m.nodesOf(id), m.ofNodes(running, nodes.length))}
          {...trigger}
        >
          {m.ofNodes(running, nodes.length)}
        </Button>
      )}
    >
      {() => (
        <ul className={classes['nodes']}>
          {nodes.map(({ node, status, address }) => (
            <li key={node} className={classes['node']}>
              <Verbatim text={node} />
              {status.running === true ? (
                <Status kind="ok">{m.running}</Status>
              ) : (
                <Status kind={enable ? 'bad' : 'off'}>{m.stopped}</Status>
              )}
              <ListenerUse status={status} />
              {address !== undefined && <Verbatim text={address} />}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** The share of the connection limit from which a listener counts as nearly full. */
const nearlyFull = 0.9

/** Shows the connections and their limit, with a meter if there is a limit. */
export function ListenerUse({ status }: { readonly status: ListenerStatus }) {
  const { current_connections: now, max_connections: limit } = status
  const words = limit === 'infinity' ? m.unlimited : formatNumber(limit)
  const share = limit === 'infinity' ? undefined : now / limit
  return (
    <span className={classes['use']}>
      {share !== undefined && (
        <Meter
          value={share}
          level={share >= 1 ? 'bad' : share >= nearlyFull ? 'warn' : 'normal'}
          label={m.connectionLimit(words)}
        />
      )}{' '}
      {m.used(formatNumber(now), words)}
    </span>
  )
}
