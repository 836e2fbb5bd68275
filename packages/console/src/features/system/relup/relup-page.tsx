import {
  type RelupPackage,
  relup,
  relupNamePattern,
  relupSuffix,
  type UpgradeStatus,
} from '@brokerdeck/contract/system/relup.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { action, send, useActionSending } from '#acting/action.tsx'
import { PackageUpload } from '#acting/package-upload.tsx'
import { describeError, getProblem, unlessGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { polling, read } from '#api/query.ts'
import { byNodeName } from '#domain/cluster-node/seen-nodes.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { relup as m } from '#features/system/messages/operations.ts'
import { formatList } from '#i18n/sentences.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { Button } from '#ui/button.tsx'
import { LongText } from '#ui/long-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './relup-page.module.css'
import { columns, Records } from './upgraded-nodes.tsx'

/** The timeout in milliseconds: a node unpacks the package and upgrades its code before it responds. */
const timeoutMs = 600_000

const pollSeconds = (known: readonly UpgradeStatus[] | undefined) =>
  known?.some(({ status }) => status === 'in-progress') === true ? 2 : 10

/** A missing package is a valid result: an error would unmount the upload in progress with each poll. */
const packageOrNone = queryOptions({
  queryKey: [relup.package.path, {}],
  queryFn: async ({ signal }): Promise<RelupPackage | null> =>
    (await unlessGone(request(relup.package, {}, { signal, isSilent: true }))) ?? null,
  ...polling<RelupPackage | null>(30),
})

/** Upgrades nodes to another version while they run. */
export function RelupPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <HotUpgrade />
    </EnterpriseOnly>
  )
}

/** The nodes to upgrade and the package to use. */
interface Planned {
  readonly nodes: readonly UpgradeStatus[]
  readonly by: RelupPackage | undefined
}

const countConnections = (nodes: readonly UpgradeStatus[]) =>
  nodes.reduce((sum, { live_connections }) => sum + live_connections, 0)

/**
 * Returns the nodes whose version the package does not name. EMQX refuses them, so the page reports them beforehand.
 */
function unfit({ nodes, by }: Planned): readonly string[] {
  const known = by?.applicable_vsns ?? []
  return known.length === 0
    ? []
    : nodes.filter(({ current_vsn }) => !known.includes(current_vsn)).map(({ node }) => visibleText(node))
}

function findDisabledReason({ nodes, by }: Planned): string | undefined {
  if (by === undefined) return m.noPackage
  if (nodes.length === 0) return m.noNodes
  return nodes.some(({ status }) => status === 'in-progress') ? m.underWay : undefined
}

function consequences(planned: Planned): string {
  const others = unfit(planned)
  const of = m.consequences(countConnections(planned.nodes))
  return others.length === 0 ? of : `${of} ${m.unfit(formatList(others))}`
}

const upgradeNode = action<Planned & { readonly node: string }>(
  send(relup.upgrade, ({ node }) => ({ params: { node } }), { timeoutMs }),
  {
    findDisabledReason,
    ask: ({ node, ...planned }) => ({
      title: m.upgradeTitle(visibleText(node), visibleText(planned.by?.target_vsn ?? '', 40)),
      body: consequences(planned),
      action: m.upgradeAction,
      danger: true,
      interrupts: 'connections',
    }),
    successMessage: ({ node }) => m.started(visibleText(node)),
  },
)

const upgradeAll = action<Planned>(
  send(relup.upgradeAll, () => ({}), { timeoutMs }),
  {
    findDisabledReason,
    ask: (planned) => ({
      title: m.upgradeAllTitle(planned.nodes.length, visibleText(planned.by?.target_vsn ?? '', 40)),
      body: `${consequences(planned)} ${m.allAtOnce}`,
      action: m.upgradeAction,
      danger: true,
      interrupts: 'connections',
      typedName: planned.by?.target_vsn ?? '',
    }),
    successMessage: () => m.startedAll,
  },
)

const removePackage = action<RelupPackage>(
  send(relup.remove, () => ({})),
  {
    ask: ({ name }) => ({
      title: m.removeTitle(visibleText(name, 80)),
      body: m.removeBody,
      action: m.removeAction,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: () => m.removed,
  },
)

function HotUpgrade() {
  const query = useQuery(read(relup.status, {}, { pollSeconds }))
  const own = useQuery(packageOrNone)
  const isNone = own.data === null
  const by = own.data ?? undefined
  const rows = query.data?.toSorted(byNodeName) ?? []
  const everywhere = { nodes: rows, by }
  const upgrade = useActionSending(upgradeAll)
  const versions = [...new Set(rows.map(({ current_vsn }) => visibleText(current_vsn, 40)))].toSorted()
  return (
    <Page
      title={m.title}
      {...(rows.length === 0 ? {} : { summary: m.summary(rows.length, formatList(versions)) })}
      actions={
        <Button
          size="small"
          variant="primary"
          isBusy={upgrade.isSending}
          disabledReason={upgradeAll.findDisabledReason(everywhere)}
          onClick={() => void upgrade.run(everywhere)}
        >
          {m.upgradeAll}
        </Button>
      }
    >
      <div className={classes['stack']}>
        <Panel title={m.nodes}>
          <DataTable
            label={m.nodes}
            columns={columns}
            rowKey={({ node }) => node}
            query={tableQuery(query, () => rows)}
            rowActions={(row) => [
              {
                label: m.upgrade,
                disabledReason: upgradeNode.findDisabledReason({ node: row.node, nodes: [row], by }),
                onSelect: () => void upgradeNode.run({ node: row.node, nodes: [row], by }),
              },
              {
                label: m.records,
                disabledReason: row.upgrade_history.length === 0 ? m.noRecords : undefined,
                onSelect: () => void askDialog<void>((close) => <Records of={row} onClose={close} />),
              },
            ]}
            exportName="hot-upgrade"
          />
        </Panel>
        {by !== undefined && <Loaded by={by} isInUse={rows.some(({ status }) => status === 'in-progress')} />}
        {isNone && (
          <PackageUpload
            endpoint={relup.upload}
            request={(plugin) => ({ body: { plugin } })}
            suffix={relupSuffix}
            words={{ file: m.package, hint: m.hint, send: m.upload }}
            nameFault={({ name }) =>
              relupNamePattern.test(name.slice(0, -relupSuffix.length)) ? undefined : m.wrongName
            }
            refusal={(error) => {
              const problem = getProblem(error)
              return problem?.kind === 'rejected' ? { words: refusalWords[problem.code] } : {}
            }}
            onTaken={() => notify.success(m.uploaded)}
          />
        )}
        {own.data === undefined && own.error !== null && (
          <Panel title={m.package}>
            <ErrorState {...describeError(own.error)} onRetry={() => void own.refetch()} />
          </Panel>
        )}
      </div>
    </Page>
  )
}

const refusalWords: Readonly<Record<string, string>> = {
  BAD_PLUGIN_INFO: m.badPackage,
  ALREADY_INSTALLED: m.alreadyThere,
}

function Loaded({ by, isInUse }: { readonly by: RelupPackage; readonly isInUse: boolean }) {
  const remove = useActionSending(removePackage)
  const mono = (label: string, text: string | undefined) => ({
    label,
    value: <Verbatim text={text} mono wrap />,
  })
  return (
    <Panel
      title={m.package}
      padded
      actions={
        <Button
          size="small"
          isBusy={remove.isSending}
          disabledReason={isInUse ? m.underWay : removePackage.findDisabledReason(by)}
          onClick={() => void remove.run(by)}
        >
          {m.remove}
        </Button>
      }
    >
      <PropertyList
        groups={[
          {
            properties: [
              mono(m.name, by.name),
              mono(m.target, by.target_vsn),
              mono(m.applicable, by.applicable_vsns.join(', ')),
              mono(m.built, by.build_date),
              mono(m.otp, by.built_on_otp_release),
              mono(m.checksum, by.md5_sum),
            ],
          },
        ]}
      />
      <h3 className={classes['head']}>{m.changes}</h3>
      {by.change_logs.length === 0 ? (
        <p className="dim">{m.noChanges}</p>
      ) : (
        <pre className={classes['changes']}>
          <LongText text={by.change_logs.join('\n')} />
        </pre>
      )}
    </Panel>
  )
}
