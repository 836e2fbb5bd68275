import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { activeAlarmsQuestion } from '#domain/alarm/active-alarms-question.ts'
import { listeners as m } from '#features/settings/messages/listeners.ts'
import { formatList } from '#i18n/sentences.ts'
import { visibleText } from '#lib/visible-text.ts'
import { CommandText } from '#ui/command-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './sync-notice.module.css'

const command = 'emqx ctl conf cluster_sync status'

/**
 * Shows listeners that do not run on every node. Seen on 5.8.9: a listener whose port is taken on one node is created
 * all the same; that node then applies no configuration change any more, while every later change waits for it.
 */
export function SyncNotice() {
  const { data: list = [] } = useQuery(read(listeners.list, {}, { pollSeconds: 10 }))
  const { data: active } = useQuery(read(...activeAlarmsQuestion, { pollSeconds: 10 }))
  const stuck = (active?.data ?? []).filter(({ name }) => name === 'cluster_rpc_apply_failed')
  const partly = list.filter(({ enable, status }) => enable && status.running === 'inconsistent')
  if (stuck.length === 0 && partly.length === 0) return null
  return (
    <Panel title={m.syncTitle} className={classes['panel']} padded>
      <div className={classes['notice']} role="alert">
        {stuck.map(({ node, message }) => (
          <p key={node}>
            <Status kind="bad">
              <Verbatim text={m.nodeStuck(node, message)} wrap />
            </Status>
          </p>
        ))}
        {partly.map(({ id, node_status }) => {
          const missing = node_status.filter(({ status }) => status.running !== true)
          const nodes = formatList(missing.map(({ node }) => visibleText(node)))
          return (
            <p key={id}>
              <Status kind="warn">{m.listenerMissing(visibleText(id), nodes)}</Status>
            </p>
          )
        })}
        <p>{m.syncAdvice}</p>
        <CommandText label={m.syncCommands} text={command} />
        <p>{m.syncFix}</p>
      </div>
    </Panel>
  )
}
