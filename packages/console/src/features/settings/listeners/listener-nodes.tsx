import type { ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { listeners as m } from '../messages/listeners.ts'
import classes from './listener-nodes.module.css'
import { ListenerUse } from './listener-use.tsx'

/** On how many nodes a listener runs; opened, how it is doing on each. */
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
          aria-label={`${m.nodesOf(id)}: ${m.ofNodes(running, nodes.length)}`}
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
