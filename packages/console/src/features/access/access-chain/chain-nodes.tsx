import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { accessChain as m } from '../messages/access.ts'
import classes from './chain-nodes.module.css'
import { type ChainStatus, statusLook } from './chain-status.ts'

interface ChainNodesProps {
  readonly name: string
  readonly status: ChainStatus
}

/** On how many nodes it is connected; opened, how it is doing on each and what the node says about it. */
export function ChainNodes({ name, status: { node_status: nodes, node_error: errors } }: ChainNodesProps) {
  const connected = nodes.filter(({ status }) => status === 'connected').length
  const count = m.ofNodes(connected, nodes.length)
  return (
    <Popover
      label={m.nodesOf(name)}
      trigger={(trigger) => (
        <Button
          size="small"
          variant="quiet"
          icon={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
          aria-label={`${m.nodesOf(name)}: ${count}`}
          {...trigger}
        >
          {count}
        </Button>
      )}
    >
      {() => (
        <ul className={classes['nodes']}>
          {nodes.map(({ node, status }) => {
            const { kind, word } = statusLook(status)
            return (
              <li key={node} className={classes['node']}>
                <Verbatim text={node} />
                <Status kind={kind}>{word}</Status>
                {errors
                  .filter((one) => one.node === node)
                  .map(({ error }) => (
                    <span key={error} className={classes['error']}>
                      <Verbatim text={error} wrap />
                    </span>
                  ))}
              </li>
            )
          })}
        </ul>
      )}
    </Popover>
  )
}
